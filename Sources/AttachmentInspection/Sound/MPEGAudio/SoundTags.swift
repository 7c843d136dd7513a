/// Tags behind the sound: ID3v1 and its extension, APEv1 and APEv2, Lyrics3, ID3v2.4 with a footer.
enum SoundTags {
    /// Tags in a row that are skipped.
    private static let limit = 6

    /// Where the sound before all tags ends; the file's end without any.
    static func start(in bytes: ByteReader, after sound: Int64) throws(InspectionFault) -> Int64 {
        var end = bytes.end
        for _ in 0..<limit {
            guard let length = try length(before: end, in: bytes), end - length >= sound else { break }
            end -= length
        }
        return end
    }

    /// Whether a tag begins there that the file ends within.
    static func isCut(at offset: Int64, in bytes: ByteReader) throws(InspectionFault) -> Bool {
        let isOld = try bytes.has("TAG", at: offset)
        let isNew = try bytes.has("APETAGEX", at: offset)
        guard isNew else { return isOld && bytes.end - offset < 128 }
        return try bytes.littleEndian(at: offset + 12).map { Int64($0) > bytes.end - offset - 32 } ?? true
    }

    private static func length(before end: Int64, in bytes: ByteReader) throws(InspectionFault) -> Int64? {
        if try bytes.has("TAG", at: end - 128) { return try bytes.has("TAG+", at: end - 355) ? 355 : 128 }
        if try bytes.has("APETAGEX", at: end - 32) { return try lengthOfAPE(before: end, in: bytes) }
        if try bytes.has("LYRICS200", at: end - 9) { return try lengthOfLyrics(before: end, in: bytes) }
        return try bytes.has("3DI", at: end - 10) ? lengthOfID3(before: end, in: bytes) : nil
    }

    /// The size in the footer counts it and the items; a flag tells of a header of 32 bytes (APEv2, Hydrogenaudio).
    private static func lengthOfAPE(before end: Int64, in bytes: ByteReader) throws(InspectionFault) -> Int64? {
        guard let size = try bytes.littleEndian(at: end - 20), let flags = try bytes.littleEndian(at: end - 12),
            size >= 32
        else { return nil }
        return Int64(size) + (flags >> 31 != 0 ? 32 : 0)
    }

    /// Six digits before the closing word count all before them (Lyrics3 v2.00, id3.org).
    private static func lengthOfLyrics(before end: Int64, in bytes: ByteReader) throws(InspectionFault) -> Int64? {
        let digits = try bytes.bytes(at: end - 15, count: 6)
        guard digits.count == 6, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) } + 15
    }

    private static func lengthOfID3(before end: Int64, in bytes: ByteReader) throws(InspectionFault) -> Int64? {
        let digits = try bytes.bytes(at: end - 4, count: 4)
        guard digits.count == 4, digits.allSatisfy({ $0 < 0x80 }) else { return nil }
        return digits.reduce(0) { $0 << 7 | Int64($1) } + 20
    }
}
