import AttachmentDomain
import Testing

@Suite("JPEG", .timeLimit(.minutes(1)))
struct JPEGTests {
    private static let start: [UInt8] = [0xFF, 0xD8]
    private static let end: [UInt8] = [0xFF, 0xD9]

    private static func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] {
        [0xFF, marker] + Bytes.big(body.count + 2, 2) + body
    }

    private static func frame(_ marker: UInt8 = 0xC0, width: Int = 16, height: Int = 8, components: Int = 1) -> [UInt8]
    {
        let list = (0..<components).flatMap { number -> [UInt8] in [UInt8(number + 1), 0x11, 0] }
        let size = Bytes.big(height, 2) + Bytes.big(width, 2)
        return segment(marker, [8] + size + [UInt8(components)] + list)
    }

    private static func scan(_ data: [UInt8] = [0x12, 0xFF, 0x00, 0x34]) -> [UInt8] {
        segment(0xDA, [1, 1, 0, 0, 63, 0]) + data
    }

    private static func exif(_ fields: [UInt8], isLittle: Bool = false) -> [UInt8] {
        let header: [UInt8] = isLittle ? [0x49, 0x49, 42, 0, 8, 0, 0, 0] : [0x4D, 0x4D, 0, 42, 0, 0, 0, 8]
        return segment(0xE1, Array("Exif\u{0}\u{0}".utf8) + header + fields + Bytes.zeroes(4))
    }

    private static func orientation(_ value: UInt8) -> [UInt8] {
        exif([0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, value, 0, 0])
    }

    private static func file(_ parts: [UInt8]...) -> [UInt8] {
        start + parts.flatMap(\.self)
    }

    private static let plain = file(frame(), scan(), end)

    private static let thumbnail = segment(0xE1, Array("Exif\u{0}\u{0}".utf8) + plain)

    private static let shown: [(file: [UInt8], summary: String)] = [
        (plain, "16 x 8 of 16 x 8, 1 still"),
        (file(frame(0xC2), scan(), segment(0xC4, [0]), scan(), end), "16 x 8 of 16 x 8, 1 still"),
        (file(frame(0xC9, width: 60_000, height: 60_000), scan(), end), "60000 x 60000 of 60000 x 60000, 1 still"),
        (file(frame(components: 4), segment(0xEE, Array("Adobe".utf8)), scan(), end), "16 x 8 of 16 x 8, 1 still"),
        (file(orientation(1), frame(), scan(), end), "16 x 8 of 16 x 8, 1 still"),
        (file(orientation(4), frame(), scan(), end), "16 x 8 of 16 x 8, 1 still"),
        (file(orientation(5), frame(), scan(), end), "8 x 16 of 16 x 8, 1 still"),
        (file(orientation(8), frame(), scan(), end), "8 x 16 of 16 x 8, 1 still"),
        (file(orientation(9), frame(), scan(), end), "16 x 8 of 16 x 8, 1 still"),
        (
            file(exif([1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0], isLittle: true), frame(), scan(), end),
            "8 x 16 of 16 x 8, 1 still"
        ),
        // Exif too short to hold anything.
        (file(segment(0xE1, Array("Exif\u{0}".utf8)), frame(), scan(), end), "16 x 8 of 16 x 8, 1 still"),
        // The number of lines follows the first scan.
        (file(frame(height: 0), scan(), segment(0xDC, [0, 9]), end), "16 x 9 of 16 x 9, 1 still"),
        // Fill bytes before markers, restarts within the scan, junk between segments.
        (
            file([0xFF, 0xFF, 0xFF], frame(), [0xFF], scan([1, 0xFF, 0xD0, 2, 0xFF, 0xD1]), [0xFF, 0xFF], end),
            "16 x 8 of 16 x 8, 1 still"
        ),
        (file(frame(), [0, 0, 7], scan(), end), "16 x 8 of 16 x 8, 1 still"),
        // A thumbnail with markers of its own, hidden in a segment.
        (
            file(thumbnail, frame(width: 32), scan(), end),
            "32 x 8 of 32 x 8, 1 still"
        ),
    ]

    @Test(arguments: shown)
    func `given a JPEG, when it is measured, then size and orientation are those of its segments`(
        file: [UInt8], summary: String
    ) throws {
        let seen = try SeenPicture(file)
        #expect(seen.type == "image/jpeg")
        #expect(seen.summary == summary)
        #expect(seen.inspection?.codec == "jpeg")
        #expect(seen.inspection?.durationSeconds == nil)
        #expect(seen.soundness == "whole")
        #expect(seen.inspection?.foreignBytes == nil)
    }

    private static let refused: [(file: [UInt8], soundness: String)] = [
        (file(end), "2: ends without a picture"),
        (file(frame(), end), "15: ends without a picture"),
        (file(scan(), end), "16: ends without a picture"),
        (file(frame(width: 0), scan(), end), "29: declares 0 x 8 pixels"),
        (file(frame(height: 0), scan(), end), "29: declares 16 x 0 pixels"),
        (
            file(frame(width: 8000, height: 8000), scan(), end),
            "29: declares 8000 x 8000 pixels, for which its data cannot suffice"
        ),
        (file(frame(), [0xFF, 0xE0, 0, 1], scan(), end), "15: has a length of 1 in the segment FFE0"),
        (file(frame(), scan(), [0xFF, 0x35, 0, 2], end), "29: has the marker FF35, which does not exist"),
        (file(frame(), scan()), "29: ends inside its picture data"),
        // Nine components in a header that has room for one.
        (
            file(segment(0xC0, [8, 0, 8, 0, 16, 9, 1, 17, 0]), scan(), end),
            "2: has a frame header of another length than its components need"
        ),
        (file(frame()), "15: ends before its picture data"),
    ]

    @Test(arguments: refused)
    func `given a JPEG that cannot be shown, when it is measured, then the place is told`(
        file: [UInt8], soundness: String
    ) throws {
        #expect(try SeenPicture(file).soundness == soundness)
    }

    @Test func `given a JPEG with all its parts, when it is cut anywhere, then that is told`() throws {
        let file = Self.file(Self.orientation(6), Self.frame(), Self.scan(), Self.end)
        try SeenPicture.expectEveryCutTold(of: file, named: 2)
    }

    @Test(arguments: [[0xFF, 0xD8, 0x41], [0xFF, 0xD8, 0xFF, 0x00], [0xFF, 0xD8, 0xFF, 0x41, 0x42]] as [[UInt8]])
    func `given no marker behind the first one, when it is looked at, then it never passes for one`(head: [UInt8])
        throws
    {
        #expect(try SeenPicture(head + Array("plain text goes on from here".utf8)).inspection?.whole != true)
    }

    @Test func `given bytes behind the end, when it is measured, then padding is none of them`() throws {
        let seen = try SeenPicture(Self.plain + [0, 0, 0] + Array("PK\u{3}\u{4}".utf8) + Bytes.zeroes(30))
        #expect(seen.soundness == "whole")
        #expect(seen.inspection?.foreignBytes == 34)
        #expect(try SeenPicture(Self.plain + Bytes.zeroes(512)).inspection?.foreignBytes == nil)
    }
}

/// JPEG files with more pictures behind the first one.
@Suite("multi-picture JPEG", .timeLimit(.minutes(1)))
struct MultiPictureTests {
    private static let picture: [UInt8] =
        [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 8, 0, 16, 1, 1, 0x11, 0, 0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0]
        + [1, 2, 3, 4, 0xFF, 0xD9]

    /// The first picture with an index of itself and of pictures of those kinds, and these behind it.
    private static func file(_ others: [(kind: Int, bytes: [UInt8])]) -> [UInt8] {
        let count = others.count + 1
        let indexBytes = 4 + 8 + 2 + 2 * 12 + 4 + 16 * count
        // Offsets count from behind the name of the segment.
        var next = 4 + indexBytes + picture.count - 2 - 4 - 4
        var entries = entry(0x2003_0000, size: picture.count + indexBytes + 4, offset: 0)
        for other in others {
            entries += entry(other.kind, size: other.bytes.count, offset: next)
            next += other.bytes.count
        }
        let number = field(0xB001, type: 4, count: 1, value: count)
        let list = field(0xB002, type: 7, count: 16 * count, value: 8 + 2 + 24 + 4)
        let header: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0, 2, 0]
        let index = [Array("MPF\u{0}".utf8), header, number, list, Bytes.zeroes(4), entries].flatMap(\.self)
        let segment = [0xFF, 0xE2] + Bytes.big(index.count + 2, 2) + index
        return picture.prefix(2) + segment + picture.dropFirst(2) + others.flatMap(\.bytes)
    }

    private static func field(_ tag: Int, type: Int, count: Int, value: Int) -> [UInt8] {
        Bytes.little(tag, 2) + Bytes.little(type, 2) + Bytes.little(count)
            + Bytes.little(value)
    }

    private static func entry(_ kind: Int, size: Int, offset: Int) -> [UInt8] {
        Bytes.little(kind) + Bytes.little(size) + Bytes.little(offset) + Bytes.zeroes(4)
    }

    private static func gainMap(_ name: String) -> [UInt8] {
        let segment = [0xFF, 0xE1] + Bytes.big(name.utf8.count + 2, 2) + Array(name.utf8)
        return picture.prefix(2) + segment + picture.dropFirst(2)
    }

    private static let indices: [(others: [(kind: Int, bytes: [UInt8])], frames: Int)] = [
        ([(0x02_0002, picture)], 2),
        ([(0, picture), (0x02_0003, picture)], 3),
        ([(0x01_0001, picture), (0x01_0002, picture)], 1),
        ([(0, gainMap("<x hdrgm:Version='1.0'/>"))], 1),
        ([(0, gainMap("http://ns.apple.com/HDRGainMap/1.0/"))], 1),
        ([(0, gainMap("urn:iso:std:iso:ts:21496:-1"))], 1),
    ]

    @Test(arguments: indices)
    func `given an index of pictures, when it is measured, then thumbnails and gain maps are none`(
        others: [(kind: Int, bytes: [UInt8])], frames: Int
    ) throws {
        let seen = try SeenPicture(Self.file(others))
        #expect(seen.inspection?.frames == frames)
        #expect(seen.inspection?.animated == false)
        #expect(seen.soundness == "whole")
        #expect(seen.inspection?.foreignBytes == nil)
    }

    @Test func `given a file cut in its second picture, when it is measured, then that is told`() throws {
        let file = Self.file([(0, Self.picture)])
        for cut in (file.count - Self.picture.count + 2)..<file.count {
            let seen = try SeenPicture(Array(file.prefix(cut)))
            #expect(seen.soundness == "\(cut): ends inside a picture behind the first")
        }
    }

    @Test func `given an index without its pictures, when it is measured, then the first one is whole`() throws {
        let file = Self.file([(0, Self.picture)])
        let seen = try SeenPicture(Array(file.dropLast(Self.picture.count)))
        #expect(seen.soundness == "whole")
        #expect(seen.inspection?.frames == 1)
    }

    @Test func `given pictures moved by an editor, when it is measured, then all of them are its own`() throws {
        let file = Self.file([(0, Self.gainMap("hdrgm:Version")), (0, Self.picture)])
        // The last picture lost a segment that the index still counts.
        let shorter = Array(file.dropLast(Self.picture.count)) + Self.picture.prefix(20) + Self.picture.suffix(2)
        let seen = try SeenPicture(shorter)
        #expect(seen.soundness == "whole")
        #expect(seen.inspection?.foreignBytes == nil)
    }
}
