/// The header list of an AVI file: the main header, and what it says of each stream.
struct AVIHeader {
    private static let streamLimit = 64
    /// An index of more bytes is not read.
    private static let longestIndex: Int64 = 65_536

    struct Stream {
        /// `vids`, `auds`.
        var kind: FourCC = ""
        var codec: String?
        var size: PixelSize?
        /// Frames, or pieces of sound.
        var length: UInt64 = 0
        var seconds: Double = 0
    }

    private(set) var streams: [Stream] = []
    /// The frames of all parts by `dmlh` of OpenDML, else those of the first part by `avih`.
    private var frames: UInt64 = 0
    private var microsecondsPerFrame: UInt64 = 0
    /// Pieces of the picture stream that are empty: the frame before is shown on.
    private var emptyFrames: UInt64 = 0

    /// Whether the recorder has not come to write down how much there is.
    var isUnfinished: Bool {
        frames == 0 && streams.allSatisfy { $0.length == 0 }
    }

    /// Reads the list `hdrl`.
    mutating func read(_ list: RIFFChunks.Chunk, _ chunks: RIFFChunks) throws(InspectionFault) {
        try Self.walk(list, chunks) { part, kind throws(InspectionFault) in
            switch kind {
            case "avih":
                microsecondsPerFrame = try chunks.number(at: part.body) ?? 0
                frames = try chunks.number(at: part.body + 16) ?? 0
            case "strl" where streams.count < Self.streamLimit: streams.append(try Self.stream(part, chunks))
            case "odml": frames = try Self.extendedFrames(part, chunks) ?? frames
            default: break
            }
        }
    }

    /// Takes the empty frames from the index `idx1` (AVIOLDINDEX: code, flags, offset, size), where it is short.
    mutating func readIndex(_ index: RIFFChunks.Chunk, _ chunks: RIFFChunks) throws(InspectionFault) {
        guard let picture = streams.firstIndex(where: { $0.kind == "vids" }), picture < 10,
            index.claimedBytes <= Self.longestIndex, chunks.bytes.takes(entries: Int(index.claimedBytes / 16))
        else { return }
        let prefix = UInt64(0x3030 + picture) << 16
        let kinds = [FourCC(prefix | 0x6463), FourCC(prefix | 0x6462)]
        for row in stride(from: index.body, to: index.end, by: 16) {
            guard let code = try chunks.bytes.code(at: row), let size = try chunks.number(at: row + 12) else { return }
            if size == 0, kinds.contains(code) { emptyFrames += 1 }
        }
    }

    /// What the header tells of the film.
    var measurement: Measurement {
        var found = Measurement()
        let picture = streams.first { $0.kind == "vids" }
        found.stored = picture?.size
        let pictures = picture.map { $0.length > 0 ? $0.length : frames }
        found.frames = pictures.flatMap { $0 > emptyFrames ? Int(exactly: $0 - emptyFrames) : nil }
        for stream in [picture].compactMap(\.self) + streams.filter({ $0.kind == "auds" }) {
            if let codec = stream.codec, !found.codecs.contains(codec) { found.codecs.append(codec) }
        }
        let heard = streams.filter { $0.kind == "auds" || $0.kind == "vids" }.map(\.seconds).max() ?? 0
        let seconds = heard > 0 ? heard : Double(frames) * Double(microsecondsPerFrame) / 1_000_000
        found.seconds = seconds > 0 ? seconds : nil
        return found
    }

    /// Goes through the chunks of a list; a list goes by the name of its form.
    private static func walk(
        _ list: RIFFChunks.Chunk, _ chunks: RIFFChunks,
        _ visit: (RIFFChunks.Chunk, FourCC) throws(InspectionFault) -> Void
    ) throws(InspectionFault) {
        var offset = list.body + 4
        while offset < list.end, chunks.bytes.takes(), let part = try chunks.chunk(at: offset) {
            let form = part.code == "LIST" ? try chunks.bytes.code(at: part.body) : nil
            try visit(part, form ?? part.code)
            offset = part.next
        }
    }

    private static func extendedFrames(
        _ list: RIFFChunks.Chunk, _ chunks: RIFFChunks
    ) throws(InspectionFault) -> UInt64? {
        var frames: UInt64?
        try walk(list, chunks) { part, kind throws(InspectionFault) in
            if kind == "dmlh" { frames = try chunks.number(at: part.body) }
        }
        return frames == 0 ? nil : frames
    }

    private static func stream(_ list: RIFFChunks.Chunk, _ chunks: RIFFChunks) throws(InspectionFault) -> Stream {
        var stream = Stream()
        var handler = FourCC("")
        try walk(list, chunks) { part, kind throws(InspectionFault) in
            if kind == "strh" {
                stream.kind = try chunks.bytes.code(at: part.body) ?? ""
                handler = try chunks.bytes.code(at: part.body + 4) ?? ""
                stream.length = try chunks.number(at: part.body + 32) ?? 0
                stream.seconds = try seconds(of: stream.length, part, chunks)
            } else if kind == "strf" {
                try readFormat(part, chunks, handler, into: &stream)
            }
        }
        return stream
    }

    /// A length in units of scale by rate.
    private static func seconds(
        of length: UInt64, _ header: RIFFChunks.Chunk, _ chunks: RIFFChunks
    ) throws(InspectionFault) -> Double {
        guard let scale = try chunks.number(at: header.body + 20), let rate = try chunks.number(at: header.body + 24),
            let start = try chunks.number(at: header.body + 28), rate > 0
        else { return 0 }
        return Double(length + (start < 0x8000_0000 ? start : 0)) * Double(scale) / Double(rate)
    }

    /// BITMAPINFOHEADER and WAVEFORMATEX.
    private static func readFormat(
        _ format: RIFFChunks.Chunk, _ chunks: RIFFChunks, _ handler: FourCC, into stream: inout Stream
    ) throws(InspectionFault) {
        if stream.kind == "auds", let tag = try chunks.number(at: format.body, count: 2) {
            let bits = try chunks.number(at: format.body + 14, count: 2) ?? 16
            stream.codec = WindowsCodecs.sound(tag, bits: bits)
        } else if stream.kind == "vids", let code = try chunks.bytes.code(at: format.body + 16),
            let width = try chunks.number(at: format.body + 4), let height = try chunks.number(at: format.body + 8)
        {
            // A negative height has the first row at the top.
            let rows = height < 0x8000_0000 ? height : 0x1_0000_0000 - height
            stream.size = PixelSize(width: width, height: rows)
            stream.codec = WindowsCodecs.picture(code, handler: handler)
        }
    }
}
