import AttachmentDomain
import Testing

@Suite("GIF", .timeLimit(.minutes(1)))
struct GIFTests {
    private static func head(_ version: String = "89a", width: Int = 3, height: Int = 2, table: Int? = 0) -> [UInt8] {
        let flags = table.map { 0x80 | UInt8($0) } ?? 0
        let colours = table.map { Bytes.zeroes(3 << ($0 + 1)) } ?? []
        return Array("GIF\(version)".utf8) + Bytes.little(width, 2) + Bytes.little(height, 2)
            + [flags, 0, 0] + colours
    }

    private static func frame(width: Int = 3, height: Int = 2, table: Int? = nil, data: [UInt8] = [2, 0x44, 1, 0])
        -> [UInt8]
    {
        let flags = table.map { 0x80 | UInt8($0) } ?? 0
        let colours = table.map { Bytes.zeroes(3 << ($0 + 1)) } ?? []
        return [0x2C, 0, 0, 0, 0] + Bytes.little(width, 2) + Bytes.little(height, 2) + [flags]
            + colours + [2] + data
    }

    private static func delay(_ hundredths: Int) -> [UInt8] {
        [0x21, 0xF9, 4, 0] + Bytes.little(hundredths, 2) + [0, 0]
    }

    private static let loop: [UInt8] = [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
    private static let trailer: [UInt8] = [0x3B]

    @Test(
        arguments: [
            (head() + frame() + trailer, "3 x 2 of 3 x 2, 1 still", nil),
            (head("87a", table: nil) + frame(table: 1) + trailer, "3 x 2 of 3 x 2, 1 still", nil),
            (head() + loop + delay(50) + frame() + trailer, "3 x 2 of 3 x 2, 1 still", nil),
            (head() + loop + delay(7) + frame() + delay(13) + frame() + trailer, "3 x 2 of 3 x 2, 2 moving", 0.2),
            // A delay of 10 ms or less is shown as 100 ms, and so is a frame without one.
            (head() + delay(1) + frame() + delay(2) + frame() + frame() + trailer, "3 x 2 of 3 x 2, 3 moving", 0.22),
            // A screen without a size is that of the first picture.
            (head(width: 0, height: 0) + frame(width: 5, height: 4) + trailer, "5 x 4 of 5 x 4, 1 still", nil),
            // Superfluous ends of blocks, empty pictures, and extensions that are not known.
            (
                head() + [0, 0] + frame(data: [0]) + [0x21, 0xCE, 1, 9, 0] + frame() + trailer,
                "3 x 2 of 3 x 2, 2 moving", 0.2
            ),
        ] as [([UInt8], String, Double?)])
    func `given a GIF, when it is measured, then size, pictures and time are those of its blocks`(
        file: [UInt8], summary: String, seconds: Double?
    ) throws {
        let seen = try SeenPicture(file)
        #expect(seen.type == "image/gif")
        #expect(seen.summary == summary)
        #expect(seen.inspection?.durationSeconds == seconds)
        #expect(seen.inspection?.codec == "gif")
        #expect(seen.soundness == "whole")
        #expect(seen.inspection?.foreignBytes == nil)
    }

    @Test func `given a frame larger than the screen, when it is measured, then its pixels count`() throws {
        let seen = try SeenPicture(Self.head() + Self.frame(width: 60_000, height: 50_000) + Self.trailer)
        #expect(seen.summary == "3 x 2 of 3 x 2, 1 still")
        #expect(seen.inspection?.declaredPixels == 3_000_000_000)
    }

    @Test(arguments: [
        (head() + trailer, "19: has no picture"),
        (head(width: 0, height: 0) + frame(width: 0, height: 9) + trailer, "34: has no size"),
        (
            head(width: 65_535, height: 65_535) + frame() + trailer,
            "6: declares a screen of 65535 x 65535 pixels for pictures of 3 x 2 at most"
        ),
        (head() + frame() + [0x99, 1, 2, 3], "34: has no block where one must begin"),
    ])
    func `given a GIF that shows nothing or breaks off, when it is measured, then the place is told`(
        file: [UInt8], soundness: String
    ) throws {
        #expect(try SeenPicture(file).soundness == soundness)
    }

    @Test func `given an animation, when it is cut anywhere, then that is told`() throws {
        let file =
            Self.head() + Self.loop + Self.delay(7) + Self.frame(table: 0) + Self.delay(7) + Self.frame() + Self.trailer
        try SeenPicture.expectEveryCutTold(of: file, named: 3)
        #expect(try SeenPicture(file.dropLast()).soundness == "\(file.count - 1): ends without its trailer")
    }

    @Test func `given bytes behind the trailer, when it is measured, then they are foreign`() throws {
        let file = Self.head() + Self.frame() + Self.trailer
        let seen = try SeenPicture(file + [0, 0] + Array("<script>alert(1)</script>".utf8))
        #expect(seen.soundness == "whole")
        #expect(seen.inspection?.foreignBytes == 25)
    }

    @Test(arguments: [
        "GIF89a files are old, and large.", "GIF89a is older! And older.", "GIF89a,GIF87a;JPEG!", "GIF90a", "GIF90a!",
    ])
    func `given text that begins like a GIF, when it is looked at, then it is none`(text: String) throws {
        let bytes = Array(text.utf8)
        #expect(try SeenPicture(bytes).type == nil)
        for length in 1...bytes.count {
            #expect(try SeenPicture(Array(bytes.prefix(length)), complete: false).type == nil)
        }
    }

    @Test func `given another version, when it is looked at, then it is no media`() throws {
        var file = Self.head() + Self.frame() + Self.trailer
        file.replaceSubrange(3..<5, with: Array("90".utf8))
        #expect(try SeenPicture(file).type == nil)
    }
}
