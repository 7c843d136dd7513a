import AttachmentDomain
import Testing

@Suite("icons", .timeLimit(.minutes(1)))
struct IconTests {
    private static func png(_ width: Int, _ height: Int) -> [UInt8] {
        let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        return start + Bytes.big(13) + Array("IHDR".utf8) + Bytes.big(width) + Bytes.big(height) + Bytes.zeroes(20)
    }

    /// The header states the height of picture and mask together.
    private static func bitmap(_ width: Int, _ height: Int) -> [UInt8] {
        Bytes.little(40) + Bytes.little(width) + Bytes.little(2 * height) + [1, 0, 32, 0] + Bytes.zeroes(40)
    }

    private static func file(_ pictures: [UInt8]..., type: Int = 1) -> [UInt8] {
        var directory = Bytes.little(0, 2) + Bytes.little(type, 2) + Bytes.little(pictures.count, 2)
        var next = 6 + 16 * pictures.count
        for picture in pictures {
            directory += [16, 16, 0, 0, 1, 0, 32, 0] + Bytes.little(picture.count) + Bytes.little(next)
            next += picture.count
        }
        return directory + pictures.flatMap(\.self)
    }

    @Test(arguments: [
        (file(bitmap(16, 16)), "16 x 16 of 16 x 16, 1 still"),
        (file(png(256, 200)), "256 x 200 of 256 x 200, 1 still"),
        (file(bitmap(16, 16), png(512, 512), bitmap(48, 48)), "512 x 512 of 512 x 512, 1 still"),
    ])
    func `given an icon, when it is measured, then its largest picture gives the size`(
        file: [UInt8], summary: String
    ) throws {
        let seen = try SeenPicture(file)
        #expect(seen.type == "image/vnd.microsoft.icon")
        #expect(seen.summary == summary)
        #expect(seen.inspection?.codec == "ico")
        #expect(seen.soundness == "whole")
        try SeenPicture.expectEveryCutTold(of: file, named: 14)
    }

    @Test func `given a cursor, when it is looked at, then it stays a type that the table leaves out`() throws {
        #expect(try SeenPicture(Self.file(Self.bitmap(16, 16), type: 2)).type == nil)
    }

    @Test func `given a directory that leads to no picture, when it is looked at, then it never passes`() throws {
        let text = Self.file(Array(repeating: 0x41, count: 60))
        #expect(try SeenPicture(text).soundness == "6: has no picture in its directory")
        // A picture that is longer than its entry says.
        for (picture, length) in [(Self.bitmap(16, 16), 39), (Self.png(16, 16), 23)] {
            var file = Self.file(picture)
            file.replaceSubrange(14..<18, with: Bytes.little(length))
            #expect(try SeenPicture(file).soundness == "6: has no picture in its directory")
        }
        // The start code of a picture in an MPEG stream.
        let stream: [UInt8] = [0, 0, 1, 0, 0x10, 0x0F, 0xFF, 0xF8, 0, 0, 1, 0xB5, 0x8F, 0xFF, 0xF3, 0x41, 0x80, 0]
        #expect(try SeenPicture(stream + Bytes.zeroes(40)).type != "image/vnd.microsoft.icon")
    }
}
