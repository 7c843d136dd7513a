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
                if early != last { print("early\t\(file.file)\t\(length)\t\(early)\t\(last)") }
                if case .notMedia = early { #expect(!file.isMedia, "\(file.file) at \(length)") }
            }
        }
        print("early answers: \(decided) of \(looks)")
    }
}
