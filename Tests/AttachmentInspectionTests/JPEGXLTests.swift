import AttachmentDomain
import Testing

@Suite("JPEG XL", .timeLimit(.minutes(1)))
struct JPEGXLTests {
    /// The bits of a header, each number with its lowest bit first, filled up with zeroes.
    private static func stream(_ fields: [(value: Int, bits: Int)]) -> [UInt8] {
        let bits = fields.flatMap { field in (0..<field.bits).map { field.value >> $0 & 1 } }
        var bytes = Bytes.zeroes(80)
        for (place, bit) in bits.enumerated() { bytes[place / 8] |= UInt8(bit << (place % 8)) }
        return [0xFF, 0x0A] + bytes
    }

    @Test(
        arguments: [
            // Sides in eights, the width by its ratio or by itself.
            ([(1, 1), (2, 5), (1, 3), (1, 1)], "24 x 24 of 24 x 24, 1 still"),
            ([(1, 1), (2, 5), (7, 3), (1, 1)], "48 x 24 of 48 x 24, 1 still"),
            ([(1, 1), (2, 5), (0, 3), (9, 5), (1, 1)], "80 x 24 of 80 x 24, 1 still"),
            // Sides of 9 to 30 bits.
            ([(0, 1), (0, 2), (99, 9), (2, 3), (1, 1)], "120 x 100 of 120 x 100, 1 still"),
            ([(0, 1), (1, 2), (999, 13), (3, 3), (1, 1)], "1333 x 1000 of 1333 x 1000, 1 still"),
            ([(0, 1), (2, 2), (89_999, 18), (5, 3), (1, 1)], "160000 x 90000 of 160000 x 90000, 1 still"),
            ([(0, 1), (3, 2), (7, 30), (0, 3), (0, 2), (4, 9), (1, 1)], "5 x 8 of 5 x 8, 1 still"),
            // Orientation; a size of its own; a preview; animation.
            ([(1, 1), (2, 5), (7, 3), (0, 1), (1, 1), (5, 3), (0, 3)], "24 x 48 of 48 x 24, 1 still"),
            (
                [(1, 1), (2, 5), (7, 3), (0, 1), (1, 1), (0, 3), (1, 1), (1, 1), (4, 5), (1, 3), (0, 1), (1, 1)],
                "48 x 24 of 48 x 24, ? moving"
            ),
            (
                [
                    (1, 1), (2, 5), (7, 3), (0, 1), (1, 1), (0, 3), (0, 1), (1, 1), (0, 1), (0, 2), (9, 6), (1, 3),
                    (1, 1),
                ],
                "48 x 24 of 48 x 24, ? moving"
            ),
            ([(1, 1), (2, 5), (4, 3), (0, 1), (0, 1)], "36 x 24 of 36 x 24, 1 still"),
        ] as [([(value: Int, bits: Int)], String)])
    func `given a codestream, when it is measured, then its head tells the size`(
        fields: [(value: Int, bits: Int)], summary: String
    ) throws {
        let seen = try SeenPicture(Self.stream(fields))
        #expect(seen.type == "image/jxl")
        #expect(seen.summary == summary)
        #expect(seen.inspection?.codec == "jpegxl")
        #expect(seen.soundness == nil)
    }

    private static let head =
        Bytes.box("JXL ", [0x0D, 0x0A, 0x87, 0x0A]) + Bytes.box("ftyp", Array("jxl \0\0\0\0jxl ".utf8))
    private static let picture = stream([(1, 1), (2, 5), (1, 3), (1, 1)])

    @Test func `given a codestream in a box, when it is cut anywhere, then that is told`() throws {
        let file = Self.head + Self.box(Self.picture)
        let seen = try SeenPicture(file)
        #expect(seen.summary == "24 x 24 of 24 x 24, 1 still")
        #expect(seen.soundness == "whole")
        try SeenPicture.expectEveryCutTold(of: file, named: 6)
        #expect(try SeenPicture(Self.head + Self.box(Self.picture, isOpen: true)).soundness == nil)
    }

    @Test func `given a codestream in parts, when the last one is missing, then that is told`() throws {
        let first = Bytes.box("jxlp", Bytes.big(0) + Self.picture.prefix(20))
        let last = Bytes.box("jxlp", Bytes.big(0x8000_0001) + Self.picture.dropFirst(20))
        let cut = Self.head + first
        #expect(try SeenPicture(cut + last).soundness == "whole")
        #expect(try SeenPicture(cut).soundness == "\(cut.count): ends before the end of its codestream")
        try SeenPicture.expectEveryCutTold(of: cut + last, named: 6)
    }

    @Test func `given parts without content, when they are measured, then what follows them is none of it`() throws {
        let unmarked = cut(Bytes.box("jxlp")) + [0x80, 0, 0, 0]
        #expect(try SeenPicture(unmarked).soundness == "\(unmarked.count): ends before the end of its codestream")
        #expect(try SeenPicture(cut(Bytes.box("jxlc")) + Self.picture).inspection?.width == nil)
    }

    private func cut(_ boxes: [UInt8]) -> [UInt8] { Self.head + boxes }

    private static func box(_ stream: [UInt8], isOpen: Bool = false) -> [UInt8] {
        Bytes.big(isOpen ? 0 : stream.count + 8) + Array("jxlc".utf8) + stream
    }
}
