/// Adaptive multi-rate speech, narrow and wide band, one channel (RFC 4867, 5): frames of 20 ms, each with a head that
/// tells its length.
enum AMR: ContainerReader {
    static let types: Set<String> = ["audio/amr", "audio/amr-wb"]

    private static let narrow = Array("#!AMR\n".utf8)
    private static let wide = Array("#!AMR-WB\n".utf8)

    static func look(at bytes: ByteReader) throws(InspectionFault) -> Sighting? {
        guard try bytes.has("#!AMR", at: 0) else { return nil }
        let start = try bytes.bytes(at: 0, count: wide.count)
        // Several channels; no player is known.
        let hasChannels = try bytes.has("_MC", at: 5)
        if hasChannels || start.elementsEqual("#!AMR-WB_".utf8) { return .type("audio/amr") }
        if start.starts(with: narrow) { return try withFrame(at: narrow.count, bytes, "audio/amr") }
        if start.elementsEqual(wide) { return try withFrame(at: wide.count, bytes, "audio/amr-wb") }
        guard narrow.starts(with: start) || wide.starts(with: start) else { return .notMedia("text/plain") }
        return bytes.isComplete ? .type("audio/amr") : .needsMore
    }

    /// That type where a frame follows: text may begin with the same line.
    private static func withFrame(
        at offset: Int, _ bytes: ByteReader, _ mime: String
    ) throws(InspectionFault) -> Sighting {
        guard let head = try bytes.byte(at: Int64(offset)) else { return bytes.isComplete ? .type(mime) : .needsMore }
        return isFrame(head) ? .type(mime) : .notMedia("text/plain")
    }

    /// Whether the bits of padding are 0.
    private static func isFrame(_ head: UInt8) -> Bool {
        head & 0x83 == 0
    }

    static func measure(_ bytes: ByteReader) throws(InspectionFault) -> Measurement {
        let isWide = try bytes.has("#!AMR-", at: 0)
        let sizes = isWide ? wideSizes : narrowSizes
        let signature = isWide ? wide : narrow
        var found = Measurement()
        found.codecs = [isWide ? "amr_wb" : "amr_nb"]
        guard bytes.end >= signature.count else { return found.damaged(at: bytes.end, "ends inside its signature") }
        guard try bytes.bytes(at: 0, count: signature.count).elementsEqual(signature) else { return found }
        var offset = Int64(signature.count)
        var frames = 0
        while let head = try bytes.byte(at: offset), isFrame(head), bytes.takes() {
            offset += sizes[Int(head >> 3 & 15)]
            guard offset <= bytes.end else { break }
            frames += 1
        }
        found.seconds = Double(frames) * 0.02
        if offset > bytes.end { return found.damaged(at: bytes.end, "ends inside a frame") }
        return frames == 0 ? found.damaged(at: offset, "has no frames") : found.whole(end: offset)
    }

    /// The bytes of a frame by its type, its head included (3GPP TS 26.101 annex A, TS 26.201 annex A). Types without
    /// a length are without speech.
    private static let narrowSizes: [Int64] = [13, 14, 16, 18, 20, 21, 27, 32, 6, 7, 6, 6, 1, 1, 1, 1]
    private static let wideSizes: [Int64] = [18, 24, 33, 37, 41, 47, 51, 59, 61, 6, 1, 1, 1, 1, 1, 1]
}
