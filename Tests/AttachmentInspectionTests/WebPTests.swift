import AttachmentDomain
import Testing

@Suite("WebP", .timeLimit(.minutes(1)))
struct WebPTests {
    private static func chunk(_ code: String, _ body: [UInt8]) -> [UInt8] {
        Array(code.utf8) + Bytes.little(body.count) + body + Bytes.zeroes(body.count % 2)
    }

    private static func file(_ chunks: [[UInt8]], size: Int? = nil) -> [UInt8] {
        let body = Array("WEBP".utf8) + chunks.flatMap(\.self)
        return Array("RIFF".utf8) + Bytes.little(size ?? body.count) + body
    }

    private static func lossy(_ width: Int, _ height: Int, partition: Int = 4) -> [UInt8] {
        let tag = Bytes.little(partition << 5 | 0x10, 3)
        let size = Bytes.little(width, 2) + Bytes.little(height, 2)
        return chunk("VP8 ", tag + [0x9D, 0x01, 0x2A] + size + [1, 2, 3, 4, 5])
    }

    private static func lossless(_ width: Int, _ height: Int) -> [UInt8] {
        chunk("VP8L", [0x2F] + Bytes.little((width - 1) | (height - 1) << 14) + [7, 7])
    }

    private static func canvas(_ width: Int, _ height: Int, flags: UInt8 = 0) -> [UInt8] {
        chunk("VP8X", [flags, 0, 0, 0] + Bytes.little(width - 1, 3) + Bytes.little(height - 1, 3))
    }

    private static func frame(_ width: Int, _ height: Int, x: Int = 0, milliseconds: Int = 70, _ picture: [UInt8])
        -> [UInt8]
    {
        let place = Bytes.little(x / 2, 3) + Bytes.little(0, 3)
        let size = Bytes.little(width - 1, 3) + Bytes.little(height - 1, 3)
        return chunk("ANMF", place + size + Bytes.little(milliseconds, 3) + [0] + picture)
    }

    private static let animation = chunk("ANIM", Bytes.zeroes(6))

    @Test(
        arguments: [
            (file([lossy(30, 20)]), "30 x 20 of 30 x 20, 1 still", nil),
            // The upper two bits of each side are a scale for viewers that like it.
            (file([lossy(30 | 0x4000, 20 | 0x8000)]), "30 x 20 of 30 x 20, 1 still", nil),
            (file([lossless(16_384, 1)]), "16384 x 1 of 16384 x 1, 1 still", nil),
            (
                file([canvas(30, 20), chunk("ALPH", [0, 1, 2]), lossy(30, 20), chunk("EXIF", [1])]),
                "30 x 20 of 30 x 20, 1 still", nil
            ),
            (
                file([
                    canvas(30, 20, flags: 2), animation, frame(30, 20, lossy(30, 20)),
                    frame(10, 20, x: 20, milliseconds: 0, chunk("ALPH", [9]) + lossless(10, 20)),
                ]), "30 x 20 of 30 x 20, 2 moving", 0.17
            ),
            (
                file([canvas(30, 20, flags: 2), animation, frame(30, 20, lossy(30, 20))]),
                "30 x 20 of 30 x 20, 1 still", nil
            ),
            // Without the flag frames are chunks like any other.
            (file([canvas(30, 20), lossy(30, 20), frame(30, 20, lossy(30, 20))]), "30 x 20 of 30 x 20, 1 still", nil),
        ] as [([UInt8], String, Double?)])
    func `given a WebP, when it is measured, then size, frames and time are those of its chunks`(
        file: [UInt8], summary: String, seconds: Double?
    ) throws {
        let seen = try SeenPicture(file)
        #expect(seen.type == "image/webp")
        #expect(seen.summary == summary)
        #expect(seen.inspection?.durationSeconds == seconds)
        #expect(seen.inspection?.codec == "webp")
        #expect(seen.soundness == "whole")
    }

    @Test func `given an orientation in Exif, when it is measured, then the size stays as browsers show it`() throws {
        let exif: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0]
        let file = Self.file([Self.canvas(30, 20, flags: 8), Self.lossy(30, 20), Self.chunk("EXIF", exif)])
        #expect(try SeenPicture(file).summary == "30 x 20 of 30 x 20, 1 still")
    }

    @Test(arguments: [
        (file([lossy(30, 20)], size: 0), "4: declares a size of 0 bytes for the whole"),
        (file([lossy(30, 20)], size: 20), "12: has the chunk VP8 reach beyond the size of the whole"),
        (file([lossy(30, 20)], size: 900), "36: ends before its declared size"),
        (file([lossy(30, 20, partition: 400)]), "12: has no picture in the chunk VP8"),
        (file([lossy(0, 20)]), "12: has no picture in the chunk VP8"),
        (file([chunk("VP8L", [0x2E, 1, 2, 3, 4])]), "12: has no picture in the chunk VP8L"),
        (file([canvas(31, 20), lossy(30, 20)]), "30: has a picture of 30 x 20 on a canvas of 31 x 20"),
        (file([canvas(30, 20, flags: 2), animation]), "44: has no picture"),
        (
            file([canvas(30, 20, flags: 2), animation, frame(30, 20, x: 2, lossy(30, 20))]),
            "44: has a frame that reaches beyond its canvas"
        ),
        (
            file([canvas(30, 20, flags: 2), animation, frame(30, 20, chunk("ALPH", [1]))]),
            "44: has a frame without its picture"
        ),
        (file([canvas(1 << 24, 1 << 24), lossy(30, 20)]), "12: declares 16777216 x 16777216 pixels"),
    ])
    func `given a WebP that contradicts itself, when it is measured, then the place is told`(
        file: [UInt8], soundness: String
    ) throws {
        #expect(try SeenPicture(file).soundness == soundness)
    }

    @Test func `given an animation, when it is cut anywhere, then that is told`() throws {
        let frames = [Self.frame(30, 20, Self.lossy(30, 20)), Self.frame(30, 20, Self.lossless(30, 20))]
        let file = Self.file([Self.canvas(30, 20, flags: 2), Self.animation] + frames)
        try SeenPicture.expectEveryCutTold(of: file, named: 12)
    }

    @Test func `given a last chunk of odd length, when its padding is not counted, then it may be missing`() throws {
        let chunks = [Self.canvas(30, 20), Self.lossy(30, 20), Self.chunk("EXIF", [1])]
        let counted = Self.file(chunks)
        let file = Self.file(chunks, size: counted.count - 9)
        #expect(try SeenPicture(file).soundness == "whole")
        #expect(try SeenPicture(file.dropLast()).soundness == "whole")
        #expect(try SeenPicture(file.dropLast(2)).soundness == "\(file.count - 2): ends inside the chunk EXIF")
        #expect(try SeenPicture(counted.dropLast()).soundness == "\(file.count - 1): ends before its declared size")
    }

    @Test func `given bytes behind the whole, when it is measured, then they are foreign`() throws {
        let seen = try SeenPicture(Self.file([Self.lossy(30, 20)]) + Array("PK\u{3}\u{4} and more of it".utf8))
        #expect(seen.soundness == "whole")
        #expect(seen.inspection?.foreignBytes == 19)
    }

    @Test func `given other chunks first, when it is looked at, then it shows nothing`() throws {
        let file = Self.file([Self.chunk("JUNK", [1, 2])])
        #expect(try SeenPicture(file).soundness == "22: has no picture")
        #expect(try SeenPicture(Array("RIFF is the container of WEBP files".utf8)).type == nil)
    }
}
