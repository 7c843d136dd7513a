import AttachmentDomain
import AttachmentInspection
import Testing

@Suite("ISO movies that are cut, damaged, or only odd", .timeLimit(.minutes(1)))
struct ISODamageTests {
    /// A film that differs from the usual one, and what is wrong with it.
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let bytes: [UInt8]
        let until: Int64
        let damage: String

        /// Sound up to the movie box where nothing else is said; `.max` stands for all of the file.
        init(_ name: String, until: Int64? = nil, _ damage: String, _ change: (inout MovieFile) -> Void) {
            var file = MovieFile()
            change(&file)
            testDescription = name
            bytes = file.bytes
            self.until = until ?? file.movieStart
            self.damage = damage
        }
    }

    static let cases: [Case] = [
        Case("no ticks", "declares 0 ticks a second") { $0.movieTimescale = 0 },
        Case("no tracks", "has no tracks") { $0.tracks = [] },
        Case("49 days", "declares 4233600 s, which none of its tracks lasts") { $0.movieDuration = 4_233_600_000 },
        Case("nested", "has a box moov inside the box moov") { $0.extra = Bytes.box("moov") },
        Case("no ticks in a track", until: 220, "declares 0 ticks a second in a track") { $0.tracks[0].timescale = 0 },
        Case("chunk outside", until: .max, "ends before the media data of its track do") {
            $0.tracks[1].chunks = [5000]
        },
        Case("last chunk cut", until: .max, "ends before the media data of its track do") {
            $0.tracks[1].sizes[1] = 2000
        },
        Case("no samples", until: .max, "ends without any samples") {
            for track in $0.tracks.indices {
                $0.tracks[track].sizes = []
                $0.tracks[track].times = []
                $0.tracks[track].chunks = []
            }
        },
    ]

    @Test(arguments: cases)
    func `given a damaged film, when it is measured, then what is wrong is told`(damaged: Case) throws {
        let found = try inspect(damaged.bytes)
        #expect(found.whole == false)
        #expect(found.wholeUntil == min(damaged.until, Int64(damaged.bytes.count)))
        #expect(found.damage == damaged.damage)
    }

    @Test func `given more samples than their table holds, when it is measured, then the table is damaged`() throws {
        let file = MovieFile()
        var bytes = file.bytes
        let place = try #require(bytes.firstRange(of: Array("stsz".utf8))).lowerBound
        bytes.replaceSubrange((place + 12)..<(place + 16), with: Bytes.big(0x7FFF_FFFF))
        let found = try inspect(bytes)
        #expect(found.wholeUntil == Int64(place - 4))
        #expect(found.damage == "declares 2147483647 samples, more than their table holds")
    }

    @Test(arguments: [0, 0x7FFF_FFFF] as [UInt64])
    func `given an absurd size of ftyp, when it is measured, then nothing of it is sound`(size: UInt64) throws {
        let bytes = Bytes.big(size) + MovieFile().bytes.dropFirst(4)
        let found = try inspect(bytes)
        #expect(found.wholeUntil == 0)
        #expect(found.damage == "declares an absurd size of its box ftyp")
    }

    @Test func `given a film, when it is cut anywhere, then that is seen`() throws {
        let file = MovieFile()
        try expectCutsAreSeen(file.bytes, from: 6)
        try expectCutsAreSeen(file.type + file.movie + Bytes.box("mdat", file.data), from: 6)
    }

    @Test func `given bytes that are a size and the name ftyp, when they are all, then it is a cut film`() throws {
        let found = try inspect(Array(MovieFile().bytes.prefix(8)))
        #expect(found.mediaType == "video/mp4")
        #expect(found.wholeUntil == 8)
    }

    @Test(
        arguments: [
            ("zeroes", Bytes.zeroes(100), nil, nil),
            ("an unknown box", Bytes.box("abcd", [1, 2, 3]), nil, nil),
            ("a page", Array("<html><body>hello</body></html>".utf8), 31, "text/html"),
            ("a document", Array("%PDF-1.4\n%%EOF".utf8), 14, "application/pdf"),
        ] as [(String, [UInt8], Int64?, String?)])
    func `given bytes behind the last box, when the film is measured, then it is whole and they are told`(
        name: String, tail: [UInt8], count: Int64?, type: String?
    ) throws {
        let found = try inspect(MovieFile().bytes + tail)
        #expect(found.whole == true)
        #expect(found.foreignBytes == count)
        #expect(found.foreignType == type)
    }

    @Test func `given a box of media data that claims too little, when the film is measured, then its samples end it`()
        throws
    {
        var film = MovieFile()
        film.data = [UInt8](repeating: 5, count: 80)
        let shift = UInt64(film.movie.count)
        for track in film.tracks.indices { film.tracks[track].chunks = film.tracks[track].chunks.map { $0 + shift } }
        let bytes = film.type + film.movie + Bytes.box("mdat", size: 20, film.data)
        let found = try inspect(bytes + [UInt8](repeating: 7, count: 30))
        #expect(found.whole == true)
        #expect(found.foreignBytes == 30)
        #expect(try inspect(bytes).whole == true)
    }

    @Test func `given sizes of 64 bits or to the end, when the film is measured, then it is whole`() throws {
        let file = MovieFile()
        let large = Bytes.big(1) + Array("mdat".utf8) + Bytes.big(UInt64(file.data.count) + 16, 8) + file.data
        #expect(try inspect(file.type + large + file.movie).whole == true)
        var first = file
        let shift = UInt64(file.movie.count)
        for track in first.tracks.indices { first.tracks[track].chunks = first.tracks[track].chunks.map { $0 + shift } }
        let open = first.type + first.movie + Bytes.box("mdat", size: 0, first.data)
        #expect(try inspect(open).whole == true)
        let cut = try inspect(open.dropLast(30))
        #expect(cut.whole == false)
        #expect(cut.wholeUntil == Int64(open.count - 30))
    }

    @Test(arguments: [0, 0xFFFF_FFFF, 1500] as [UInt64])
    func `given a duration that is not known or short, when the film is measured, then it is whole`(
        duration: UInt64
    ) throws {
        var file = MovieFile()
        file.movieDuration = duration
        let found = try inspect(file.bytes)
        #expect(found.whole == true)
        #expect(found.durationSeconds == 2)
    }

    @Test func `given uncompressed sound by QuickTime, when its last chunk is cut, then that is seen`() throws {
        var file = MovieFile(brand: "qt  ")
        file.tracks = [MovieFile.Track.sound]
        file.tracks[0].entry = MovieFile.sound("sowt", channels: 2)
        file.tracks[0].sampleSize = 1
        file.tracks[0].sizes = [UInt64](repeating: 1, count: 20)
        file.tracks[0].samplesPerChunk = 20
        file.tracks[0].chunks = [MovieFile.dataStart]
        #expect(try inspect(file.bytes).whole == true)
        file.tracks[0].sizes = [UInt64](repeating: 1, count: 2000)
        file.tracks[0].samplesPerChunk = 2000
        #expect(try inspect(file.bytes).whole == false)
        // 64 samples in 34 bytes.
        let packing = Bytes.big(64) + Bytes.big(34) + Bytes.big(34) + Bytes.big(2)
        file.tracks[0].entry = MovieFile.sound("ima4", version: 1, packing)
        file.data = Bytes.zeroes(2000 * 34 / 64)
        #expect(try inspect(file.bytes).whole == true)
    }
}

@Suite("fragmented ISO movies", .timeLimit(.minutes(1)))
struct ISOFragmentTests {
    /// A movie without samples, which fragments follow.
    private var opening: [UInt8] {
        var file = MovieFile()
        file.movieDuration = 0
        file.tracks = [MovieFile.Track()]
        file.tracks[0].sizes = []
        file.tracks[0].times = []
        file.tracks[0].chunks = []
        let defaults = Bytes.big(0) + Bytes.big(1) + Bytes.big(1) + Bytes.big(2) + Bytes.zeroes(8)
        file.extra = Bytes.box("mvex", Bytes.box("trex", defaults))
        return file.type + file.movie
    }

    private func fragment(flags: UInt64 = 0, rows: [UInt64] = [], samples: UInt64, at time: UInt64? = nil) -> [UInt8] {
        let run = Bytes.big(flags) + Bytes.big(samples) + rows.flatMap { Bytes.big($0) }
        let start = time.map { Bytes.box("tfdt", Bytes.big(0) + Bytes.big($0)) } ?? []
        let track = Bytes.box("tfhd", Bytes.big(0) + Bytes.big(1)) + start + Bytes.box("trun", run)
        return Bytes.box("moof", Bytes.box("traf", track))
    }

    private var data: [UInt8] { Bytes.box("mdat", Bytes.zeroes(16)) }

    @Test func `given fragments, when they are measured, then their samples count and last`() throws {
        let file = opening + fragment(samples: 5) + data + fragment(flags: 0x100, rows: [3, 4], samples: 2) + data
        let found = try inspect(file)
        #expect(found.frames == 7)
        // Five of two tenths by the default, then three and four tenths.
        #expect(found.durationSeconds == 1.7)
        #expect(found.whole == true)
    }

    @Test func `given samples without a duration, when the fragments tell their times, then those count`() throws {
        let runs = [1000, 1008, 1016].map { fragment(flags: 0x100, rows: [$0 == 1016 ? 2 : 0], samples: 1, at: $0) }
        #expect(try inspect(opening + runs.flatMap { $0 + data }).durationSeconds == 1.8)
    }

    @Test func `given no fragments, when the opening is measured, then nothing can be played`() throws {
        let found = try inspect(opening)
        #expect(found.wholeUntil == Int64(opening.count))
        #expect(found.damage == "ends without any samples")
    }

    @Test func `given fragments, when they are cut anywhere, then that is seen but for their own ends`() throws {
        let first = opening + fragment(samples: 5) + data
        try expectCutsAreSeen(first + fragment(samples: 5) + data, from: 6, except: [first.count])
    }

    @Test func `given a run of more samples than it describes, when it is measured, then the fragment is damaged`()
        throws
    {
        let file = opening + fragment(samples: 5) + data
        let damaged = file + fragment(flags: 0x100, rows: [3], samples: 0xFFFF_FFFF) + data
        let found = try inspect(damaged)
        #expect(found.wholeUntil == Int64(file.count))
        #expect(found.damage == "declares more samples in a fragment than it describes")
    }

    @Test func `given an index of segments, when one of them is missing, then that is seen`() throws {
        let segment = fragment(samples: 5) + data
        let rows = [UInt64(segment.count), UInt64(segment.count)].flatMap { Bytes.big($0) + Bytes.zeroes(8) }
        let index = Bytes.box(
            "sidx",
            Bytes.big(0) + Bytes.big(1) + Bytes.big(10) + Bytes.zeroes(8) + Bytes.big(0, 2)
                + Bytes.big(2, 2) + rows)
        #expect(try inspect(opening + index + segment + segment).whole == true)
        let found = try inspect(opening + index + segment)
        #expect(found.whole == false)
        #expect(found.damage == "ends before the segments that sidx announces")
        let page = try inspect(opening + index + segment + Array(repeating: UInt8(ascii: "<"), count: 500))
        #expect(page.wholeUntil == found.wholeUntil)
        #expect(page.damage == found.damage)
    }

    @Test(arguments: ["free", "skip", "wide", "pnot", "mdat"])
    func `given QuickTime without a type, when it is cut before its index, then it is named and cut`(
        opening: String
    ) throws {
        let file = Bytes.box(opening, Bytes.zeroes(8)) + Bytes.box("mdat", size: 5000, Bytes.zeroes(300))
        let inspection = try inspect(file)
        #expect(inspection.mediaType == "video/quicktime")
        #expect(inspection.whole == false)
        #expect(inspection.wholeUntil == Int64(file.count))
        let early = try look(at: file, complete: false)
        #expect(early == .undecided || opening == "mdat" && early.names(.media(inspection)))
    }

    /// A box of the first track that is renamed, or claims 16 MiB more.
    @Test(
        arguments: [
            ("hdlr", "has a track without the box hdlr"), ("mdia", "has a track without the box mdia"),
            ("minf", "has a track without the box minf"), ("stbl", "has a track without the box stbl"),
            ("stsd", "has a track without the box stsd"),
        ], [true, false])
    func `given a track whose boxes do not fit, when it is measured, then the film is damaged`(
        box: (name: String, damage: String), isRenamed: Bool
    ) throws {
        var bytes = MovieFile().bytes
        let name = Array(box.name.utf8)
        let place = try #require(bytes.indices.first { bytes[$0...].starts(with: name) })
        if isRenamed { bytes[place] = UInt8(ascii: "x") } else { bytes[place - 4] = 1 }
        let inspection = try inspect(bytes)
        #expect(inspection.whole == false)
        let damage = inspection.damage ?? ""
        #expect(
            isRenamed ? damage == box.damage : damage.hasPrefix("has a box \(box.name) that reaches beyond the box"))
    }

    @Test func `given a picture track without samples beside sound, when it is measured, then there is no film`() throws
    {
        var file = MovieFile()
        file.tracks[0].sizes = []
        file.tracks[0].times = []
        file.tracks[0].chunks = []
        let inspection = try inspect(file.bytes)
        #expect(inspection.whole == false)
        #expect(inspection.damage == "has a picture track without a picture")
    }
}
