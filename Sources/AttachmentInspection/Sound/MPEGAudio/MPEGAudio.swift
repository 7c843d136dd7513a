/// MP3 and its older layers (ISO/IEC 11172-3, 13818-3), and the look for what begins like it: AAC in ADTS, and FLAC
/// behind an ID3 tag.
enum MPEGAudio: ContainerReader {
    static let types: Set<String> = [
        "audio/mpeg", "audio/mp3", "audio/mpeg3", "audio/x-mp3", "audio/mp2", "audio/x-mp2",
    ]

    static func look(at bytes: ByteReader) throws(InspectionFault) -> Sighting? {
        guard let start = try ID3Tag.end(in: bytes) else {
            if let sound = try sound(at: 0, in: bytes) { return sound }
            return try cutSync(of: bytes)
        }
        if let sound = try sound(at: start, in: bytes) { return sound }
        // The tag's size may be a little wrong, and padding may follow it.
        if let sound = try search(from: start, in: bytes) { return sighting(of: sound) }
        if bytes.ranShort { return .needsMore }
        if let cut = try cutSound(behind: start, in: bytes) { return cut }
        return try Markup.look(at: bytes, from: start) ?? .notMedia("application/octet-stream")
    }

    /// Sound that begins behind bytes which are none: cut streams, zeroes.
    enum AfterJunk: StructuralReader {
        static func look(at bytes: ByteReader) throws(InspectionFault) -> Sighting? {
            try afterJunk(in: bytes).map { sighting(of: $0) }
        }
    }

    /// Where the sound begins, wherever ``look(at:)`` and ``AfterJunk`` find it.
    static func start(in bytes: ByteReader) throws(InspectionFault) -> MPEGStart? {
        let tagEnd = try ID3Tag.end(in: bytes)
        if let start = try MPEGStart.at(tagEnd ?? 0, in: bytes) { return start }
        guard let tagEnd else { return try afterJunk(in: bytes) }
        return try search(from: tagEnd, in: bytes)
    }

    private static func afterJunk(in bytes: ByteReader) throws(InspectionFault) -> MPEGStart? {
        if let start = try MPEGStart.search(from: 1, in: bytes) { return start }
        return try bytes.byte(at: 0) == 0 ? search(from: 0, in: bytes) : nil
    }

    /// The first stream behind zeroes, which encoders leave as padding.
    private static func search(from place: Int64, in bytes: ByteReader) throws(InspectionFault) -> MPEGStart? {
        let padded = try bytes.endOfZeros(from: place)
        if padded > place, let start = try MPEGStart.at(padded, in: bytes) { return start }
        return try MPEGStart.search(from: padded, in: bytes)
    }

    /// A complete file that was cut inside its tag, the padding behind that, or the first frame.
    private static func cutSound(behind tagEnd: Int64, in bytes: ByteReader) throws(InspectionFault) -> Sighting? {
        guard bytes.isComplete else { return nil }
        if try bytes.endOfZeros(from: tagEnd) >= bytes.end { return .type("audio/mpeg") }
        guard let frame = try MPEGFrames(bytes: bytes).frame(at: tagEnd), tagEnd + frame.bytes > bytes.end else {
            return nil
        }
        return sighting(of: frame)
    }

    private static func sound(at offset: Int64, in bytes: ByteReader) throws(InspectionFault) -> Sighting? {
        if offset > 0, try bytes.has("fLaC", at: offset) { return .type("audio/flac") }
        if let start = try MPEGStart.at(offset, in: bytes) { return sighting(of: start) }
        guard bytes.ranShort else { return nil }
        let mayBegin = try MPEGFrame(bytes.bytes(at: offset, count: 7), freeBytes: 0) != nil
        return mayBegin ? .needsMore : nil
    }

    private static func sighting(of start: MPEGStart) -> Sighting {
        sighting(of: start.frame)
    }

    private static func sighting(of frame: MPEGFrame) -> Sighting {
        switch frame.stream {
        case .mpeg: .type("audio/mpeg")
        case .adts: .type("audio/aac")
        }
    }

    /// A complete file that was cut inside its first header: the two bytes of the sync word, or one more. FF FE is a
    /// byte order mark as well, and FF FF fills.
    private static func cutSync(of bytes: ByteReader) throws(InspectionFault) -> Sighting? {
        let start = Array(try bytes.bytes(at: 0, count: 4))
        guard bytes.isComplete, 2...3 ~= start.count, start[0] == 0xFF else { return nil }
        switch start[1] {
        case 0xFA...0xFD, 0xF2...0xF5, 0xE2...0xE5: return .type("audio/mpeg")
        case 0xF0, 0xF1, 0xF8, 0xF9: return .type("audio/aac")
        default: return nil
        }
    }
}
