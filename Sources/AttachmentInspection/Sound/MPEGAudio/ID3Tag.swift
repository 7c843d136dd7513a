/// ID3v2 tags before the sound (id3.org, ID3v2.4.0 structure 3.1).
enum ID3Tag {
    /// Tags in a row that are skipped.
    private static let limit = 8

    /// Where the bytes after all tags begin; nil without a tag. May lie beyond the end: a tag's size is only a claim.
    static func end(in bytes: ByteReader) throws(InspectionFault) -> Int64? {
        var offset: Int64 = 0
        for _ in 0..<limit {
            guard let length = try length(at: offset, in: bytes) else { break }
            offset += length
        }
        return offset == 0 ? nil : offset
    }

    /// The length of the tag that begins there, its header included; nil without one.
    static func length(at offset: Int64, in bytes: ByteReader) throws(InspectionFault) -> Int64? {
        let header = Array(try bytes.bytes(at: offset, count: 10))
        guard header.count == 10, header.starts(with: "ID3".utf8), 2...4 ~= header[3], header[4] != 0xFF,
            header[6...].allSatisfy({ $0 < 0x80 })
        else { return nil }
        let size = header[6...].reduce(0) { $0 << 7 | Int64($1) }
        let hasFooter = header[3] == 4 && header[5] & 0x10 != 0
        return size + (hasFooter ? 20 : 10)
    }
}
