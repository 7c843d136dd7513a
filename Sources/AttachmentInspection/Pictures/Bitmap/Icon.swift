/// Windows icons: a directory whose entries lead to PNG files or bitmaps without file header (Microsoft, The format of
/// icon resources).
enum Icon: ContainerReader {
    static let types: Set<String> = [mime, "image/x-icon", "image/ico"]

    private static let mime = "image/vnd.microsoft.icon"
    private static let directory: Int64 = 6
    private static let entryBytes: Int64 = 16

    /// A directory of which the first entry leads to a picture, or of which a cut has left the first entry's fields.
    static func look(at bytes: ByteReader) throws(InspectionFault) -> Sighting? {
        guard try bytes.has("\u{0}\u{0}\u{1}\u{0}", at: 0), let count = try bytes.littleEndian(at: 4, count: 2),
            1...255 ~= count
        else { return nil }
        let cut: Sighting? = try isEntry(bytes) ? bytes.isComplete ? .type(mime) : .needsMore : nil
        guard let entry = try Entry(bytes, 0) else { return cut }
        guard entry.start >= directory + entryBytes * Int64(count), entry.length > 0 else { return nil }
        guard let isPicture = try entry.isPicture(in: bytes) else { return cut }
        return isPicture ? .type(mime) : nil
    }

    /// Whether planes and bits of the first entry are any that exist, as far as they are there.
    private static func isEntry(_ bytes: ByteReader) throws(InspectionFault) -> Bool {
        let isFree = try bytes.byte(at: 9).map { $0 == 0 || $0 == 0xFF }
        let planes = try bytes.littleEndian(at: 10, count: 2)
        guard let bits = try bytes.littleEndian(at: 12, count: 2) else { return !bytes.isComplete && isFree != false }
        return isFree == true && (planes ?? 0) <= 1 && [0, 1, 4, 8, 16, 24, 32].contains(bits)
    }

    static func measure(_ bytes: ByteReader) throws(InspectionFault) -> Measurement {
        var found = Measurement()
        found.codecs = ["ico"]
        found.frames = 1
        found.isAnimated = false
        let count = Int64(try bytes.littleEndian(at: 4, count: 2) ?? 0)
        var end = directory + entryBytes * count
        for index in 0..<count {
            guard bytes.takes(), let entry = try Entry(bytes, index) else {
                return found.damaged(at: bytes.end, "ends inside its directory")
            }
            if let size = try entry.size(in: bytes), size.pixels >= found.stored?.pixels ?? 0 { found.stored = size }
            end = max(end, entry.start + entry.length)
        }
        guard end <= bytes.end else { return found.damaged(at: bytes.end, "ends inside its pictures") }
        guard found.stored != nil else { return found.damaged(at: directory, "has no picture in its directory") }
        return found.whole(end: end)
    }

    /// One picture of the directory.
    private struct Entry {
        let start: Int64
        let length: Int64

        /// Nil where the entry of that number is not all there.
        init?(_ bytes: ByteReader, _ index: Int64) throws(InspectionFault) {
            let offset = Icon.directory + Icon.entryBytes * index
            guard let length = try bytes.littleEndian(at: offset + 8),
                let start = try bytes.littleEndian(at: offset + 12)
            else { return nil }
            self.start = Int64(start)
            self.length = Int64(length)
        }

        /// Whether a picture begins where the entry says; nil where the file ends before that.
        func isPicture(in bytes: ByteReader) throws(InspectionFault) -> Bool? {
            guard let first = try bytes.littleEndian(at: start) else { return nil }
            if BitmapHeader.sizes.contains(first) { return true }
            return try bytes.bytes(at: start, count: 4).elementsEqual(PNG.signature)
        }

        /// What the picture itself says, since an entry cannot tell 256 from more; nil where there is none.
        func size(in bytes: ByteReader) throws(InspectionFault) -> PixelSize? {
            if try bytes.bytes(at: start, count: 4).elementsEqual(PNG.signature) { return try pngSize(bytes) }
            guard let header = try BitmapHeader(in: bytes, at: start), header.isSensible, header.bytes <= length else {
                return nil
            }
            // The height is that of the picture and its mask together.
            return PixelSize(width: header.size.width, height: max(1, header.size.height / 2))
        }

        private func pngSize(_ bytes: ByteReader) throws(InspectionFault) -> PixelSize? {
            guard length >= 24, let width = try bytes.bigEndian(at: start + 16),
                let height = try bytes.bigEndian(at: start + 20)
            else { return nil }
            return PixelSize(width: width, height: height)
        }
    }
}
