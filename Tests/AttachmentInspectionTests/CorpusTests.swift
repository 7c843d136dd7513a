import AttachmentDomain
import AttachmentInspection
import Foundation
import Testing

@Suite("recognising a whole corpus", .timeLimit(.minutes(2)))
struct CorpusTests {
    /// A folder with a `manifest.json` like that of `Fixtures/corpus`.
    static let folder = ProcessInfo.processInfo.environment["ATTACHFETCH_CORPUS"].map { URL(filePath: $0) }

    @Test(.enabled(if: folder != nil))
    func `given a corpus, when every file is looked at, then nearly all are named and no page passes`() throws {
        let folder = try #require(Self.folder)
        let types = MediaTypeTable(MediaType.defaults)
        let recogniser = try MediaRecogniser(types: types)
        var right: [String: Int] = [:]
        var total: [String: Int] = [:]
        for file in LabelledFile.all(in: folder) {
            let answer = try recogniser.recognise(MemoryWindow(file.bytes(in: folder)), complete: true)
            let group = file.isMedia ? file.valid ? "valid" : "damaged" : "other"
            total[group, default: 0] += 1
            if file.isRight(answer, types: types) {
                right[group, default: 0] += 1
            } else {
                print("\(group)\t\(file.file)\t\(file.mime) \(file.kind)\t\(answer)")
            }
        }
        print(right.map { "\($0.key) \($0.value)/\(total[$0.key] ?? 0)" }.sorted().joined(separator: ", "))
        #expect(Double(right["valid"] ?? 0) >= 0.967 * Double(total["valid"] ?? 0))
        #expect((total["other"] ?? 0) - (right["other"] ?? 0) <= 1)
    }

    @Test(.enabled(if: folder != nil))
    func `given a corpus, when only heads are seen, then no early answer differs from the last`() throws {
        let folder = try #require(Self.folder)
        let recogniser = try MediaRecogniser(types: MediaTypeTable(MediaType.defaults))
        var decided = 0
        var looks = 0
        for file in LabelledFile.all(in: folder) {
            let bytes = try file.bytes(in: folder)
            let last = try recogniser.recognise(MemoryWindow(bytes), complete: true)
            for length in [1, 4, 12, 20, 64, 256, 1024, 4096, 16_384] where length < bytes.count {
                let early = try recogniser.recognise(MemoryWindow(Array(bytes.prefix(length))), complete: false)
                looks += 1
                guard early != .undecided else { continue }
                decided += 1
                if !early.names(last) { print("early\t\(file.file)\t\(length)\t\(early)\t\(last)") }
                if case .notMedia = early { #expect(!file.isMedia, "\(file.file) at \(length)") }
            }
        }
        print("early answers: \(decided) of \(looks)")
    }
}

@Suite("media with random damage", .timeLimit(.minutes(1)))
struct RandomDamageTests {
    /// The small files; the damage is the same in every run.
    @Test(arguments: LabelledFile.all(in: LabelledFile.fixtures).filter(\.isMedia))
    func `given media with changed bytes, when they are looked at, then an answer comes`(file: LabelledFile) throws {
        let recogniser = try MediaRecogniser(types: MediaTypeTable(MediaType.defaults))
        let bytes = Array(try file.bytes(in: LabelledFile.fixtures).prefix(6000))
        var state: UInt64 = 0x2545_F491_4F6C_DD1D
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        for round in 0..<60 {
            var damaged = bytes
            for _ in 0..<(1 + round % 4) {
                let reach = random(2) == 0 ? min(64, bytes.count) : bytes.count
                damaged[random(reach)] = [0x00, 0x01, 0x7F, 0x80, 0xFF, UInt8(random(256))][random(6)]
            }
            #expect(try recogniser.recognise(MemoryWindow(damaged), complete: true) != .undecided)
            _ = try recogniser.recognise(MemoryWindow(damaged), complete: false)
        }
    }
}
