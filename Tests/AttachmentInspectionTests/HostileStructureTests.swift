import AttachmentDomain
import AttachmentInspection
import Testing

/// Sizes that lie, loops that never end, formats that are cut: an answer comes, within the budget.
@Suite("structures that lie", .timeLimit(.minutes(1)))
struct HostileStructureTests {
    private func recognise(_ bytes: [UInt8], complete: Bool = true) throws -> Recognition {
        try MediaRecogniser(types: MediaTypeTable(MediaType.defaults))
            .recognise(MemoryWindow(bytes), complete: complete)
    }

    private func media(_ recognition: Recognition) -> String? {
        if case .media(let inspection) = recognition { inspection.mediaType } else { nil }
    }

    /// A track with that handler and sample entry.
    private func track(_ handler: String, _ entry: String, id: UInt8 = 1, chapters: UInt8? = nil) -> [UInt8] {
        let header = Bytes.box("tkhd", [UInt8](repeating: 0, count: 12) + [0, 0, 0, id])
        let reference = chapters.map { Bytes.box("tref", Bytes.box("chap", [0, 0, 0, $0])) } ?? []
        let kind = Bytes.box("hdlr", [UInt8](repeating: 0, count: 8) + Array(handler.utf8))
        let samples = Bytes.box("stsd", [0, 0, 0, 0, 0, 0, 0, 1] + Bytes.box(entry, [UInt8](repeating: 0, count: 8)))
        return Bytes.box(
            "trak", header + reference + Bytes.box("mdia", kind + Bytes.box("minf", Bytes.box("stbl", samples))))
    }

    private func movie(_ brand: String?, _ tracks: [[UInt8]]) -> [UInt8] {
        let opening = brand.map { Bytes.box("ftyp", Array($0.utf8) + [0, 0, 0, 0]) } ?? Bytes.box("wide")
        return opening + Bytes.box("moov", tracks.flatMap(\.self))
    }

    @Test(arguments: [
        ("isom", ["soun mp4a"], "audio/mp4"),
        ("isom", ["vide avc1", "soun mp4a"], "video/mp4"),
        ("isom", ["vide avc1"], "video/mp4"),
        ("M4A ", ["soun mp4a", "vide jpeg"], "audio/mp4"),
        ("mp42", ["soun mp4a", "vide png "], "audio/mp4"),
        ("M4A ", ["vide avc1", "soun mp4a"], "video/mp4"),
        ("M4V ", ["soun mp4a"], "audio/mp4"),
        ("M4V ", ["vide hvc1"], "video/x-m4v"),
        ("3gp4", ["soun samr"], "audio/3gpp"),
        ("3g2a", ["soun sevc"], "audio/3gpp"),
        ("3g2a", ["vide mp4v"], "video/3gpp2"),
        ("qt  ", ["vide jpeg", "soun sowt"], "video/quicktime"),
        ("qt  ", ["soun sowt"], "video/quicktime"),
        ("F4V ", ["vide avc1"], "video/mp4"),
    ])
    func `given a movie, when its tracks are read, then what there is to see decides`(
        brand: String, tracks: [String], expected: String
    ) throws {
        let tracks = tracks.enumerated().map { position, text in
            track(String(text.prefix(4)), String(text.suffix(4)), id: UInt8(position + 1))
        }
        #expect(media(try recognise(movie(brand, tracks))) == expected)
    }

    @Test func `given chapter pictures, when the tracks are read, then they are not to be watched`() throws {
        let book = movie("isom", [track("soun", "mp4a", id: 1, chapters: 2), track("vide", "avc1", id: 2)])
        #expect(media(try recognise(book)) == "audio/mp4")
    }

    @Test func `given a sound-only QuickTime movie, when it is recognised, then it is heard`() throws {
        guard case .media(let inspection) = try recognise(movie(nil, [track("soun", "sowt")])) else {
            Issue.record("not recognised")
            return
        }
        #expect(inspection.mediaType == "video/quicktime")
        #expect(inspection.kind == .audio)
    }

    @Test func `given a brand for sound alone, when the movie is still to come, then nothing is said`() throws {
        let opening = Bytes.box("ftyp", Array("M4A ".utf8) + [0, 0, 0, 0])
        #expect(try recognise(opening, complete: false) == .undecided)
        let film = movie("M4A ", [track("vide", "avc1")])
        #expect(media(try recognise(film, complete: false)) == "video/mp4")
        #expect(media(try recognise(film)) == "video/mp4")
    }

    @Test func `given a movie that goes on, when its first tracks are none to see or hear, then nothing is said`()
        throws
    {
        // What follows the track is no box, so that no more of the movie is asked for.
        let parts = track("text", "tx3g") + [UInt8](repeating: 0, count: 20)
        let bytes = Bytes.box("ftyp", Array("isom".utf8) + [0, 0, 0, 0]) + Bytes.box("moov", size: 5000, parts)
        #expect(try recognise(bytes, complete: false) == .undecided)
        #expect(media(try recognise(bytes)) == "video/mp4")
    }

    @Test func `given a movie with text alone, when it is recognised, then it is no media`() throws {
        #expect(try recognise(movie("isom", [track("text", "tx3g")])) == .notMedia(mime: "application/mp4"))
    }

    @Test func `given boxes with absurd sizes, when they are walked, then the walk ends`() throws {
        let opening = Bytes.box("ftyp", Array("isom".utf8) + [0, 0, 0, 0])
        let huge = Bytes.box("free", size: 1, [0x7F] + [UInt8](repeating: 0xFF, count: 7))
        #expect(media(try recognise(opening + huge + [1, 2, 3])) == "video/mp4")
        #expect(media(try recognise(opening + Bytes.box("moov", size: 0xFFFF_FFFF))) == "video/mp4")
        #expect(media(try recognise(opening + Bytes.box("free", size: 4))) == "video/mp4")
        let many = opening + (0..<5000).flatMap { _ in Bytes.box("free") } + movie(nil, [track("soun", "mp4a")])
        #expect(media(try recognise(many)) == "video/mp4")
    }

    @Test func `given frames of two streams, when they follow each other, then they are no chain`() throws {
        func frame(_ rate: UInt8, _ bytes: Int) -> [UInt8] {
            [0xFF, 0xFB, rate, 0x00] + [UInt8](repeating: 0x55, count: bytes - 4)
        }
        let steady = frame(0x90, 417)
        #expect(media(try recognise(steady + steady + steady + [0])) == "audio/mpeg")
        #expect(media(try recognise(steady + steady)) == "audio/mpeg")
        #expect(media(try recognise(steady + steady + [0])) == nil)
        #expect(media(try recognise(steady + frame(0x94, 384) + steady + [0])) == nil)
        #expect(try recognise(steady, complete: false) == .undecided)
        #expect(media(try recognise(steady + steady + steady, complete: false)) == "audio/mpeg")
    }

    @Test func `given an ID3 tag alone, when more may come, then nothing is said, and at the end it is sound`() throws {
        let tag: [UInt8] = Array("ID3".utf8) + [3, 0, 0, 0, 0, 0x7F, 0x7F] + [UInt8](repeating: 0, count: 300)
        #expect(try recognise(tag, complete: false) == .undecided)
        #expect(media(try recognise(tag)) == "audio/mpeg")
    }

    @Test func `given sync bytes without headers, when they are counted, then they are no transport stream`() throws {
        #expect(media(try recognise([UInt8](repeating: 0x47, count: 4096))) == nil)
    }

    @Test func `given text in Latin-1, when more may come, then it is not yet refused`() throws {
        let text = [UInt8](repeating: 0xE9, count: 2000)
        #expect(try recognise(text, complete: false) == .undecided)
    }

    @Test func `given text that ends within a character, when it fills the head, then it is a text`() throws {
        let text = Array(String(repeating: "a", count: 4095).utf8) + Array("é".utf8)
        #expect(try recognise(Array(text.prefix(4096)), complete: false) == .notMedia(mime: "text/plain"))
    }

    @Test func `given markup that never opens, when it is read, then it is no picture`() throws {
        let comment = "<!--" + String(repeating: "-", count: 100_000)
        #expect(media(try recognise(Array(comment.utf8))) == nil)
        let subset = "<!DOCTYPE svg [" + String(repeating: "<!ENTITY a \"b>\">", count: 50) + "]><svg/>"
        #expect(media(try recognise(Array(subset.utf8))) == "image/svg+xml")
    }

    @Test func `given an icon cut before its first picture, when it is read, then it is still named an icon`() throws {
        let entry: [UInt8] = [16, 16, 0, 0, 1, 0, 32, 0, 0xFF, 0xFF, 0xFF, 0x7F, 22, 0, 0, 0]
        let cut = [0, 0, 1, 0, 1, 0] + entry + [UInt8](repeating: 0, count: 40)
        #expect(media(try recognise(cut)) == "image/vnd.microsoft.icon")
    }

    @Test func `given Matroska of sizes unknown or absurd, when it is walked, then the walk ends`() throws {
        let header: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3, 0x87, 0x42, 0x82, 0x84] + Array("webm".utf8)
        let segment: [UInt8] = [0x18, 0x53, 0x80, 0x67, 0x01] + [UInt8](repeating: 0xFF, count: 7)
        let sound: [UInt8] = [0x16, 0x54, 0xAE, 0x6B, 0x85, 0xAE, 0x83, 0x83, 0x81, 0x02]
        #expect(media(try recognise(header + segment + sound)) == "audio/webm")
        #expect(try recognise(header + segment, complete: false) == .undecided)
        #expect(media(try recognise(header + segment)) == "video/webm")
        let absurd: [UInt8] = [0xEC, 0x01, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFE]
        #expect(media(try recognise(header + segment + absurd + sound)) == "video/webm")
    }

    @Test func `given any prefix and any flipped byte of small media, when they are looked at, then an answer comes`()
        throws
    {
        let recogniser = try MediaRecogniser(types: MediaTypeTable(MediaType.defaults))
        let seed = movie("isom", [track("soun", "mp4a"), track("vide", "avc1", id: 2)])
        for index in seed.indices {
            for value: UInt8 in [0x00, 0x01, 0x7F, 0xFF] {
                var bytes = seed
                bytes[index] = value
                #expect(try recogniser.recognise(MemoryWindow(bytes), complete: true) != .undecided)
            }
            _ = try recogniser.recognise(MemoryWindow(Array(seed.prefix(index))), complete: false)
        }
    }
}
