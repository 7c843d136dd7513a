/// A small ISO movie, made box by box: `ftyp`, `mdat`, then `moov`.
struct MovieFile {
    /// Where the media data begin: behind `ftyp` and the head of `mdat`.
    static let dataStart: UInt64 = 24

    var brand = "isom"
    var tracks = [Track(), Track.sound]
    var data = Bytes.zeroes(80)
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
            Bytes.box(
                "tkhd",
                Bytes.big(1) + Bytes.zeroes(8) + Bytes.big(id) + Bytes.zeroes(4) + Bytes.big(0)
                    + Bytes.zeroes(16) + matrix.flatMap { Bytes.big($0) } + Bytes.big(width << 16)
                    + Bytes.big(height << 16))
        }

        var tables: [UInt8] {
            let count = UInt64(sizes.count)
            let stts =
                Bytes.big(0) + Bytes.big(UInt64(times.count))
                + times.flatMap { Bytes.big($0.count) + Bytes.big($0.delta) }
            let stsz =
                Bytes.big(0) + Bytes.big(sampleSize ?? 0) + Bytes.big(count)
                + (sampleSize == nil ? sizes.flatMap { Bytes.big($0) } : [])
            let stsc =
                Bytes.big(0) + Bytes.big(1) + Bytes.big(1) + Bytes.big(samplesPerChunk)
                + Bytes.big(1)
            let stco = Bytes.big(0) + Bytes.big(UInt64(chunks.count)) + chunks.flatMap { Bytes.big($0) }
            return Bytes.box("stsd", Bytes.big(0) + Bytes.big(1) + entry) + Bytes.box("stts", stts)
                + Bytes.box("stsz", stsz) + Bytes.box("stsc", stsc) + Bytes.box("stco", stco)
        }

        var bytes: [UInt8] {
            let media = Bytes.zeroes(12) + Bytes.big(timescale) + Bytes.big(0) + Bytes.zeroes(4)
            let kind = Bytes.zeroes(8) + Array(handler.utf8) + Bytes.zeroes(13)
            let rows = edits.flatMap { Bytes.big($0) + Bytes.zeroes(4) + Bytes.big(0x10000) }
            let list = Bytes.big(0) + Bytes.big(UInt64(edits.count)) + rows
            return Bytes.box(
                "trak",
                header + (edits.isEmpty ? [] : Bytes.box("edts", Bytes.box("elst", list))) + extra
                    + Bytes.box(
                        "mdia",
                        Bytes.box("mdhd", media) + Bytes.box("hdlr", kind)
                            + Bytes.box("minf", Bytes.box("stbl", tables))))
        }
    }

    var type: [UInt8] { Bytes.box("ftyp", Array(brand.utf8) + Bytes.zeroes(4)) }

    var movie: [UInt8] {
        let header =
            Bytes.zeroes(12) + Bytes.big(movieTimescale) + Bytes.big(movieDuration)
            + Bytes.zeroes(80)
        return Bytes.box("moov", Bytes.box("mvhd", header) + tracks.flatMap(\.bytes) + extra)
    }

    var bytes: [UInt8] { type + Bytes.box("mdat", data) + movie }

    /// Where `moov` begins.
    var movieStart: Int64 { Int64(type.count + 8 + data.count) }

    static func picture(_ kind: String, width: UInt64, height: UInt64, _ parts: [UInt8] = []) -> [UInt8] {
        Bytes.box(
            kind,
            Bytes.zeroes(24) + Bytes.big(width, 2) + Bytes.big(height, 2) + Bytes.zeroes(50) + parts)
    }

    static func sound(
        _ kind: String, version: UInt64 = 0, channels: UInt64 = 1, bits: UInt64 = 16, _ parts: [UInt8] = []
    ) -> [UInt8] {
        Bytes.box(
            kind,
            Bytes.zeroes(8) + Bytes.big(version, 2) + Bytes.zeroes(6) + Bytes.big(channels, 2)
                + Bytes.big(bits, 2) + Bytes.zeroes(8) + parts)
    }

    /// A descriptor of an elementary stream of that object type.
    static func descriptor(_ objectType: UInt8) -> [UInt8] {
        Bytes.box("esds", Bytes.zeroes(4) + [0x03, 0x80, 0x80, 0x80, 0x12, 0, 1, 0, 0x04, 0x0D, objectType])
    }
}
