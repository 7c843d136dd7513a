import AttachmentDomain
import AttachmentInspection
import Testing

@Suite("measuring Matroska and WebM", .timeLimit(.minutes(1)))
struct MatroskaTests {
    private static let unknown: UInt64 = 0xFF_FFFF_FFFF_FFFF

    private func element(_ id: UInt64, size: UInt64? = nil, _ body: [UInt8] = []) -> [UInt8] {
        Bytes.element(id, size: size, body)
    }

    private var header: [UInt8] { element(0x1A45_DFA3, element(0x4282, Array("webm".utf8))) }

    private func info(_ duration: Double?) -> [UInt8] {
        let length = duration.map { element(0x4489, Bytes.big($0.bitPattern, 8)) } ?? []
        return element(0x1549_A966, element(0x2AD7B1, Bytes.big(1_000_000)) + length)
    }

    private func picture(_ extra: [UInt8] = [], codec: String = "V_VP9") -> [UInt8] {
        let size = element(0xB0, Bytes.big(64, 2)) + element(0xBA, Bytes.big(48, 1))
        return element(0xAE, element(0x83, [1]) + element(0x86, Array(codec.utf8)) + element(0xE0, size + extra))
    }

    private var sound: [UInt8] { element(0xAE, element(0x83, [2]) + element(0x86, Array("A_OPUS".utf8))) }

    private func tracks(_ list: [[UInt8]]) -> [UInt8] { element(0x1654_AE6B, list.flatMap(\.self)) }

    private func cluster(at time: UInt64, size: UInt64? = nil, _ times: [UInt64]) -> [UInt8] {
        let blocks = times.flatMap { element(0xA3, [0x81] + Bytes.big($0, 2) + [0x80, 1, 2, 3]) }
        return element(0x1F43_B675, size: size, element(0xE7, Bytes.big(time, 2)) + blocks)
    }

    private func file(_ parts: [[UInt8]], size: UInt64? = nil) -> [UInt8] {
        header + element(0x1853_8067, size: size, parts.flatMap(\.self))
    }

    @Test func `given pictures and sound, when they are measured, then every fact is told`() throws {
        let found = try inspect(file([info(1500), tracks([picture(), sound]), cluster(at: 0, [0])]))
        #expect(found.mediaType == "video/webm")
        #expect([found.width, found.height, found.storedWidth, found.storedHeight] == [64, 48, 64, 48])
        #expect(found.durationSeconds == 1.5)
        #expect(found.codec == "vp9+opus")
        #expect(found.whole == true)
    }

    @Test func `given sound alone, when it is measured, then it has no size`() throws {
        let found = try inspect(file([info(1500), tracks([sound]), cluster(at: 0, [0])]))
        #expect(found.mediaType == "audio/webm")
        #expect(found.width == nil)
        #expect(found.codec == "opus")
    }

    @Test(
        arguments: [
            ([(0x54B0, 80), (0x54BA, 40)], [80, 40]),
            ([(0x54B2, 3), (0x54B0, 16), (0x54BA, 9)], [85, 48]),
            ([(0x54CC, 4), (0x54DD, 6), (0x54AA, 8)], [54, 40]),
            ([(0x54CC, 4000)], [64, 48]),
        ] as [([(UInt64, UInt64)], [Int])])
    func `given a size for showing, when it is read, then it is what is shown`(
        elements: [(UInt64, UInt64)], shown: [Int]
    ) throws {
        let extra = elements.flatMap { element($0.0, Bytes.big($0.1, 2)) }
        let found = try inspect(file([info(1), tracks([picture(extra)]), cluster(at: 0, [0])]))
        #expect([found.width, found.height] == shown)
        #expect([found.storedWidth, found.storedHeight] == [64, 48])
    }

    @Test func `given a turned projection, when it is read, then the sides are swapped`() throws {
        let roll = element(0x7670, element(0x7675, Bytes.big(UInt64(Float(-90).bitPattern))))
        let found = try inspect(file([info(1), tracks([picture(roll)]), cluster(at: 0, [0])]))
        #expect([found.width, found.height] == [48, 64])
    }

    @Test(arguments: [nil, 0, .nan] as [Double?])
    func `given no duration, when the blocks are read, then they tell it`(duration: Double?) throws {
        let parts = [info(duration), tracks([picture()]), cluster(at: 0, [0, 100]), cluster(at: 200, [0, 100])]
        let found = try inspect(file(parts))
        #expect(found.durationSeconds == 0.4)
        #expect(found.whole == true)
    }

    @Test func `given a live stream, when it ends with a cluster, then it is whole`() throws {
        let parts = [info(nil), tracks([picture()]), cluster(at: 0, size: Self.unknown, [0, 100])]
        let more = parts + [cluster(at: 200, size: Self.unknown, [0])]
        let stream = file(more, size: Self.unknown)
        let found = try inspect(stream)
        #expect(found.whole == true)
        #expect(found.durationSeconds.map { abs($0 - 0.3) < 1e-9 } == true)
        #expect(try inspect(stream.dropLast(2)).wholeUntil == Int64(stream.count - 2))
        let page = try inspect(stream + Bytes.zeroes(20))
        #expect(page.whole == true)
        #expect(page.foreignBytes == nil)
    }

    @Test func `given a file, when it is cut anywhere, then that is seen`() throws {
        let parts = [
            info(1500), tracks([picture(), sound]), cluster(at: 0, [0, 10]), element(0x1C53_BB6B, [1, 2, 3]),
        ]
        try expectCutsAreSeen(file(parts), from: 2)
    }

    @Test func `given another document type, when it is read, then it is no film`() throws {
        let other = element(0x1A45_DFA3, element(0x4282, Array("mydocs".utf8)))
        #expect(try found(MemoryWindow(other)) == nil)
    }

    @Test func `given a cluster larger than its segment, when bytes follow or not, then one of the sizes is wrong`()
        throws
    {
        let start = info(1500) + tracks([picture()])
        let cut = header + element(0x1853_8067, start + cluster(at: 0, size: 60, [0]))
        #expect(try inspect(cut).damage == "ends inside a cluster")
        #expect(try inspect(cut).wholeUntil == Int64(cut.count))
        let found = try inspect(cut + Array(repeating: UInt8(ascii: "<"), count: 100))
        #expect(found.damage == "has a part larger than its segment")
        #expect(found.wholeUntil == Int64(header.count + 12 + start.count))
    }

    @Test func `given a track to be heard, when another may come, then nothing is said`() throws {
        let recogniser = try MediaRecogniser(types: MediaTypeTable(MediaType.defaults))
        let bytes = file([info(1500), tracks([sound, picture()]), cluster(at: 0, [0])])
        let second = try #require(bytes.firstRange(of: picture())).lowerBound
        let head = Array(bytes.prefix(second))
        #expect(try recogniser.recognise(MemoryWindow(head), complete: false) == .undecided)
        #expect(try inspect(bytes).mediaType == "video/webm")
    }

    @Test(arguments: [
        ("V_VP9", "vp9"), ("A_REAL/28_8", "A_REAL/28_8"), ("V_DAALA.2", "V_DAALA.2"), ("", nil), ("V_\u{1B}[31m", nil),
        ("V_ÜBER", nil), ("V_A B", nil), ("V_" + String(repeating: "X", count: 31), nil),
    ])
    func `given a name of a codec, when it is none that could be registered, then it is not handed on`(
        id: String, name: String?
    ) throws {
        let found = try inspect(file([info(1500), tracks([picture(codec: id)]), cluster(at: 0, [0])]))
        #expect(found.codec == name)
        #expect(found.whole == true)
    }

    @Test func `given a segment without tracks or clusters, when it is measured, then that is told`() throws {
        #expect(try inspect(file([info(1500)])).damage == "ends without tracks")
        #expect(try inspect(file([info(1500), tracks([picture()])])).damage == "ends without media data")
    }

    @Test func `given bytes behind the segment, when it is measured, then they are foreign`() throws {
        let whole = file([info(1500), tracks([picture()]), cluster(at: 0, [0])])
        let found = try inspect(whole + Array("<html></html>".utf8))
        #expect(found.whole == true)
        #expect(found.foreignBytes == 13)
    }
}
