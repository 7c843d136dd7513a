/// The head of an Ogg page (RFC 3533, 6).
struct OggPage {
    let offset: Int64
    /// Where its content begins, and where it ends by the page's own word, which may be beyond the file.
    let body: Range<Int64>
    private let flags: UInt64
    /// The position in the stream behind it, in units of the codec; nil where no packet ends in the page.
    let granule: UInt64?
    let serial: UInt64

    /// The head without the sizes of segments, and with as many as there may be.
    private static let headBytes: Int64 = 27
    static let headLimit: Int64 = 282
    /// As many bytes as a page may have.
    static let limit = 282 + 255 * 255

    /// Nil where none begins there, or its head is cut.
    init?(at offset: Int64, in bytes: ByteReader) throws(InspectionFault) {
        guard try bytes.has("OggS\u{0}", at: offset), let flags = try bytes.byte(at: offset + 5), flags < 8,
            let granule = try bytes.littleEndian(at: offset + 6, count: 8),
            let serial = try bytes.littleEndian(at: offset + 14), let segments = try bytes.byte(at: offset + 26)
        else { return nil }
        let sizes = try bytes.bytes(at: offset + Self.headBytes, count: Int(segments))
        guard sizes.count == Int(segments) else { return nil }
        let start = offset + Self.headBytes + Int64(segments)
        self.offset = offset
        self.flags = UInt64(flags)
        self.granule = granule >> 63 == 0 ? granule : nil
        self.serial = serial
        body = start..<(start + sizes.reduce(0) { $0 + Int64($1) })
    }

    /// Whether a logical stream begins with it.
    var isFirst: Bool { flags & 2 != 0 }
    /// Whether a logical stream ends with it.
    var isLast: Bool { flags & 4 != 0 }
    var end: Int64 { body.upperBound }
}
