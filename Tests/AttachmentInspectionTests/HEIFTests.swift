import AttachmentDomain
import Testing

@Suite("HEIF and AVIF", .timeLimit(.minutes(1)))
struct HEIFTests {
    /// A HEIF under construction: items with their properties, and data behind.
    private struct Builder {
        struct Item {
            var id: Int
            var type = "hvc1"
            var isHidden = false
            /// Numbers of properties, from 1.
            var properties = [1]
            /// The number of bytes in `mdat`; nil for none.
            var data: Int? = 10
        }

        var major = "heic"
        var compatible = ["mif1", "heic"]
        var primary = 1
        var items = [Item(id: 1)]
        var properties = [HEIFTests.size(64, 48)]
        var references: [(kind: String, from: Int, to: [Int])] = []
        var more: [UInt8] = []

        private var brands: [UInt8] {
            Bytes.box("ftyp", Array(major.utf8) + Bytes.zeroes(4) + compatible.flatMap { Array($0.utf8) })
        }

        private var list: [UInt8] {
            let entries = items.flatMap { item -> [UInt8] in
                let body = Bytes.big(item.id, 2) + [0, 0] + Array(item.type.utf8) + [0]
                return Bytes.fullBox("infe", version: 2, flags: item.isHidden ? 1 : 0, body)
            }
            return Bytes.fullBox("iinf", Bytes.big(items.count, 2) + entries)
        }

        private var propertyBox: [UInt8] {
            let entries = items.flatMap { item -> [UInt8] in
                Bytes.big(item.id, 2) + [UInt8(item.properties.count)] + item.properties.map { UInt8($0) }
            }
            let container = Bytes.box("ipco", properties.flatMap(\.self))
            return Bytes.box("iprp", container + Bytes.fullBox("ipma", Bytes.big(items.count) + entries))
        }

        private var referenceBox: [UInt8] {
            let entries = references.flatMap { reference -> [UInt8] in
                let ids = reference.to.flatMap { Bytes.big($0, 2) }
                return Bytes.box(reference.kind, Bytes.big(reference.from, 2) + Bytes.big(reference.to.count, 2) + ids)
            }
            return references.isEmpty ? [] : Bytes.fullBox("iref", entries)
        }

        private func locations(from start: Int) -> [UInt8] {
            var next = start
            var entries: [UInt8] = []
            let located = items.filter { $0.data != nil }
            for item in located {
                let length = item.data ?? 0
                entries += Bytes.big(item.id, 2) + [0, 0, 0, 1] + Bytes.big(next) + Bytes.big(length)
                next += length
            }
            return Bytes.fullBox("iloc", [0x44, 0] + Bytes.big(located.count, 2) + entries)
        }

        private func meta(dataAt start: Int) -> [UInt8] {
            let handler = Bytes.fullBox("hdlr", Bytes.zeroes(4) + Array("pict".utf8) + Bytes.zeroes(13))
            let parts = [
                handler, Bytes.fullBox("pitm", Bytes.big(primary, 2)), locations(from: start), list, propertyBox,
                referenceBox,
            ]
            return Bytes.fullBox("meta", parts.flatMap(\.self))
        }

        /// The box that holds the data is the last one.
        var file: [UInt8] {
            let start = brands.count + meta(dataAt: 0).count + more.count + 8
            let data = items.reduce(0) { $0 + ($1.data ?? 0) }
            return brands + meta(dataAt: start) + more + Bytes.box("mdat", Bytes.zeroes(data))
        }
    }

    private static func size(_ width: Int, _ height: Int) -> [UInt8] {
        Bytes.fullBox("ispe", Bytes.big(width) + Bytes.big(height))
    }

    private static func crop(_ width: Int, _ height: Int, below: Int = 1) -> [UInt8] {
        Bytes.box("clap", [width, below, height, below, 0, 1, 0, 1].flatMap { Bytes.big($0) })
    }

    private static func turn(_ quarters: UInt8) -> [UInt8] {
        Bytes.box("irot", [quarters])
    }

    /// A file with one item of those properties.
    private static func file(_ properties: [UInt8]..., numbers: [Int]? = nil) -> [UInt8] {
        let item = Builder.Item(id: 1, properties: numbers ?? Array(1...properties.count))
        return Builder(items: [item], properties: properties).file
    }

    private static let mirror = Bytes.box("imir", [1])

    @Test(arguments: [
        (file(size(64, 48)), "64 x 48 of 64 x 48, 1 still"),
        (file(size(64, 48), turn(1)), "48 x 64 of 64 x 48, 1 still"),
        (file(size(64, 48), turn(2), mirror), "64 x 48 of 64 x 48, 1 still"),
        (file(size(64, 48), crop(60, 40)), "60 x 40 of 64 x 48, 1 still"),
        (file(size(64, 48), crop(121, 80, below: 2), turn(3)), "40 x 61 of 64 x 48, 1 still"),
        // A crop that is none.
        (file(size(64, 48), crop(600, 40)), "64 x 48 of 64 x 48, 1 still"),
        (file(size(64, 48), crop(60, 40, below: 0)), "64 x 48 of 64 x 48, 1 still"),
        // Properties apply in the order of the item's list; numbers of none are passed over.
        (file(turn(1), size(9, 9), size(64, 48), numbers: [3, 0, 1, 77]), "48 x 64 of 64 x 48, 1 still"),
    ])
    func `given properties of the picture, when it is measured, then its size is as they make it`(
        file: [UInt8], summary: String
    ) throws {
        let seen = try SeenPicture(file)
        #expect(seen.type == "image/heic")
        #expect(seen.summary == summary)
        #expect(seen.inspection?.codec == "hevc")
        #expect(seen.soundness == "whole")
    }

    @Test func `given several items, when they are counted, then only pictures of their own are`() throws {
        var builder = Builder(primary: 10)
        builder.items = [
            Builder.Item(id: 1), Builder.Item(id: 2),
            Builder.Item(id: 10, type: "grid", properties: [2], data: nil),
            Builder.Item(id: 11), Builder.Item(id: 12), Builder.Item(id: 13),
            Builder.Item(id: 14, isHidden: true), Builder.Item(id: 15, type: "Exif", properties: []),
            Builder.Item(id: 16, type: "tmap", properties: [2], data: nil), Builder.Item(id: 17),
        ]
        builder.properties.append(Self.size(128, 48))
        builder.references = [
            ("dimg", 10, [1, 2]), ("thmb", 11, [10]), ("auxl", 12, [10]), ("cdsc", 15, [10]), ("dimg", 16, [10, 13]),
        ]
        let seen = try SeenPicture(builder.file)
        #expect(seen.summary == "128 x 48 of 128 x 48, 2 still")
        #expect(seen.inspection?.codec == "hevc")
        #expect(seen.soundness == "whole")
    }

    @Test(arguments: [
        ("heic", ["mif1"], "image/heic"), ("heix", [], "image/heic"), ("avif", ["mif1"], "image/avif"),
        ("mif1", ["heic"], "image/heic"), ("mif1", ["miaf", "avif"], "image/avif"), ("mif1", [], "image/heic"),
        ("MiHB", ["mif1", "heic"], "image/heic"), ("isom", ["avif"], "image/avif"),
    ])
    func `given brands, when a file without movie is looked at, then they name the picture`(
        major: String, compatible: [String], type: String
    ) throws {
        var builder = Builder(major: major, compatible: compatible)
        builder.items[0].type = "av01"
        let seen = try SeenPicture(builder.file)
        #expect(seen.type == type)
        #expect(seen.inspection?.codec == "av1")
        #expect(try SeenPicture(Bytes.box("free", [1, 2, 3]) + builder.file).type == type)
    }

    @Test func `given a picture's brand on a movie, when it is looked at, then the major brand decides`() throws {
        var builder = Builder(major: "mp42", compatible: ["mif1"])
        builder.more = Bytes.box("moov", Bytes.box("free"))
        #expect(try SeenPicture(builder.file).type != "image/heic")
    }

    @Test func `given a picture, when it is cut anywhere, then that is told`() throws {
        let builder = Builder(items: [Builder.Item(id: 1), Builder.Item(id: 2, type: "Exif", properties: [])])
        try SeenPicture.expectEveryCutTold(of: builder.file, named: 12)
    }

    @Test func `given data beyond the file, when it is measured, then that is told`() throws {
        var builder = Builder()
        builder.items[0].data = 10
        // The box of the data is left out, so only the places of the data tell.
        let file = Array(builder.file.dropLast(18))
        #expect(try SeenPicture(file).soundness == "\(file.count): ends inside its picture data")
    }

    @Test func `given no data, no size or no picture, when it is measured, then the place is told`() throws {
        var builder = Builder()
        builder.items[0].data = nil
        #expect(try SeenPicture(builder.file).soundness == "32: has no data for its picture")
        builder.items[0].data = 10
        builder.items[0].properties = []
        #expect(try SeenPicture(builder.file).soundness == "32: tells no size of its picture")
        // A list of properties that goes on beyond its box, where the number of the size happens to stand.
        builder.items[0].properties = []
        var file = builder.file
        let list = try #require(file.indices.dropFirst(3).last { file[($0 - 3)...$0].elementsEqual("ipma".utf8) })
        file[list + 11] = 200
        file += [UInt8](repeating: 1, count: 200)
        #expect(try SeenPicture(file).soundness == "32: tells no size of its picture")
        let empty = Bytes.box("ftyp", Array("heic".utf8) + Bytes.zeroes(4))
        #expect(try SeenPicture(empty).soundness == "16: ends without a picture")
        #expect(try SeenPicture(empty + Bytes.box("meta")).soundness == "24: ends without a picture")
    }

    @Test(arguments: ["\u{1}\u{2}\u{3}\u{4}\u{5}\u{6}\u{7}\u{8}", "words that go on like the head of a box"])
    func `given bytes behind the boxes, when it is measured, then they are foreign`(tail: String) throws {
        let seen = try SeenPicture(Builder().file + Array(tail.utf8))
        #expect(seen.soundness == "whole")
        #expect(seen.inspection?.foreignBytes == Int64(tail.utf8.count))
    }

    /// A movie of one picture track with that many samples.
    private static func movie(_ samples: Int, version: Int = 0) -> [UInt8] {
        let times = version == 0 ? Bytes.zeroes(8) : Bytes.zeroes(16)
        let duration = Bytes.big(1000) + Bytes.big(samples * 100, version == 0 ? 4 : 8)
        let header = Bytes.fullBox("mdhd", version: version, times + duration + Bytes.zeroes(4))
        let handler = Bytes.fullBox("hdlr", Bytes.zeroes(4) + Array("pict".utf8) + Bytes.zeroes(13))
        let entry = Bytes.box("av01", Bytes.zeroes(24) + Bytes.big(30, 2) + Bytes.big(20, 2) + Bytes.zeroes(50))
        let table =
            Bytes.fullBox("stsd", Bytes.big(1) + entry) + Bytes.fullBox("stsz", Bytes.big(0) + Bytes.big(samples))
        let media = header + handler + Bytes.box("minf", Bytes.box("stbl", table))
        return Bytes.box("moov", Bytes.box("trak", Bytes.box("mdia", media)))
    }

    @Test(arguments: [0, 1])
    func `given an image sequence, when it is measured, then its track tells frames and time`(version: Int) throws {
        var builder = Builder(major: "avis", compatible: ["avif", "msf1"])
        builder.items[0].type = "av01"
        builder.more = Self.movie(4, version: version)
        let seen = try SeenPicture(builder.file)
        #expect(seen.type == "image/avif")
        #expect(seen.summary == "64 x 48 of 64 x 48, 4 moving")
        #expect(seen.inspection?.durationSeconds == 0.4)
        #expect(seen.soundness == "whole")
        // With the brand of a still picture the track is another version of it.
        builder.major = "avif"
        #expect(try SeenPicture(builder.file).summary == "64 x 48 of 64 x 48, 1 still")
    }

    @Test func `given a sequence without items, when it is measured, then its track tells the size`() throws {
        let brands = Bytes.box("ftyp", Array("msf1".utf8) + Bytes.zeroes(4) + Array("hevc".utf8))
        let seen = try SeenPicture(brands + Self.movie(3))
        #expect(seen.summary == "30 x 20 of 30 x 20, 3 moving")
        #expect(seen.soundness == "whole")
    }
}
