import AttachmentDomain
import AttachmentInspection
import Foundation
import Testing

/// One picture of the manifest and what is in it.
struct LabelledPicture: Decodable, Sendable, CustomTestStringConvertible {
    let file: String
    let mime: String
    let kind: String
    let bytes: Int64
    let width: Int?
    let height: Int?
    let orientation: Int?
    let frames: Int?
    let duration_s: Double?
    let valid: Bool

    var testDescription: String { file }

    /// Whether it is of a type that a reader measures.
    var isMeasured: Bool {
        let types = [
            "jpeg", "mpo", "png", "apng", "gif", "webp", "heic", "heif", "avif", "tiff", "bmp",
            "vnd.microsoft.icon", "svg+xml", "jp2", "j2c", "jxl",
        ]
        return types.contains { mime == "image/\($0)" } && !file.hasSuffix(".svgz")
    }

    /// Bombs and corrupted codes in a sound structure: what a decoder would say is not to be told from outside.
    static let soundOutside: Set<String> = [
        "invalid/bomb-gif-65535-screen.gif", "invalid/bomb-webp-canvas-65535.webp",
        "invalid/bomb-png-30000x30000.png", "invalid/gif-4000-frames.gif", "invalid/polyglot-gif-js.gif",
    ]

    static let all: [LabelledPicture] = {
        do {
            let manifest = try Data(contentsOf: LabelledFile.fixtures.appending(path: "manifest.json"))
            return try JSONDecoder().decode([LabelledPicture].self, from: manifest).filter(\.isMeasured)
        } catch {
            fatalError("cannot read the manifest: \(error)")
        }
    }()

    func inspection() throws -> Inspection? {
        let recogniser = try MediaRecogniser(types: MediaTypeTable(MediaType.defaults))
        let bytes = [UInt8](try Data(contentsOf: LabelledFile.fixtures.appending(path: file)))
        guard case .media(let inspection) = try recogniser.recognise(MemoryWindow(bytes), complete: true) else {
            return nil
        }
        return inspection
    }
}

@Suite("measuring the pictures of the corpus", .timeLimit(.minutes(1)))
struct PictureCorpusTests {
    @Test(arguments: LabelledPicture.all.filter(\.valid))
    func `given a valid picture, when it is measured, then every fact is the manifest's`(
        picture: LabelledPicture
    ) throws {
        let found = try #require(try picture.inspection())
        // A bare codestream of JPEG XL does not tell where it ends.
        let isOpen = picture.file == "image/jxl-codestream.jxl"
        #expect(found.whole == (isOpen ? nil : true), "\(found.damage ?? "nothing told")")
        #expect(found.storedWidth == picture.width)
        #expect(found.storedHeight == picture.height)
        let isTurned = 5...8 ~= picture.orientation ?? 1
        #expect(found.width == (isTurned ? picture.height : picture.width))
        #expect(found.height == (isTurned ? picture.width : picture.height))
        #expect(found.frames == picture.frames)
        #expect(found.animated == ((picture.frames ?? 1) > 1 && picture.moves))
        if let seconds = picture.duration_s {
            #expect(abs((found.durationSeconds ?? 0) - seconds) <= max(0.05, seconds / 100))
        } else if found.animated == false {
            #expect(found.durationSeconds == nil)
        }
    }

    @Test(arguments: LabelledPicture.all.filter { !$0.valid && !LabelledPicture.soundOutside.contains($0.file) })
    func `given a damaged picture, when it is measured, then it is told up to which byte it is sound`(
        picture: LabelledPicture
    ) throws {
        let found = try #require(try picture.inspection())
        #expect(found.whole == false)
        let wholeUntil = try #require(found.wholeUntil)
        #expect(picture.file.contains("/trunc-") ? wholeUntil == picture.bytes : 0...picture.bytes ~= wholeUntil)
        #expect(found.damage?.isEmpty == false)
    }

    @Test(arguments: LabelledPicture.all.filter { LabelledPicture.soundOutside.contains($0.file) })
    func `given a bomb in a sound structure, when it is measured, then its pixels and frames are told`(
        picture: LabelledPicture
    ) throws {
        let found = try #require(try picture.inspection())
        #expect(found.whole == true)
        #expect((found.declaredPixels ?? 0) > 1_000_000 || (found.frames ?? 0) >= 4000)
    }
}

extension LabelledPicture {
    /// Several pages or pictures of a burst do not move.
    fileprivate var moves: Bool {
        !file.contains("multi") && !file.contains("mpo")
    }
}
