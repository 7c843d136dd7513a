/// Windows icons: a directory whose first entry leads to a PNG or a bitmap without file header.
enum Icon: StructuralReader {
    static func look(at bytes: ByteReader) throws(InspectionFault) -> Sighting? {
        guard try bytes.has("\u{0}\u{0}\u{1}\u{0}", at: 0), let count = try bytes.littleEndian(at: 4, count: 2),
            1...255 ~= count, try bytes.byte(at: 9) == 0, let length = try bytes.littleEndian(at: 14, count: 4),
            let offset = try bytes.littleEndian(at: 18, count: 4), offset >= 6 + 16 * count, length > 0
        else { return nil }
        if let size = bytes.size, Int64(offset) + Int64(length) > size { return nil }
        let start = Int64(offset)
        if try bytes.bytes(at: start, count: 4).elementsEqual([0x89, 0x50, 0x4E, 0x47]) { return .type(mime) }
        // The sizes that a bitmap's header states for itself.
        let headerSizes: Set<UInt64> = [12, 40, 52, 56, 64, 108, 124]
        if let header = try bytes.littleEndian(at: start, count: 4) {
            return headerSizes.contains(header) ? .type(mime) : nil
        }
        return bytes.ranShort ? .needsMore : nil
    }

    private static let mime = "image/vnd.microsoft.icon"
}
