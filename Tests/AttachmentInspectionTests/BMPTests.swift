import AttachmentDomain
import Testing

@Suite("BMP", .timeLimit(.minutes(1)))
struct BMPTests {
    /// The fields of a bitmap's headers.
    private struct Builder {
        var header = 40
        var width = 5
        var height = 3
        var planes = 1
        var bits = 24
        var compression = 0
        var dataBytes = 0
        var colours = 0
        /// Bytes between the headers and the pixels.
        var between = 0
        var pixels = 48
        var start: Int?
        var claimed: Int?

        var file: [UInt8] {
            let start = start ?? 14 + header + between
            let whole = 14 + header + between + pixels
            let info = info.prefix(header)
            let rest = Bytes.zeroes(header - info.count + between + pixels)
            return Array("BM".utf8) + Bytes.little(claimed ?? whole) + Bytes.zeroes(4) + Bytes.little(start) + info
                + rest
        }

        private var info: [UInt8] {
            let core = header == 12
            let size = Bytes.little(width, core ? 2 : 4) + Bytes.little(height, core ? 2 : 4)
            let depth = Bytes.little(planes, 2) + Bytes.little(bits, 2)
            let data = Bytes.little(compression) + Bytes.little(dataBytes) + Bytes.zeroes(8) + Bytes.little(colours)
            return Bytes.little(header) + size + depth + data
        }
    }

    private static let shown: [(file: [UInt8], summary: String)] = [
        (Builder().file, "5 x 3 of 5 x 3, 1 still"),
        (Builder(header: 12).file, "5 x 3 of 5 x 3, 1 still"),
        (Builder(header: 16).file, "5 x 3 of 5 x 3, 1 still"),
        (Builder(header: 64).file, "5 x 3 of 5 x 3, 1 still"),
        (Builder(header: 108).file, "5 x 3 of 5 x 3, 1 still"),
        (Builder(header: 124).file, "5 x 3 of 5 x 3, 1 still"),
        // From the top down.
        (Builder(height: -3).file, "5 x 3 of 5 x 3, 1 still"),
        (Builder(width: 33, bits: 1, between: 8, pixels: 24).file, "33 x 3 of 33 x 3, 1 still"),
        (Builder(bits: 4, colours: 3, between: 12, pixels: 12).file, "5 x 3 of 5 x 3, 1 still"),
        (Builder(bits: 8, colours: 2, between: 8, pixels: 24).file, "5 x 3 of 5 x 3, 1 still"),
        (Builder(bits: 16, compression: 3, between: 12, pixels: 36).file, "5 x 3 of 5 x 3, 1 still"),
        (Builder(bits: 32, compression: 6, between: 16, pixels: 60).file, "5 x 3 of 5 x 3, 1 still"),
        // Of compressed pixels the length is told.
        (Builder(bits: 8, compression: 1, dataBytes: 9, between: 1024, pixels: 9).file, "5 x 3 of 5 x 3, 1 still"),
        (Builder(bits: 0, compression: 5, dataBytes: 9, pixels: 9).file, "5 x 3 of 5 x 3, 1 still"),
        // Sizes that writers leave open or wrong, and a last row without the padding that nothing announces.
        (Builder(start: 0, claimed: 0).file, "5 x 3 of 5 x 3, 1 still"),
        (Builder(claimed: 99_999).file, "5 x 3 of 5 x 3, 1 still"),
        (Builder(pixels: 47).file, "5 x 3 of 5 x 3, 1 still"),
    ]

    @Test(arguments: shown)
    func `given a bitmap, when it is measured, then size and pixels are those of its headers`(
        file: [UInt8], summary: String
    ) throws {
        let seen = try SeenPicture(file)
        #expect(seen.type == "image/bmp")
        #expect(seen.summary == summary)
        #expect(seen.inspection?.codec == "bmp")
        #expect(seen.soundness == "whole")
        #expect(seen.inspection?.foreignBytes == nil)
    }

    @Test(arguments: [40, 12, 124])
    func `given a bitmap, when it is cut anywhere, then that is told`(header: Int) throws {
        try SeenPicture.expectEveryCutTold(of: Builder(header: header).file, named: 10)
    }

    @Test func `given a size beyond the file, when bytes follow the pixels, then the padding is none of them`() throws {
        let file = Builder(claimed: 99_999).file.dropLast() + [0x2A]
        let seen = try SeenPicture(file + Array("<html>".utf8))
        #expect(seen.soundness == "whole")
        #expect(seen.inspection?.foreignBytes == 6)
    }

    @Test func `given run lengths without a length, when they are measured, then their end is looked for`() throws {
        var builder = Builder(bits: 8, compression: 1, colours: 1, between: 4, pixels: 0)
        let runs: [UInt8] = [5, 7, 0, 0, 0, 3, 1, 2, 3, 0, 0, 2, 1, 1, 0, 1]
        #expect(try SeenPicture(builder.file + runs).soundness == "whole")
        for cut in 0..<runs.count {
            let seen = try SeenPicture(builder.file + runs.prefix(cut))
            #expect(seen.soundness == "\(58 + cut): ends inside its pixel data")
        }
        builder.bits = 4
        builder.compression = 2
        #expect(try SeenPicture(builder.file + [0, 5, 0x12, 0x34, 0x50, 0, 0, 1]).soundness == "whole")
    }

    @Test func `given an embedded profile, when it lies beyond the file, then that is told`() throws {
        var file = Builder(header: 124).file
        file.replaceSubrange((14 + 56)..<(14 + 60), with: Array("DEBM".utf8))
        file.replaceSubrange((14 + 112)..<(14 + 116), with: Bytes.little(124 + 48))
        file.replaceSubrange((14 + 116)..<(14 + 120), with: Bytes.little(20))
        #expect(try SeenPicture(file).soundness == "\(file.count): ends inside its colour profile")
        #expect(try SeenPicture(file + Bytes.zeroes(20)).soundness == "whole")
    }

    @Test func `given headers that contradict themselves, when they are measured, then the place is told`() throws {
        #expect(try SeenPicture(Builder(start: 30).file).soundness == "10: declares pixel data inside its headers")
        #expect(try SeenPicture(Builder(planes: 7).file).soundness == "14: has no bitmap header where one must stand")
        #expect(try SeenPicture(Builder(bits: 7).file).soundness == "14: has no bitmap header where one must stand")
        let huge = Builder(width: 0x7FFF_FFFF, height: 0x7FFF_FFFF, bits: 32).file
        #expect(try SeenPicture(huge).soundness == "\(huge.count): ends inside its pixel data")
        #expect(try SeenPicture(huge).inspection?.declaredPixels == 0x7FFF_FFFF * 0x7FFF_FFFF)
    }

    @Test(arguments: ["BM", "BMW has built cars and motorcycles", "BM\u{0}\u{0}\u{0}\u{0}", "BM25 ranks\nby terms"])
    func `given text that begins like a bitmap, when it is looked at, then it is none`(text: String) throws {
        let bytes = Array(text.utf8)
        #expect(try SeenPicture(bytes).type == nil)
        #expect(try SeenPicture(bytes, complete: false).type == nil)
    }
}
