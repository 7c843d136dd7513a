import AttachmentDomain
import Testing

@Suite("PNG", .timeLimit(.minutes(1)))
struct PNGTests {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    private static func chunk(_ name: String, _ body: [UInt8] = []) -> [UInt8] {
        let named = Array(name.utf8) + body
        return Bytes.big(body.count) + named + Bytes.big(Int(checkSum(named)))
    }

    /// PNG 3rd edition, annex D.
    private static func checkSum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(0xFFFF_FFFF) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
        }
    }

    private static func header(_ width: Int = 5, _ height: Int = 4, depth: UInt8 = 8, colour: UInt8 = 2) -> [UInt8] {
        chunk("IHDR", Bytes.big(width) + Bytes.big(height) + [depth, colour, 0, 0, 0])
    }

    private static func control(_ number: Int, delay: Int = 7, of parts: Int = 100) -> [UInt8] {
        chunk(
            "fcTL",
            Bytes.big(number) + Bytes.big(5) + Bytes.big(4) + Bytes.zeroes(8)
                + Bytes.big(delay, 2) + Bytes.big(parts, 2) + [0, 0])
    }

    private static func animation(_ frames: Int) -> [UInt8] {
        chunk("acTL", Bytes.big(frames) + Bytes.big(0))
    }

    private static let data = chunk("IDAT", [0x78, 0x9C, 1, 2, 3])
    private static let more = chunk("fdAT", [0, 0, 0, 2, 0x78, 0x9C, 1])
    private static let end = chunk("IEND")

    /// With a wrong check sum.
    private static func broken(_ chunk: [UInt8]) -> [UInt8] {
        chunk.dropLast() + [chunk[chunk.count - 1] ^ 1]
    }

    /// Without the carriage return of its signature.
    private static var asText: [UInt8] {
        var bytes = file(header(), data, end)
        bytes.remove(at: 4)
        return bytes
    }

    private static func file(_ chunks: [UInt8]...) -> [UInt8] {
        signature + chunks.flatMap(\.self)
    }

    private static let shown: [(file: [UInt8], summary: String, seconds: Double?, codec: String)] = [
        (file(header(), data, end), "5 x 4 of 5 x 4, 1 still", nil, "png"),
        (
            file(header(depth: 2, colour: 3), chunk("PLTE", [1, 2, 3]), data, data, end), "5 x 4 of 5 x 4, 1 still",
            nil, "png"
        ),
        (file(chunk("CgBI", [0, 0, 0x20, 2]), header(), data, end), "5 x 4 of 5 x 4, 1 still", nil, "png"),
        (
            file(header(), chunk("tEXt", [9, 0, 9]), data, chunk("teXt"), end), "5 x 4 of 5 x 4, 1 still", nil,
            "png"
        ),
        // The picture is the first frame.
        (
            file(header(), animation(2), control(0), data, control(1, delay: 1, of: 8), more, end),
            "5 x 4 of 5 x 4, 2 moving", 0.195, "apng"
        ),
        // The picture is for viewers that know no animation.
        (
            file(header(), animation(2), data, control(0), more, control(1, delay: 20, of: 0), more, end),
            "5 x 4 of 5 x 4, 2 moving", 0.27, "apng"
        ),
        (
            file(header(), animation(2), control(0, delay: 0), data, control(1, delay: 1), more, end),
            "5 x 4 of 5 x 4, 2 moving", 0.2, "apng"
        ),
        (file(header(), animation(1), control(0), data, end), "5 x 4 of 5 x 4, 1 still", nil, "apng"),
        // More frames than announced are not shown; none, or announced too late, are no animation.
        (
            file(header(), animation(2), control(0), data, control(1), more, control(2), more, end),
            "5 x 4 of 5 x 4, 2 moving", 0.14, "apng"
        ),
        (file(header(), animation(0), control(0), data, end), "5 x 4 of 5 x 4, 1 still", nil, "png"),
        (file(header(), data, animation(3), end), "5 x 4 of 5 x 4, 1 still", nil, "png"),
    ]

    @Test(arguments: shown)
    func `given a PNG, when it is measured, then size, frames and time are those of its chunks`(
        file: [UInt8], summary: String, seconds: Double?, codec: String
    ) throws {
        let seen = try SeenPicture(file)
        #expect(seen.type == "image/png")
        #expect(seen.summary == summary)
        #expect(seen.inspection?.durationSeconds == seconds)
        #expect(seen.inspection?.codec == codec)
        #expect(seen.soundness == "whole")
    }

    private static let oddHeader = chunk("IHDR", Bytes.big(5) + Bytes.big(4) + [8, 2, 1, 0, 0])
    private static let longHeader = chunk("IHDR", Bytes.big(5) + Bytes.big(4) + [8, 2, 0, 0, 0, 0])

    private static let refused: [(file: [UInt8], soundness: String)] = [
        (file(oddHeader, data, end), "8: has a chunk IHDR that does not exist"),
        (file(longHeader, data, end), "8: has a chunk IHDR that does not exist"),
        (file(data, end), "8: has the chunk IDAT before IHDR"),
        (file(header(0, 4), data, end), "16: declares 0 x 4 pixels"),
        (file(header(1 << 31, 4), data, end), "16: declares 2147483648 x 4 pixels"),
        (file(header(depth: 4), data, end), "24: declares the colour type 2 with 4 bits, which does not exist"),
        (
            file(header(depth: 16, colour: 3), data, end),
            "24: declares the colour type 3 with 16 bits, which does not exist"
        ),
        (file(header(depth: 8, colour: 3), data, end), "33: has no palette before its picture data"),
        (file(header(), end), "33: ends without picture data"),
        (file(header(9000, 9000), data, end), "50: declares 9000 x 9000 pixels, for which its data cannot suffice"),
        (file(header(), animation(3), control(0), data, end), "108: announces 3 frames and has 1"),
        (
            file(header(), [0xFF, 0, 0, 0], Array("IDAT".utf8), Bytes.zeroes(60)),
            "33: has the chunk IDAT with a length that does not exist"
        ),
        (
            file(header(), data, Array("\u{0}\u{0}\u{0}\u{0}12345678".utf8)),
            "50: has no chunk name where a chunk must begin"
        ),
        (
            file(header(), broken(data), end),
            "33: has a wrong check sum in the chunk IDAT"
        ),
        (file(header(), data), "50: ends without the chunk IEND"),
        (
            asText,
            "4: has other line ends in its signature: it was transferred as text"
        ),
    ]

    @Test(arguments: refused)
    func `given a PNG that decoders refuse, when it is measured, then the place is told`(
        file: [UInt8], soundness: String
    ) throws {
        #expect(try SeenPicture(file).soundness == soundness)
    }

    @Test func `given an orientation before the picture, when it is measured, then it is applied`() throws {
        let exif = Self.chunk("eXIf", [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0])
        let turned = try SeenPicture(Self.file(Self.header(), exif, Self.data, Self.end))
        #expect(turned.summary == "4 x 5 of 5 x 4, 1 still")
        let late = try SeenPicture(Self.file(Self.header(), Self.data, exif, Self.end))
        #expect(late.summary == "5 x 4 of 5 x 4, 1 still")
        #expect(turned.soundness == "whole" && late.soundness == "whole")
    }

    @Test func `given damage in a chunk that decoders pass over, when it is measured, then it is whole`() throws {
        let text = Self.chunk("tEXt", [1, 2, 3])
        let file = Self.file(Self.header(), Self.broken(text), Self.data, Self.end)
        #expect(try SeenPicture(file).soundness == "whole")
    }

    @Test func `given an animation, when it is cut anywhere, then that is told`() throws {
        let file = Self.file(
            Self.header(), Self.animation(2), Self.control(0), Self.data, Self.control(1), Self.more, Self.end)
        try SeenPicture.expectEveryCutTold(of: file, named: 2)
    }

    @Test func `given bytes behind the last chunk, when it is measured, then they are foreign`() throws {
        let seen = try SeenPicture(Self.file(Self.header(), Self.data, Self.end) + [0x0A] + Array("#!/bin/sh".utf8))
        #expect(seen.soundness == "whole")
        #expect(seen.inspection?.foreignBytes == 9)
    }
}
