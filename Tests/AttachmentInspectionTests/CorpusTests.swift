import AttachmentCorpus
import AttachmentDomain
import AttachmentInspection
import Foundation
import Testing

/// The labelled files of the repository, or of the folder named in `ATTACHFETCH_CORPUS`.
enum TestCorpus {
    static let corpus: Corpus = {
        do {
            let folder = ProcessInfo.processInfo.environment["ATTACHFETCH_CORPUS"]
            return try folder.map { try Corpus(folder: $0) } ?? Corpus.ofRepository()
        } catch {
            fatalError("the labelled files cannot be read: \(error)")
        }
    }()
}

@Suite("recognising and measuring a whole corpus", .timeLimit(.minutes(2)))
struct CorpusTests {
    let types = MediaTypeTable(MediaType.defaults)

    @Test func `given labelled files, when all are looked at, then each promise about them is kept`() throws {
        let result = try CorpusResult(TestCorpus.corpus, types: types)
        let promises = Promise.all(result)
        #expect(promises.count == 10)
        for promise in promises { #expect(promise.isKept, "\(promise.text)") }
        let faults = result.faults(of: Ruling.Aspect.allCases)
        #expect(faults == Self.known)
    }

    /// What is not right, and why that is so.
    private static let known = [
        // A gzip file to everybody who does not undo the coding, phones with them.
        "image/svg-gzip.svgz: type: expected image/svg+xml, not application/gzip, no media"
    ]

    @Test func `given labelled files, when only heads are seen, then no early answer is taken back`() throws {
        let recogniser = try MediaRecogniser(types: types)
        for file in TestCorpus.corpus.files {
            let bytes = try TestCorpus.corpus.bytes(of: file)
            let last = try recogniser.recognise(MemoryWindow(bytes), complete: true)
            for length in [1, 4, 12, 20, 64, 256, 1024, 4096, 16_384] where length < bytes.count {
                let early = try recogniser.recognise(MemoryWindow(Array(bytes.prefix(length))), complete: false)
                switch early {
                case .undecided: break
                case .notMedia: #expect(!file.isMedia, "\(file.file) at \(length)")
                default: #expect(early.names(last), "\(file.file) at \(length): \(early)")
                }
            }
        }
    }
}

@Suite("media with random damage", .timeLimit(.minutes(2)))
struct RandomDamageTests {
    /// The damage is the same in every run.
    @Test(arguments: TestCorpus.corpus.files.filter { $0.isMedia && $0.valid })
    func `given media with changed bytes, when they are looked at, then an answer comes that is possible`(
        file: LabelledFile
    ) throws {
        let recogniser = try MediaRecogniser(types: MediaTypeTable(MediaType.defaults))
        let bytes = Array(try TestCorpus.corpus.bytes(of: file).prefix(30_000))
        var state: UInt64 = 0x2545_F491_4F6C_DD1D
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        for round in 0..<24 {
            var damaged = bytes
            for _ in 0..<(1 + round % 4) {
                let reach = random(2) == 0 ? min(64, bytes.count) : bytes.count
                damaged[random(reach)] = [0x00, 0x01, 0x7F, 0x80, 0xFF, UInt8(random(256))][random(6)]
            }
            let answer = try recogniser.recognise(MemoryWindow(damaged), complete: true)
            #expect(answer != .undecided)
            if case .media(let facts) = answer, let until = facts.wholeUntil {
                #expect(0...Int64(damaged.count) ~= until)
            }
            _ = try recogniser.recognise(MemoryWindow(damaged), complete: false)
        }
    }

    @Test(arguments: TestCorpus.corpus.files.filter { $0.isMedia && $0.valid })
    func `given whole media that are cut anywhere, when they are looked at, then nothing is sound beyond the cut`(
        file: LabelledFile
    ) throws {
        let recogniser = try MediaRecogniser(types: MediaTypeTable(MediaType.defaults))
        let bytes = try TestCorpus.corpus.bytes(of: file)
        for part in 1...15 {
            let cut = Array(bytes.prefix(bytes.count * part / 16))
            guard case .media(let facts) = try recogniser.recognise(MemoryWindow(cut), complete: true) else { continue }
            #expect(facts.wholeUntil ?? 0 <= Int64(cut.count))
            #expect(facts.foreignBytes ?? 0 <= Int64(cut.count))
        }
    }
}
