/// The first frame of an MP3 where it holds no sound but counts what follows: Xing and Info (LAME, mp3 info tag
/// revision 1) or VBRI (Fraunhofer).
struct MPEGIndex {
    /// Frames behind this one.
    private(set) var frames: Int64?
    /// Bytes of all frames, this one included.
    private(set) var bytes: Int64?
    /// Samples that the encoder put before and behind the sound.
    private(set) var addedSamples: Int64 = 0

    /// Nil where that frame is one of sound.
    init?(of frame: MPEGFrame, at offset: Int64, in reader: ByteReader) throws(InspectionFault) {
        guard case .mpeg(let version, 1, _) = frame.stream else { return nil }
        // Side information (ISO/IEC 11172-3 2.4.1.7), and two bytes more in protected streams of some encoders.
        let side: Int64 = version == 3 ? (frame.isMono ? 17 : 32) : (frame.isMono ? 9 : 17)
        for place in [offset + 4 + side, offset + 6 + side] where try Self.isXing(at: place, in: reader) {
            try readXing(at: place, in: reader)
            return
        }
        guard try reader.has("VBRI", at: offset + 36) else { return nil }
        bytes = try Self.count(at: offset + 46, in: reader)
        frames = try Self.count(at: offset + 50, in: reader)
    }

    private static func isXing(at offset: Int64, in reader: ByteReader) throws(InspectionFault) -> Bool {
        let code = try reader.code(at: offset)
        return code == "Xing" || code == "Info"
    }

    /// A number that counts something; 0 counts nothing.
    private static func count(at offset: Int64, in reader: ByteReader) throws(InspectionFault) -> Int64? {
        try reader.bigEndian(at: offset).flatMap { $0 > 0 ? Int64($0) : nil }
    }

    /// Flags, then what they announce: frames, bytes, a table of places, a quality; then what LAME adds.
    private mutating func readXing(at start: Int64, in reader: ByteReader) throws(InspectionFault) {
        let flags = try reader.bigEndian(at: start + 4) ?? 0
        var offset = start + 8
        if flags & 1 != 0 {
            frames = try Self.count(at: offset, in: reader)
            offset += 4
        }
        if flags & 2 != 0 {
            bytes = try Self.count(at: offset, in: reader)
            offset += 4
        }
        offset += flags & 4 != 0 ? 100 : 0
        offset += flags & 8 != 0 ? 4 : 0
        let encoder = try reader.code(at: offset)
        guard encoder == "LAME" || encoder == "Lavf" || encoder == "Lavc",
            let added = try reader.bigEndian(at: offset + 21, count: 3)
        else { return }
        addedSamples = Int64(added >> 12 + added & 0xFFF)
    }
}
