import AttachmentDomain
import AttachmentInspection
import Testing

@Suite("measuring ISO and QuickTime movies", .timeLimit(.minutes(1)))
struct ISOMovieTests {
    @Test func `given a film with sound, when it is measured, then every fact is told`() throws {
        let file = MovieFile()
        let found = try inspect(file.bytes)
        #expect(found.mediaType == "video/mp4")
        #expect([found.width, found.height, found.storedWidth, found.storedHeight] == [64, 48, 64, 48])
        #expect(found.frames == 20)
        #expect(found.durationSeconds == 2)
        #expect(found.codec == "h264+aac")
        #expect(found.whole == true)
        #expect(found.foreignBytes == nil)
    }

    @Test(arguments: [
        ([0, 0x10000, 0, 0xFFFF_0000, 0, 0, 0, 0, 0x4000_0000], [48, 64]),
        ([0, 0xFFFF_0000, 0, 0x10000, 0, 0, 0, 0, 0x4000_0000], [48, 64]),
        ([0xFFFF_0000, 0, 0, 0, 0xFFFF_0000, 0, 0, 0, 0x4000_0000], [64, 48]),
    ])
    func `given a matrix, when the film is measured, then a quarter turn swaps the sides`(
        matrix: [UInt64], shown: [Int]
    ) throws {
        var file = MovieFile()
        file.tracks[0].matrix = matrix
        let found = try inspect(file.bytes)
        #expect([found.width, found.height] == shown)
        #expect([found.storedWidth, found.storedHeight] == [64, 48])
    }

    @Test func `given pixels that are not square, when the film is measured, then the shown size is the track's`()
        throws
    {
        var file = MovieFile()
        file.tracks[0].width = 85
        let found = try inspect(file.bytes)
        #expect([found.width, found.height, found.storedWidth] == [85, 48, 64])
    }

    @Test(arguments: [([1500], 2.0), ([500, 2000], 2.5), ([0], 2.0)] as [([UInt64], Double)])
    func `given edits, when the film is measured, then they are what lasts`(edits: [UInt64], seconds: Double) throws {
        var file = MovieFile()
        file.tracks[0].edits = edits
        #expect(try inspect(file.bytes).durationSeconds == seconds)
    }

    @Test func `given sound with a cover, when it is measured, then it has no size and no frames`() throws {
        var file = MovieFile(brand: "M4A ")
        file.tracks[0].entry = MovieFile.picture("jpeg", width: 600, height: 600)
        let found = try inspect(file.bytes)
        #expect(found.kind == .audio)
        #expect(found.width == nil && found.frames == nil)
        #expect(found.codec == "aac")
        #expect(found.whole == true)
    }

    @Test func `given chapter pictures, when an audiobook is measured, then it has no size`() throws {
        var file = MovieFile()
        file.tracks[1].extra = Bytes.box("tref", Bytes.box("chap", Bytes.big(1)))
        let found = try inspect(file.bytes)
        #expect(found.mediaType == "audio/mp4")
        #expect(found.width == nil)
        #expect(found.codec == "aac")
    }

    @Test(
        arguments: [
            ("avc3", nil, "h264"), ("hvc1", nil, "hevc"), ("hev1", nil, "hevc"), ("av01", nil, "av1"),
            ("vp09", nil, "vp9"),
            ("mp4v", 0x20, "mpeg4"), ("mp4v", 0x61, "mpeg2video"), ("s263", nil, "h263"), ("apch", nil, "prores"),
            ("zzzz", nil, "zzzz"),
        ] as [(String, UInt8?, String)])
    func `given a picture's sample entry, when it is read, then the codec has FFmpeg's name`(
        kind: String, object: UInt8?, codec: String
    ) throws {
        var file = MovieFile()
        file.tracks = [MovieFile.Track()]
        file.tracks[0].entry = MovieFile.picture(
            kind, width: 64, height: 48, object.map { MovieFile.descriptor($0) } ?? [])
        #expect(try inspect(file.bytes).codec == codec)
    }

    @Test(arguments: [
        (MovieFile.sound("mp4a", MovieFile.descriptor(0x40)), "aac"),
        (MovieFile.sound("mp4a", MovieFile.descriptor(0x6B)), "mp3"),
        (MovieFile.sound("mp4a", MovieFile.descriptor(0xA5)), "ac3"),
        (MovieFile.sound("alac"), "alac"),
        (MovieFile.sound("Opus"), "opus"),
        (MovieFile.sound("samr"), "amr_nb"),
        (MovieFile.sound("sowt"), "pcm_s16le"),
        (MovieFile.sound("twos", bits: 8), "pcm_s8"),
        (
            MovieFile.sound(
                "in24", version: 1, Bytes.zeroes(16) + Bytes.box("wave", Bytes.box("enda", [0, 1]))),
            "pcm_s24le"
        ),
        (MovieFile.sound("enca", Bytes.box("sinf", Bytes.box("frma", Array("ac-3".utf8)))), "ac3"),
    ])
    func `given a sound's sample entry, when it is read, then the codec has FFmpeg's name`(
        entry: [UInt8], codec: String
    ) throws {
        var file = MovieFile()
        file.tracks = [MovieFile.Track.sound]
        file.tracks[0].entry = entry
        #expect(try inspect(file.bytes).codec == codec)
    }

    @Test func `given a film of 50 MB with its tables at the end, when it is measured, then few reads do`() throws {
        let file = MovieFile()
        let window = HoledWindow(
            head: file.type + Bytes.big(50_000_008) + Array("mdat".utf8), hole: 50_000_000, tail: file.movie)
        let found = try #require(try found(window))
        #expect(found.whole == true)
        #expect(found.frames == 20)
        #expect(window.counts.reads <= 6)
        #expect(window.counts.bytes <= 200_000)
    }
}

/// A file with a hole of zeroes, which is never in memory; counts what is read of it.
struct HoledWindow: ByteWindow {
    final class Counts {
        var reads = 0
        var bytes = 0
    }

    let head: [UInt8]
    let hole: Int64
    let tail: [UInt8]
    let counts = Counts()

    var size: Int64 { Int64(head.count) + hole + Int64(tail.count) }

    func read(at offset: Int64, count: Int) -> [UInt8] {
        counts.reads += 1
        let end = min(size, offset + Int64(count))
        counts.bytes += Int(end - offset)
        return (offset..<end).map { place in
            if place < head.count { return head[Int(place)] }
            let behind = place - Int64(head.count) - hole
            return behind < 0 ? 0 : tail[Int(behind)]
        }
    }
}
