/// The index of a multi-picture JPEG (CIPA DC-007 5.2): how many pictures the file holds, and where the last one ends.
struct MultiPicture {
    let pictures: Int
    let end: Int64

    private static let count: UInt64 = 0xB001
    private static let entries: UInt64 = 0xB002

    /// Reads the index, whose offsets count from its own start; nil where it is malformed.
    init?(in bytes: ByteReader, range: Range<Int64>) throws(InspectionFault) {
        guard let directory = try TIFFDirectory(in: bytes, range: range),
            let count = try directory.value(of: Self.count), 1...1000 ~= count
        else { return nil }
        pictures = Int(count)
        var end: Int64 = 0
        if let list = try directory.field(Self.entries), list.bytes >= 16 * Int64(count) {
            for entry in stride(from: list.offset, to: list.offset + 16 * Int64(count), by: 16) {
                guard let size = try directory.number(at: entry + 4, count: 4),
                    let offset = try directory.number(at: entry + 8, count: 4)
                else { break }
                // The first picture's offset is 0: the start of the file.
                end = max(end, (offset == 0 ? 0 : range.lowerBound + Int64(offset)) + Int64(size))
            }
        }
        self.end = end
    }
}
