/// A small ISO movie, made box by box: `ftyp`, `mdat`, then `moov`.
struct MovieFile {
    /// Where the media data begin: behind `ftyp` and the head of `mdat`.
    static let dataStart: UInt64 = 24

    var brand = "isom"
    var tracks = [Track(), Track.sound]
    var data = FilmBytes.zeroes(80)
    var movieTimescale: UInt64 = 1000
    var movieDuration: UInt64 = 2000
    /// What stands in `moov` behind the tracks.
    var extra: [UInt8] = []

    struct Track {
        var id: UInt64 = 1
        var handler = "vide"
        var entry = MovieFile.picture("avc1", width: 64, height: 48)
        var matrix: [UInt64] = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x4000_0000]
        var width: UInt64 = 64
        var height: UInt64 = 48
        var timescale: UInt64 = 10
        /// Runs of samples with the same duration.
        var times: [(count: UInt64, delta: UInt64)] = [(20, 1)]
        /// The size of all samples; nil for a table.
        var sampleSize: UInt64?
        var sizes = [UInt64](repeating: 2, count: 20)
        var samplesPerChunk: UInt64 = 10
        var chunks: [UInt64] = [MovieFile.dataStart, MovieFile.dataStart + 20]
        /// Durations in the movie's ticks.
        var edits: [UInt64] = []
        var extra: [UInt8] = []

        static var sound: Track {
            Track(
                id: 2, handler: "soun", entry: MovieFile.sound("mp4a"), width: 0, height: 0, timescale: 8000,
                times: [(2, 8000)], sizes: [20, 20], samplesPerChunk: 2, chunks: [MovieFile.dataStart + 40])
        }

        var header: [UInt8] {
            FilmBytes.box(
                "tkhd",
                FilmBytes.big(1) + FilmBytes.zeroes(8) + FilmBytes.big(id) + FilmBytes.zeroes(4) + FilmBytes.big(0)
                    + FilmBytes.zeroes(16) + matrix.flatMap { FilmBytes.big($0) } + FilmBytes.big(width << 16)
                    + FilmBytes.big(height << 16))
        }

        var tables: [UInt8] {
            let count = UInt64(sizes.count)
            let stts =
                FilmBytes.big(0) + FilmBytes.big(UInt64(times.count))
                + times.flatMap { FilmBytes.big($0.count) + FilmBytes.big($0.delta) }
            let stsz =
                FilmBytes.big(0) + FilmBytes.big(sampleSize ?? 0) + FilmBytes.big(count)
                + (sampleSize == nil ? sizes.flatMap { FilmBytes.big($0) } : [])
            let stsc =
                FilmBytes.big(0) + FilmBytes.big(1) + FilmBytes.big(1) + FilmBytes.big(samplesPerChunk)
                + FilmBytes.big(1)
            let stco = FilmBytes.big(0) + FilmBytes.big(UInt64(chunks.count)) + chunks.flatMap { FilmBytes.big($0) }
            return FilmBytes.box("stsd", FilmBytes.big(0) + FilmBytes.big(1) + entry) + FilmBytes.box("stts", stts)
                + FilmBytes.box("stsz", stsz) + FilmBytes.box("stsc", stsc) + FilmBytes.box("stco", stco)
        }

        var bytes: [UInt8] {
            let media = FilmBytes.zeroes(12) + FilmBytes.big(timescale) + FilmBytes.big(0) + FilmBytes.zeroes(4)
            let kind = FilmBytes.zeroes(8) + Array(handler.utf8) + FilmBytes.zeroes(13)
            let rows = edits.flatMap { FilmBytes.big($0) + FilmBytes.zeroes(4) + FilmBytes.big(0x10000) }
            let list = FilmBytes.big(0) + FilmBytes.big(UInt64(edits.count)) + rows
            return FilmBytes.box(
                "trak",
                header + (edits.isEmpty ? [] : FilmBytes.box("edts", FilmBytes.box("elst", list))) + extra
                    + FilmBytes.box(
                        "mdia",
                        FilmBytes.box("mdhd", media) + FilmBytes.box("hdlr", kind)
                            + FilmBytes.box("minf", FilmBytes.box("stbl", tables))))
        }
    }

    var type: [UInt8] { FilmBytes.box("ftyp", Array(brand.utf8) + FilmBytes.zeroes(4)) }

    var movie: [UInt8] {
        let header =
            FilmBytes.zeroes(12) + FilmBytes.big(movieTimescale) + FilmBytes.big(movieDuration)
            + FilmBytes.zeroes(80)
        return FilmBytes.box("moov", FilmBytes.box("mvhd", header) + tracks.flatMap(\.bytes) + extra)
    }

    var bytes: [UInt8] { type + FilmBytes.box("mdat", data) + movie }

    /// Where `moov` begins.
    var movieStart: Int64 { Int64(type.count + 8 + data.count) }

    static func picture(_ kind: String, width: UInt64, height: UInt64, _ parts: [UInt8] = []) -> [UInt8] {
        FilmBytes.box(
            kind,
            FilmBytes.zeroes(24) + FilmBytes.big(width, 2) + FilmBytes.big(height, 2) + FilmBytes.zeroes(50) + parts)
    }

    static func sound(
        _ kind: String, version: UInt64 = 0, channels: UInt64 = 1, bits: UInt64 = 16, _ parts: [UInt8] = []
    ) -> [UInt8] {
        FilmBytes.box(
            kind,
            FilmBytes.zeroes(8) + FilmBytes.big(version, 2) + FilmBytes.zeroes(6) + FilmBytes.big(channels, 2)
                + FilmBytes.big(bits, 2) + FilmBytes.zeroes(8) + parts)
    }

    /// A descriptor of an elementary stream of that object type.
    static func descriptor(_ objectType: UInt8) -> [UInt8] {
        FilmBytes.box("esds", FilmBytes.zeroes(4) + [0x03, 0x80, 0x80, 0x80, 0x12, 0, 1, 0, 0x04, 0x0D, objectType])
    }
}
