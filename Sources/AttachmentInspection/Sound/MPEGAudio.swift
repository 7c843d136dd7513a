/// MP3, its older layers, AAC in ADTS, and FLAC behind an ID3 tag.
///
/// The sync word alone proves nothing: any text in Latin-1 may begin with it. A chain of frames does.
enum MPEGAudio: StructuralReader {
    private static let provingFrames = 3

    static func look(at bytes: ByteReader) throws(InspectionFault) -> Sighting? {
        guard let start = try ID3Tag.end(in: bytes) else { return try sound(at: 0, in: bytes) }
        if let sound = try sound(at: start, in: bytes) { return sound }
        if bytes.ranShort { return .needsMore }
        if let size = bytes.size, start >= size { return .type("audio/mpeg") }
        // The tag's size may be a little wrong, and padding may follow it.
        if let sound = try search(from: start, in: bytes) { return sound }
        return try Markup.look(at: bytes, from: start) ?? .notMedia("application/octet-stream")
    }

    /// Sound that begins behind bytes which are none: cut streams, zeroes.
    enum AfterJunk: StructuralReader {
        static func look(at bytes: ByteReader) throws(InspectionFault) -> Sighting? {
            try MPEGAudio.search(from: 1, in: bytes)
        }
    }

    private static func sound(at offset: Int64, in bytes: ByteReader) throws(InspectionFault) -> Sighting? {
        if offset > 0, try bytes.has("fLaC", at: offset) { return .type("audio/flac") }
        guard let frame = try frame(at: offset, in: bytes) else { return nil }
        let chain = try chain(from: offset, in: bytes)
        if chain.frames >= provingFrames || chain.reachesEnd { return .type(mime(of: frame)) }
        return bytes.ranShort ? .needsMore : nil
    }

    /// The first chain within four kilobytes, of one frame more than where it stands at its place.
    private static func search(from start: Int64, in bytes: ByteReader) throws(InspectionFault) -> Sighting? {
        let piece = try bytes.bytes(at: start, count: 4096)
        for (distance, byte) in piece.enumerated() where byte == 0xFF {
            let offset = start + Int64(distance)
            guard let frame = try frame(at: offset, in: bytes) else { continue }
            if try chain(from: offset, in: bytes).frames > provingFrames { return .type(mime(of: frame)) }
        }
        return nil
    }

    private struct Chain {
        /// Frames of one stream in a row; counting stops when they suffice.
        var frames = 0
        /// Whether they end where the file does, or where a tag closes it.
        var reachesEnd = false
    }

    private static func chain(from start: Int64, in bytes: ByteReader) throws(InspectionFault) -> Chain {
        var chain = Chain()
        var offset = start
        var stream: MPEGFrame.Stream?
        while chain.frames <= provingFrames, let frame = try frame(at: offset, in: bytes) {
            guard stream == nil || stream == frame.stream else { break }
            stream = frame.stream
            chain.frames += 1
            offset += frame.bytes
        }
        guard chain.frames > 0 else { return chain }
        let hasNewTag = try bytes.has("APETAGEX", at: offset)
        let hasOldTag = try bytes.has("TAG", at: offset)
        chain.reachesEnd = offset == bytes.size || hasNewTag || hasOldTag
        return chain
    }

    private static func frame(at offset: Int64, in bytes: ByteReader) throws(InspectionFault) -> MPEGFrame? {
        MPEGFrame(try bytes.bytes(at: offset, count: 7))
    }

    private static func mime(of frame: MPEGFrame) -> String {
        switch frame.stream {
        case .mpeg: "audio/mpeg"
        case .adts: "audio/aac"
        }
    }
}
