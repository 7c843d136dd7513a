import AttachmentDomain
import AttachmentInspection
import Foundation
import Testing

/// What the manifest says of a sound file that can be measured.
struct LabelledSound: Decodable, Sendable, CustomTestStringConvertible {
    let file: String
    let mime: String
    let kind: String
    let format: String
    let bytes: Int64
    let width: Int?
    let height: Int?
    let seconds: Double?
    let codec: String?
    let valid: Bool

    var testDescription: String { file }

    private enum CodingKeys: String, CodingKey {
        case file, mime, kind, format, bytes, width, height, codec, valid
        case seconds = "duration_s"
    }

    private static let types: Set<String> = [
        "audio/mpeg", "audio/aac", "audio/wav", "audio/aiff", "audio/x-caf", "audio/flac", "audio/ogg", "video/ogg",
        "audio/amr", "audio/amr-wb", "audio/midi",
    ]

    /// The files of the sound formats that are measured.
    static let all: [LabelledSound] = {
        do {
            let manifest = try Data(contentsOf: LabelledFile.fixtures.appending(path: "manifest.json"))
            return try JSONDecoder().decode([LabelledSound].self, from: manifest)
                .filter { types.contains($0.mime) && $0.kind != "other" }
        } catch {
            fatalError("cannot read the manifest: \(error)")
        }
    }()

    func contents() throws -> [UInt8] {
        [UInt8](try Data(contentsOf: LabelledFile.fixtures.appending(path: file)))
    }
}

@Suite("measuring the labelled sounds", .timeLimit(.minutes(1)))
struct SoundCorpusTests {
    /// FFmpeg 5.1, from which the label comes, takes the samples of RIFX for little-endian; SoX does not.
    private static let mislabelledCodecs: Set<String> = ["audio/wav-rifx-be.wav"]
    /// 57 frames of 1,152 samples at 32 kHz are 2.052 s; the label is the length of what was encoded.
    private static let mislabelledTimes: Set<String> = ["audio/mp3-free-format.mp3"]
    /// ADIF does not tell where its sound ends.
    private static let unprovable: Set<String> = ["audio/aac-adif.aac"]

    private func inspect(_ bytes: [UInt8]) throws -> Inspection {
        let recogniser = try MediaRecogniser(types: MediaTypeTable(MediaType.defaults))
        let answer = try recogniser.recognise(MemoryWindow(bytes), complete: true)
        guard case .media(let inspection) = answer else {
            throw NotMedia(answer: "\(answer)")
        }
        return inspection
    }

    private struct NotMedia: Error { let answer: String }

    @Test(arguments: LabelledSound.all.filter(\.valid))
    func `given a sound, when it is measured, then its time, size and codec are told and it is whole`(
        sound: LabelledSound
    ) throws {
        let inspection = try inspect(sound.contents())
        #expect(inspection.kind.rawValue == sound.kind)
        #expect(inspection.width == sound.width)
        #expect(inspection.height == sound.height)
        #expect(inspection.damage == nil)
        #expect(inspection.whole == (Self.unprovable.contains(sound.file) ? nil : true))
        #expect(inspection.foreignBytes == nil)
        if !Self.mislabelledCodecs.contains(sound.file) { #expect(inspection.codec == sound.codec) }
        if let seconds = sound.seconds, !Self.mislabelledTimes.contains(sound.file) {
            #expect(abs((inspection.durationSeconds ?? -1) - seconds) <= max(0.05, seconds / 100))
        }
    }

    @Test(arguments: LabelledSound.all.filter { !$0.valid })
    func `given a damaged sound, when it is measured, then it is told up to where it is sound`(
        sound: LabelledSound
    ) throws {
        let inspection = try inspect(sound.contents())
        #expect(inspection.whole == false)
        #expect(inspection.damage != nil)
        let isCut = sound.file.contains("trunc-") || sound.file.contains("overrun")
        #expect(isCut ? inspection.wholeUntil == sound.bytes : (inspection.wholeUntil ?? .max) < sound.bytes)
    }
}
