import AttachmentDomain
import AttachmentInspection
import Testing

@Suite("measuring FLV", .timeLimit(.minutes(1)))
struct FlashVideoTests {
    private func tag(_ kind: UInt8, at milliseconds: UInt64, _ body: [UInt8]) -> [UInt8] {
        [kind] + Bytes.big(UInt64(body.count), 3) + Bytes.big(milliseconds, 3) + Bytes.zeroes(4) + body
            + Bytes.big(UInt64(11 + body.count))
    }

    private func script(_ numbers: [(String, Double)]) -> [UInt8] {
        var list: [UInt8] = []
        for (name, number) in numbers {
            list += Bytes.big(UInt64(name.utf8.count), 2) + Array(name.utf8) + [0]
            list += Bytes.big(number.bitPattern, 8)
        }
        let opening: [UInt8] = [2, 0, 10] + Array("onMetaData".utf8) + [8, 0, 0, 0, 2]
        return tag(18, at: 0, opening + list + [0, 0, 9])
    }

    private let header: [UInt8] = Array("FLV".utf8) + [1, 5, 0, 0, 0, 9, 0, 0, 0, 0]

    private func file(_ numbers: [(String, Double)]) -> [UInt8] {
        let tags = (0..<5).flatMap { tag(9, at: 100 * $0, [0x22, 1, 2, 3]) + tag(8, at: 100 * $0, [0x2F, 1]) }
        return header + script(numbers) + tags
    }

    @Test func `given pictures and sound, when they are measured, then every fact is told`() throws {
        let found = try inspect(file([("duration", 0.55), ("width", 64), ("height", 48)]))
        #expect(found.mediaType == "video/x-flv")
        #expect([found.width, found.height] == [64, 48])
        #expect(found.frames == 5)
        #expect(found.durationSeconds == 0.55)
        #expect(found.codec == "flv1+mp3")
        #expect(found.whole == true)
    }

    @Test(arguments: [0, .nan, -1] as [Double])
    func `given no duration, when the tags are read, then their times tell it`(duration: Double) throws {
        #expect(try inspect(file([("duration", duration)])).durationSeconds == 0.5)
    }

    @Test func `given a size of the file, when it is cut anywhere, then that is seen`() throws {
        let length = file([("filesize", 1), ("duration", 2)]).count
        try expectCutsAreSeen(file([("filesize", Double(length)), ("duration", 2)]), from: 12)
    }

    @Test func `given a size that another file had, when all of the length is there, then it is whole`() throws {
        #expect(try inspect(file([("filesize", 1e9), ("duration", 0.5)])).whole == true)
    }

    @Test func `given bytes that are no tag, when they stand behind the last one, then they are foreign`() throws {
        let found = try inspect(file([]) + Array("<html></html>".utf8))
        #expect(found.whole == true)
        #expect(found.foreignBytes == 13)
    }

    @Test func `given a cut file with a page behind it, when it is measured, then the cut is where the tags end`()
        throws
    {
        let cut = file([("filesize", 300), ("duration", 2)])
        let found = try inspect(cut + Array("<html></html>".utf8))
        #expect(found.wholeUntil == Int64(cut.count))
        #expect(found.damage == "ends before the size and the length that it announces")
    }

    @Test func `given a long file, when it is measured, then its middle is not read`() throws {
        let body = tag(9, at: 0, [0x22] + Bytes.zeroes(2_000_000))
        let head = header + script([]) + body
        let tail = (1...80).flatMap { tag(9, at: 100 * $0, [0x22, 1]) }
        let large = Bytes.big(9, 1) + Bytes.big(16_000_000, 3) + Bytes.zeroes(7)
        let window = HoledWindow(head: head + large, hole: 16_000_000, tail: Bytes.big(16_000_011) + tail)
        let found = try #require(try found(window))
        #expect(found.durationSeconds == 8.1)
        #expect(found.whole == true)
        #expect(window.counts.bytes < 300_000)
    }
}

@Suite("measuring ASF", .timeLimit(.minutes(1)))
struct WindowsMediaTests {
    private func object(_ id: [UInt8], _ body: [UInt8]) -> [UInt8] {
        id + Bytes.little(UInt64(24 + body.count), 8) + body
    }

    private let tail: [UInt8] = [0x4D, 0x5B, 0xCF, 0x11, 0xA8, 0xFD, 0x00, 0x80, 0x5F, 0x5C, 0x44, 0x2B]
    private let second: [UInt8] = [0x75, 0x8E, 0x66, 0xCF, 0x11, 0xA6, 0xD9, 0x00, 0xAA, 0x00, 0x62, 0xCE, 0x6C]

    private func properties(flags: UInt64) -> [UInt8] {
        let id: [UInt8] = [0xA1, 0xDC, 0xAB, 0x8C, 0x47, 0xA9, 0xCF, 0x11, 0x8E, 0xE4, 0, 0xC0, 0x0C, 0x20, 0x53, 0x65]
        let times = Bytes.little(35_000_000, 8) + Bytes.zeroes(8) + Bytes.little(1500, 8)
        let packets = Bytes.little(100) + Bytes.little(100) + Bytes.zeroes(4)
        return object(id, Bytes.zeroes(40) + times + Bytes.little(flags) + packets)
    }

    private func stream(_ kind: [UInt8], _ format: [UInt8]) -> [UInt8] {
        let id: [UInt8] = [0x91, 0x07, 0xDC, 0xB7, 0xB7, 0xA9, 0xCF, 0x11, 0x8E, 0xE6, 0, 0xC0, 0x0C, 0x20, 0x53, 0x65]
        return object(id, kind + tail + Bytes.zeroes(38) + format)
    }

    private var picture: [UInt8] {
        let format = Bytes.little(64) + Bytes.little(48) + [2, 40, 0] + Bytes.zeroes(16)
        return stream([0xC0, 0xEF, 0x19, 0xBC], format + Array("WMV2".utf8) + Bytes.zeroes(20))
    }

    private var sound: [UInt8] {
        stream([0x40, 0x9E, 0x69, 0xF8], Bytes.little(0x161, 2) + Bytes.zeroes(16))
    }

    private func file(flags: UInt64 = 2, index: Bool = true, _ streams: [UInt8]? = nil) -> [UInt8] {
        let streams = streams ?? picture + sound
        let body = Bytes.little(3) + [1, 2] + properties(flags: flags) + streams
        return object([0x30, 0x26, 0xB2] + second, body) + object([0x36, 0x26, 0xB2] + second, Bytes.zeroes(426))
            + (index ? object([UInt8](repeating: 0x33, count: 16), Bytes.zeroes(20)) : [])
    }

    @Test func `given pictures and sound, when they are measured, then every fact is told`() throws {
        let found = try inspect(file())
        #expect(found.mediaType == "video/x-ms-wmv")
        #expect([found.width, found.height] == [64, 48])
        #expect(found.durationSeconds == 2)
        #expect(found.codec == "wmv2+wmav2")
        #expect(found.whole == true)
    }

    @Test func `given a file, when it is cut anywhere, then that is seen but for the loss of the whole index`() throws {
        let whole = file()
        try expectCutsAreSeen(whole, from: 4, except: [whole.count - 44])
    }

    @Test func `given a stream to be heard, when another may come, then nothing is said`() throws {
        let recogniser = try MediaRecogniser(types: MediaTypeTable(MediaType.defaults))
        let bytes = file(sound + picture)
        let second = try #require(bytes.firstRange(of: picture)).lowerBound
        for length in [second - 80, second] {
            let head = Array(bytes.prefix(length))
            #expect(try recogniser.recognise(MemoryWindow(head), complete: false) == .undecided)
        }
        #expect(try inspect(bytes).mediaType == "video/x-ms-wmv")
    }

    @Test func `given sound alone, when all of the header is there, then it is told before the data are`() throws {
        let recogniser = try MediaRecogniser(types: MediaTypeTable(MediaType.defaults))
        let bytes = file(sound)
        for (length, complete) in [(bytes.count - 300, false), (bytes.count, true)] {
            let answer = try recogniser.recognise(MemoryWindow(Array(bytes.prefix(length))), complete: complete)
            #expect(answer == .unsupported(mime: "audio/x-ms-wma"))
        }
    }

    @Test func `given a broadcast, when it ends with a packet or not, then that is told`() throws {
        let whole = file(flags: 1, index: false)
        #expect(try inspect(whole).whole == true)
        #expect(try inspect(whole.dropLast(100)).whole == true)
        #expect(try inspect(whole.dropLast(30)).damage == "ends inside a packet")
    }
}
