import AttachmentDomain
import Testing

@Suite("JPEG 2000", .timeLimit(.minutes(1)))
struct JPEG2000Tests {
    private static func size(right: Int = 30, bottom: Int = 20, left: Int = 0, top: Int = 0) -> [UInt8] {
        let corners = [right, bottom, left, top].flatMap { Bytes.big($0) }
        return [0xFF, 0x51] + Bytes.big(41, 2) + [0, 0] + corners + Bytes.zeroes(21)
    }

    /// A tile part with so many bytes of data; its length is left open where asked.
    private static func part(_ data: Int, isOpen: Bool = false) -> [UInt8] {
        let length = isOpen ? 0 : 14 + data
        return [0xFF, 0x90, 0, 10, 0, 0] + Bytes.big(length) + [0, 1, 0xFF, 0x93] + [UInt8](repeating: 7, count: data)
    }

    private static func stream(_ parts: [UInt8]..., size: [UInt8] = size()) -> [UInt8] {
        [0xFF, 0x4F] + size + [0xFF, 0x52, 0, 4, 1, 2] + parts.flatMap(\.self) + [0xFF, 0xD9]
    }

    private static func boxes(_ stream: [UInt8], length: Int? = nil) -> [UInt8] {
        let head = Bytes.box("jP  ", [0x0D, 0x0A, 0x87, 0x0A]) + Bytes.box("ftyp", Array("jp2 \0\0\0\0jp2 ".utf8))
        let header = Bytes.box("ihdr", Bytes.big(20) + Bytes.big(30) + Bytes.zeroes(6))
        return head + Bytes.box("jp2h", header) + Bytes.big(length ?? stream.count + 8) + Array("jp2c".utf8) + stream
    }

    private static let shown: [(file: [UInt8], summary: String)] = [
        (stream(part(9)), "30 x 20 of 30 x 20, 1 still"),
        (stream(part(9), part(0), part(5, isOpen: true)), "30 x 20 of 30 x 20, 1 still"),
        (stream(part(9), size: size(left: 7, top: 5)), "23 x 15 of 23 x 15, 1 still"),
        (boxes(stream(part(9))), "30 x 20 of 30 x 20, 1 still"),
        (boxes(stream(part(9)), length: 0), "30 x 20 of 30 x 20, 1 still"),
    ]

    @Test(arguments: shown)
    func `given a codestream, when it is measured, then its size is told and every cut`(
        file: [UInt8], summary: String
    ) throws {
        let seen = try SeenPicture(file)
        #expect(seen.type == "image/jp2")
        #expect(seen.summary == summary)
        #expect(seen.inspection?.codec == "jpeg2000")
        #expect(seen.soundness == "whole")
        try SeenPicture.expectEveryCutTold(of: file, named: 6)
    }

    @Test func `given a codestream that contradicts itself, when it is measured, then the place is told`() throws {
        let empty = Self.stream(Self.part(9), size: Self.size(left: 30))
        #expect(try SeenPicture(empty).soundness == "8: declares a picture without pixels")
        let headless =
            Bytes.box("jP  ", [0x0D, 0x0A, 0x87, 0x0A]) + Bytes.box("ftyp", Array("jp2 ".utf8))
            + Bytes.box("jp2c", Self.stream(Self.part(9)))
        #expect(try SeenPicture(headless).soundness == "24: has no image header before its codestream")
        let short = [0xFF, 0x4F, 0xFF, 0x51, 0, 2, 0xFF, 0xD9] + Self.stream(Self.part(9))
        #expect(try SeenPicture(short).soundness == "4: declares a header that has no room for its size")
        let tiny = Self.stream([0xFF, 0x90, 0, 2, 0xFF, 0xD9, 0, 0, 0, 2])
        #expect(try SeenPicture(tiny).soundness == "51: has no marker where one must stand in its codestream")
        let junk = Self.stream([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
        #expect(
            try SeenPicture(junk).soundness == "51: has no marker where one must stand in its codestream")
    }
}
