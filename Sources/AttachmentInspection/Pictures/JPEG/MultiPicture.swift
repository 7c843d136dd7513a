/// The index of a multi-picture JPEG (CIPA DC-007 5.2): how many pictures the file holds, and where they are.
struct MultiPicture {
    /// Pictures to be shown: thumbnails and gain maps are none.
    private(set) var pictures = 0
    /// Where the first picture behind the primary one begins.
    private(set) var second: Int64?
    /// The byte behind the last picture.
    private(set) var end: Int64 = 0

    private static let count: UInt64 = 0xB001
    private static let entries: UInt64 = 0xB002
    private static let gainMapBytes = 4096
    /// What tells a gain map: Adobe's and Android's, Apple's, and ISO 21496-1.
    private static let gainMaps: [[UInt8]] = [
        Array("hdrgm:".utf8), Array("HDRGainMap".utf8), Array("urn:iso:std:iso:ts:21496".utf8),
    ]

    /// Reads the index, whose offsets count from its own start; nil where it is malformed.
    init?(in bytes: ByteReader, range: Range<Int64>) throws(InspectionFault) {
        guard let directory = try TIFFDirectory(in: bytes, range: range),
            let count = try directory.value(of: Self.count), 1...1000 ~= count,
            let list = try directory.field(Self.entries), list.bytes >= 16 * Int64(count)
        else { return nil }
        for entry in stride(from: list.offset, to: list.offset + 16 * Int64(count), by: 16) {
            guard let kind = try directory.number(at: entry, count: 4),
                let size = try directory.number(at: entry + 4, count: 4),
                let offset = try directory.number(at: entry + 8, count: 4)
            else { return nil }
            // The first picture's offset is 0: the start of the file.
            let start = offset == 0 ? 0 : range.lowerBound + Int64(offset)
            end = max(end, start + Int64(size))
            if start > 0 { second = min(second ?? start, start) }
            if try Self.isPicture(kind & 0xFF_FFFF, at: start, bytes) { pictures += 1 }
        }
    }

    /// 5.2.3.3.1: the kind is a thumbnail, a part of a series, the primary picture, or left open, as gain maps do.
    private static func isPicture(
        _ kind: UInt64, at start: Int64, _ bytes: ByteReader
    ) throws(InspectionFault) -> Bool {
        if kind >> 16 == 1 { return false }
        guard kind == 0, start > 0 else { return true }
        let head = try bytes.bytes(at: start, count: gainMapBytes)
        return !gainMaps.contains { head.holds($0) }
    }
}

extension ArraySlice<UInt8> {
    /// Whether these bytes occur one after the other.
    func holds(_ wanted: [UInt8]) -> Bool {
        indices.contains { self[$0] == wanted[0] && self[$0...].starts(with: wanted) }
    }
}
