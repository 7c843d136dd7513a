import AttachmentDomain
import AttachmentInspection
import Testing

@Suite("measuring Ogg", .timeLimit(.minutes(1)))
struct OggTests {
    private static let first = 2
    private static let last = 4

    /// A page of one packet, or the part of one.
    private static func page(_ body: [UInt8], flags: Int = 0, granule: Int = 0, serial: Int = 7) -> [UInt8] {
        let segments = [UInt8](repeating: 255, count: body.count / 255) + [UInt8(body.count % 255)]
        var head: [UInt8] = Array("OggS".utf8) + [0, UInt8(flags)]
        head += Bytes.little(granule, 8) + Bytes.little(serial) + Bytes.zeroes(8)
        return head + [UInt8(segments.count)] + segments + body
    }

    private static let vorbis =
        Array("\u{1}vorbis".utf8) + Bytes.zeroes(4) + [2] + Bytes.little(8000) + Bytes.zeroes(14)
    private static let opus =
        Array("OpusHead".utf8) + [1, 2] + Bytes.little(312, 2) + Bytes.little(44_100) + Bytes.zeroes(3)
    private static let speex = Array("Speex   ".utf8) + Bytes.zeroes(28) + Bytes.little(16_000) + Bytes.zeroes(40)
    private static let flac =
        [0x7F] + Array("FLAC".utf8) + [1, 0, 0, 1] + Array("fLaC".utf8) + [0, 0, 0, 34, 16, 0, 16, 0] + Bytes.zeroes(6)
        + Bytes.big(8000 << 44 | 15 << 36, 8) + Bytes.zeroes(16)

    /// 300 x 200 in a frame of 304 x 208, 25 pictures a second; the position holds six bits of pictures since a key.
    private static let theora: [UInt8] = {
        var head: [UInt8] = [0x80] + Array("theora".utf8) + [3, 2, 1]
        head += Bytes.big(19, 2) + Bytes.big(13, 2) + Bytes.big(300, 3) + Bytes.big(200, 3) + [0, 0]
        head += Bytes.big(25) + Bytes.big(1) + Bytes.zeroes(10)
        return head + Bytes.big(6 << 5, 2)
    }()

    /// A stream of three seconds by its last position.
    private static func stream(
        _ codec: [UInt8], _ granule: Int, start: Int = 100, serial: Int = 7, flags: Int = last
    ) -> [UInt8] {
        page(codec, flags: first, serial: serial) + page(Bytes.zeroes(300), serial: serial)
            + page(Bytes.zeroes(900), granule: start, serial: serial)
            + page(Bytes.zeroes(500), flags: flags, granule: granule, serial: serial)
    }

    @Test(
        arguments: [
            (vorbis, 24_000, "vorbis", 3.0), (opus, 144_312, "opus", 3), (speex, 48_000, "speex", 3),
            (flac, 24_000, "flac", 3),
        ] as [([UInt8], Int, String, Double)])
    func `given a codec, when its stream is measured, then the last position is the time`(
        codec: [UInt8], granule: Int, name: String, seconds: Double
    ) throws {
        let inspection = try inspect(Self.stream(codec, granule))
        #expect(inspection.mediaType == "audio/ogg")
        #expect(inspection.kind == .audio)
        #expect(inspection.codec == name)
        #expect(inspection.durationSeconds == seconds)
        #expect(inspection.whole == true)
        try expectCutsAreTold(of: Self.stream(codec, granule))
    }

    @Test func `given Theora and Vorbis, when they are measured, then they are a film`() throws {
        let opening =
            Self.page(Self.vorbis, flags: Self.first, serial: 1) + Self.page(Self.theora, flags: Self.first, serial: 2)
        let pictures = Self.page(Bytes.zeroes(70), granule: 1 << 6, serial: 2)
        let sound = Self.page(Bytes.zeroes(70), flags: Self.last, granule: 16_000, serial: 1)
        let ending = Self.page(Bytes.zeroes(70), flags: Self.last, granule: 70 << 6 | 5, serial: 2)
        let inspection = try inspect(opening + pictures + sound + ending)
        #expect(inspection.mediaType == "video/ogg")
        #expect(inspection.kind == .video)
        #expect(inspection.codec == "theora+vorbis")
        #expect(inspection.width == 300)
        #expect(inspection.height == 200)
        #expect(inspection.declaredPixels == Int64(304 * 208))
        #expect(inspection.frames == 75)
        #expect(inspection.durationSeconds == 3)
        #expect(inspection.whole == true)
    }

    @Test func `given a long file, when it is measured, then its last pages tell`() throws {
        let middle = (0..<60).flatMap { Self.page(Bytes.zeroes(60_000), granule: 1000 + $0) }
        let opening = Self.page(Self.vorbis, flags: Self.first)
        let ending = Self.page(Bytes.zeroes(500), flags: Self.last, granule: 24_000)
        #expect(try inspect(opening + middle + ending).durationSeconds == 3)
        #expect(try inspect(opening + middle + ending).whole == true)
        let cut = try inspect(opening + middle + ending.dropLast())
        #expect(cut.damage == "ends inside a page")
        // Packets over many pages: only positions far before the end tell.
        let large = (0..<10).flatMap { _ in Self.page(Bytes.zeroes(60_000), granule: -1) }
        #expect(try inspect(opening + middle + ending.dropLast(0) + large).durationSeconds == 3)
    }

    @Test func `given a stream that was never closed, when it is measured, then it may be whole or not`() throws {
        let inspection = try inspect(Self.stream(Self.vorbis, 24_000, flags: 0))
        #expect(inspection.whole == nil)
        #expect(inspection.durationSeconds == 3)
        // Bytes behind may stand in the place of its last pages.
        #expect(try inspect(Self.stream(Self.vorbis, 24_000, flags: 0) + [1, 2, 3]).whole == nil)
    }

    @Test func `given a stream cut out of a broadcast, when it is measured, then its start counts`() throws {
        let inspection = try inspect(Self.stream(Self.vorbis, 8_024_000, start: 8_000_000))
        #expect(inspection.durationSeconds == 3)
    }

    @Test func `given files one after the other, when they are measured, then their times add up`() throws {
        let joined = Self.stream(Self.vorbis, 24_000, serial: 1) + Self.stream(Self.opus, 144_312, serial: 2)
        #expect(try inspect(joined).durationSeconds == 6)
        let long = Self.stream(Self.vorbis, 24_000, serial: 1) + Self.page(Self.vorbis, flags: Self.first, serial: 2)
        let rest = (0..<60).flatMap { Self.page(Bytes.zeroes(60_000), granule: $0, serial: 2) }
        let ending = Self.page(Bytes.zeroes(9), flags: Self.last, granule: 8000, serial: 2)
        let inspection = try inspect(long + rest + ending + Self.stream(Self.vorbis, 24_000, serial: 2))
        #expect(inspection.durationSeconds == 7)
        #expect(inspection.whole == true)
    }

    @Test func `given bytes between pages or behind them, when they are walked, then the pages count`() throws {
        let file = Self.stream(Self.vorbis, 24_000)
        #expect(try inspect(file + [1, 2, 3, 4, 5]).foreignBytes == 5)
        let ending = Self.page(Bytes.zeroes(9), flags: Self.last, granule: 32_000)
        #expect(try inspect(file + [1, 2, 3, 4, 5] + ending).durationSeconds == 4)
    }

    @Test func `given streams without sound, when they are measured, then that is told`() throws {
        let opening = Self.page(Self.vorbis, flags: Self.first)
        for (file, damage, place) in [
            (Array(opening.prefix(20)), "ends inside its first page", 20),
            (Array(opening.prefix(40)), "ends inside its first page", 40),
            (opening, "ends before its first sound", opening.count),
            (opening + Array("OggS\u{0}".utf8), "ends inside the head of a page", opening.count + 5),
            (opening + Self.page([1, 2, 3]), "ends before its first sound", opening.count + 31),
            (opening + Self.page([1, 2, 3], flags: Self.last), "has no samples", opening.count + 31),
            (
                Self.page([1] + Array("vorbis".utf8) + Bytes.zeroes(23), flags: Self.first) + opening,
                "declares no rate", 0
            ),
        ] {
            let inspection = try inspect(file)
            #expect(inspection.damage == damage)
            #expect(inspection.wholeUntil == Int64(place))
        }
        let midway = try inspect(Self.page(Bytes.zeroes(400), granule: 5) + Self.page(Bytes.zeroes(400), granule: 9))
        #expect(midway.damage == "begins in the middle of a stream")
    }

    @Test func `given a head, when more may come, then all first pages are waited for`() throws {
        let opening = Self.page(Self.vorbis, flags: Self.first, serial: 1)
        #expect(try look(at: opening, complete: false) == .undecided)
        #expect(try look(at: Array(opening.prefix(30)), complete: false) == .undecided)
        guard case .media(let early) = try look(at: opening + Self.page([1], serial: 1), complete: false) else {
            Issue.record("not told")
            return
        }
        #expect(early.mediaType == "audio/ogg")
    }
}
