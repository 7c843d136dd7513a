import AttachmentDomain
import Testing

@Suite("TIFF", .timeLimit(.minutes(1)))
struct TIFFTests {
    /// A TIFF under construction, in either byte order and with offsets of either width.
    struct Builder: Sendable {
        var isLittle = true
        var isBig = false

        /// A tag, a type, and its values.
        typealias Field = (tag: Int, type: Int, values: [Int])

        func number(_ value: Int, _ count: Int) -> [UInt8] {
            isLittle ? Bytes.little(value, count) : Bytes.big(value, count)
        }

        var headerBytes: Int { isBig ? 16 : 8 }

        func header(first: Int) -> [UInt8] {
            let order: [UInt8] = isLittle ? [0x49, 0x49] : [0x4D, 0x4D]
            if isBig { return order + number(43, 2) + number(8, 2) + number(0, 2) + number(first, 8) }
            return order + number(42, 2) + number(first, 4)
        }

        /// A directory that begins at `start`; values that do not fit into their field follow it.
        func directory(_ fields: [Field], at start: Int, next: Int = 0) -> [UInt8] {
            let width = isBig ? 8 : 4
            var list = number(fields.count, isBig ? 8 : 2)
            var values: [UInt8] = []
            let end = start + list.count + fields.count * (4 + 2 * width) + width
            for field in fields {
                let size = [1: 1, 3: 2, 4: 4, 16: 8][field.type] ?? 1
                let bytes = field.values.flatMap { number($0, size) }
                list += number(field.tag, 2) + number(field.type, 2) + number(field.values.count, width)
                if bytes.count > width {
                    list += number(end + values.count, width)
                    values += bytes
                } else {
                    list += bytes + Bytes.zeroes(width - bytes.count)
                }
            }
            return list + number(next, width) + values
        }

        /// The fields that every page has; the data of one plain grey strip stand where told.
        func page(_ width: Int = 6, _ height: Int = 4, data: Int, count: Int? = nil, more: [Field] = []) -> [Field] {
            let fields: [Field] = [
                (256, 3, [width]), (257, 4, [height]), (258, 3, [8]), (259, 3, [1]), (273, 4, [data]),
                (279, 4, [count ?? width * height]),
            ]
            return (fields + more).sorted { $0.tag < $1.tag }
        }

        /// One page with its data before the directory, so that a cut takes the directory.
        func file(more: [Field] = []) -> [UInt8] {
            let directory = headerBytes + 24
            return header(first: directory) + Bytes.zeroes(24)
                + self.directory(page(data: headerBytes, more: more), at: directory)
        }

        /// One page with its data behind the directory, so that a cut takes the data.
        func fileWithDataLast(count: Int? = nil, more: [Field] = []) -> [UInt8] {
            let size = self.directory(page(data: 0, more: more), at: headerBytes).count
            let page = page(data: headerBytes + size, count: count, more: more)
            return header(first: headerBytes) + self.directory(page, at: headerBytes) + Bytes.zeroes(24)
        }
    }

    static let builders = [
        Builder(), Builder(isLittle: false), Builder(isBig: true), Builder(isLittle: false, isBig: true),
    ]

    @Test(arguments: builders)
    func `given a TIFF of any byte order and width, when it is measured, then its first page is told`(
        builder: Builder
    ) throws {
        for file in [builder.file(), builder.fileWithDataLast()] {
            let seen = try SeenPicture(file)
            #expect(seen.type == "image/tiff")
            #expect(seen.summary == "6 x 4 of 6 x 4, 1 still")
            #expect(seen.inspection?.codec == "tiff")
            #expect(seen.soundness == "whole")
        }
        let turned = try SeenPicture(builder.file(more: [(274, 3, [6])]))
        #expect(turned.summary == "4 x 6 of 6 x 4, 1 still")
    }

    @Test(arguments: builders)
    func `given a TIFF, when it is cut anywhere, then that is told`(builder: Builder) throws {
        try SeenPicture.expectEveryCutTold(of: builder.fileWithDataLast(more: [(270, 1, Array(0..<20))]), named: 4)
        let last = builder.file(more: [(270, 1, Array(0..<20))])
        // What stands in the directory's own last bytes are values.
        try SeenPicture.expectEveryCutTold(of: last, named: 4)
    }

    /// Pages of those kinds, one directory after the other.
    private static func pages(_ kinds: [[Builder.Field]], last: Int = 0) -> [UInt8] {
        let builder = Builder()
        var bytes = builder.header(first: 32) + Bytes.zeroes(24)
        for (index, more) in kinds.enumerated() {
            let page = builder.page(6 - index, data: 8, count: 4, more: more)
            let size = builder.directory(page, at: 0).count
            let next = index == kinds.count - 1 ? last : bytes.count + size
            bytes += builder.directory(page, at: bytes.count, next: next)
        }
        return bytes
    }

    @Test(arguments: [
        (pages([[], [], []]), "6 x 4 of 6 x 4, 3 still"),
        // A thumbnail first, then the picture, its mask, and another page.
        (pages([[(254, 4, [1])], [(254, 4, [0])], [(254, 4, [4])], [(254, 4, [2])]]), "5 x 4 of 5 x 4, 2 still"),
        (pages([[(255, 3, [1])], [(255, 3, [2])]]), "6 x 4 of 6 x 4, 1 still"),
        (pages([[(254, 4, [1])]]), "6 x 4 of 6 x 4, 1 still"),
    ])
    func `given several directories, when they are counted, then thumbnails and masks are no pages`(
        file: [UInt8], summary: String
    ) throws {
        let seen = try SeenPicture(file)
        #expect(seen.summary == summary)
        #expect(seen.soundness == "whole")
    }

    @Test func `given directories in a ring, when they are counted, then the walk ends`() throws {
        let seen = try SeenPicture(Self.pages([[], []], last: 32))
        #expect(seen.soundness == "32: has a chain of directories without end")
        #expect(seen.inspection?.frames == 2)
    }

    @Test func `given a last directory beyond the file, when it is measured, then the file was cut`() throws {
        let file = Self.pages([[], []], last: 5000)
        #expect(try SeenPicture(file).soundness == "\(file.count): ends before a directory")
    }

    private static let header = Builder().header(first: 8)

    @Test(arguments: [
        (Builder().header(first: 0) + Bytes.zeroes(20), "0: has no directory"),
        (header + Builder().directory([(258, 3, [8]), (273, 4, [8])], at: 8), "8: has a directory without a size"),
        (header + Builder().directory([(256, 3, [0]), (257, 3, [9])], at: 8), "8: declares 0 x 9 pixels"),
        (
            header + Builder().directory([(256, 3, [9]), (257, 3, [9])], at: 8),
            "8: has a directory without picture data"
        ),
    ])
    func `given a directory that shows nothing, when it is measured, then the place is told`(
        file: [UInt8], soundness: String
    ) throws {
        #expect(try SeenPicture(file).soundness == soundness)
    }

    @Test func `given lengths that writers leave wrong, when the data are there, then the file is whole`() throws {
        let builder = Builder()
        #expect(try SeenPicture(builder.fileWithDataLast(count: 9999)).soundness == "whole")
        let cut = Array(builder.fileWithDataLast(count: 9999).dropLast())
        #expect(try SeenPicture(cut).soundness == "\(cut.count): ends inside its picture data")
        // Of compressed data the length is all that is known.
        var packed = builder.fileWithDataLast(count: 9999)
        let compression = try #require(packed.indices.first { packed[$0...].starts(with: [0x03, 1, 3, 0]) })
        packed[compression + 8] = 5
        #expect(try SeenPicture(packed).soundness == "\(packed.count): ends inside its picture data")
    }

    @Test func `given many strips, when one of them lies beyond the file, then that is told`() throws {
        let builder = Builder()
        func file(_ offsets: [Int], _ counts: [Int]) -> [UInt8] {
            let fields: [Builder.Field] = [(256, 3, [6]), (257, 3, [4]), (273, 4, offsets), (279, 3, counts)]
            return builder.header(first: 32) + Bytes.zeroes(24) + builder.directory(fields, at: 32)
        }
        #expect(try SeenPicture(file([8, 14, 20, 26], [6, 6, 6, 6])).soundness == "whole")
        // A strip that was left out has no bytes.
        #expect(try SeenPicture(file([8, 14, 99_999, 26], [6, 6, 0, 6])).soundness == "whole")
        let beyond = file([8, 14, 99_999, 26], [6, 6, 6, 6])
        #expect(try SeenPicture(beyond).soundness == "\(beyond.count): ends inside its picture data")
    }

    @Test func `given a private field that points nowhere, when it is measured, then it does not matter`() throws {
        let builder = Builder()
        var file = builder.file(more: [(40_000, 1, Array(0..<20))])
        file.removeLast(20)
        #expect(try SeenPicture(file).soundness == "whole")
    }
}
