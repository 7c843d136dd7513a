import AttachmentDomain
import AttachmentInspection
import Foundation
import Testing

/// A film of the corpus, and what it truly is.
struct LabelledFilm: Decodable, Sendable, CustomTestStringConvertible {
    let file: String
    let mime: String
    let kind: String
    let width: Int?
    let height: Int?
    let frames: Int?
    let duration: Double?
    let codec: String?
    let valid: Bool

    enum CodingKeys: String, CodingKey {
        case file, mime, kind, width, height, frames, codec, valid
        case duration = "duration_s"
    }

    var testDescription: String { file }

    /// The films whose containers are measured here.
    static let all: [LabelledFilm] = {
        do {
            let manifest = try Data(contentsOf: LabelledFile.fixtures.appending(path: "manifest.json"))
            return try JSONDecoder().decode([LabelledFilm].self, from: manifest).filter(\.isFilm)
        } catch {
            fatalError("cannot read the manifest: \(error)")
        }
    }()

    private var isFilm: Bool {
        let types: Set<String> = [
            "video/mp4", "audio/mp4", "video/quicktime", "audio/quicktime", "video/x-m4v", "video/3gpp", "audio/3gpp",
            "video/3gpp2", "video/x-msvideo", "video/matroska", "audio/matroska", "video/webm", "audio/webm",
            "video/mpeg", "video/mp2t", "video/x-flv", "video/x-ms-wmv",
        ]
        return types.contains(mime)
    }

    /// Whether the container tells the number of pictures without being read whole.
    var tellsFrames: Bool {
        !mime.hasSuffix("matroska") && !mime.hasSuffix("webm") && mime != "video/mp2t" && mime != "video/x-ms-wmv"
    }

    /// A stream of pictures without a container shows only by its end code that it is whole, and these have none.
    var tellsItsEnd: Bool { !file.hasSuffix(".m1v") && !file.hasSuffix(".m2v") }
}

@Suite("measuring the films of the corpus", .timeLimit(.minutes(1)))
struct FilmCorpusTests {
    private func inspect(_ film: LabelledFilm) throws -> Inspection {
        try FilmBytes.inspect([UInt8](try Data(contentsOf: LabelledFile.fixtures.appending(path: film.file))))
    }

    @Test(arguments: LabelledFilm.all.filter(\.valid))
    func `given a valid film, when it is measured, then all its facts are right`(film: LabelledFilm) throws {
        let found = try inspect(film)
        #expect(found.kind.rawValue == film.kind)
        #expect([found.storedWidth, found.storedHeight] == [film.width, film.height])
        #expect(found.codec == film.codec)
        if film.tellsFrames { #expect(found.frames == film.frames) }
        let seconds = try #require(film.duration)
        #expect(abs((found.durationSeconds ?? 0) - seconds) <= max(0.05, 0.01 * seconds))
        #expect(found.whole == (film.tellsItsEnd ? true : nil))
        #expect(found.foreignBytes == nil)
    }

    @Test(arguments: LabelledFilm.all.filter { !$0.valid })
    func `given a cut or damaged film, when it is measured, then that is told`(film: LabelledFilm) throws {
        let found = try inspect(film)
        #expect(found.whole == false)
        #expect(found.wholeUntil != nil && found.damage != nil)
    }
}
