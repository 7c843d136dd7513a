/// One directory of a TIFF and what it says of its picture.
struct TIFFPage {
    private let bytes: ByteReader
    private let directory: TIFFDirectory

    /// Field tags (TIFF 6.0, sections 8 and 15).
    private enum Tag {
        static let subfile: UInt64 = 254
        static let oldSubfile: UInt64 = 255
        static let width: UInt64 = 256
        static let height: UInt64 = 257
        static let bits: UInt64 = 258
        static let compression: UInt64 = 259
        static let orientation: UInt64 = 274
        static let samples: UInt64 = 277
        static let strips: (offsets: UInt64, counts: UInt64) = (273, 279)
        static let tiles: (offsets: UInt64, counts: UInt64) = (324, 325)
        static let jpeg: (offsets: UInt64, counts: UInt64) = (513, 514)
        /// From here on tags are private, and some hold what points nowhere.
        static let firstPrivate: UInt64 = 32_768
    }

    /// Nil where the directory begins beyond the file.
    init?(in bytes: ByteReader, header: TIFFHeader, at distance: UInt64) throws(InspectionFault) {
        guard let directory = try TIFFDirectory(in: bytes, range: 0..<bytes.end, header: header, at: distance) else {
            return nil
        }
        self.bytes = bytes
        self.directory = directory
    }

    /// Neither a smaller version of another page nor a mask.
    func isPage() throws(InspectionFault) -> Bool {
        if let kind = try directory.value(of: Tag.subfile) { return kind & 0b101 == 0 }
        return try directory.value(of: Tag.oldSubfile) != 2
    }

    func size() throws(InspectionFault) -> PixelSize? {
        guard let width = try directory.value(of: Tag.width), let height = try directory.value(of: Tag.height) else {
            return nil
        }
        return PixelSize(width: width, height: height)
    }

    func orientation() throws(InspectionFault) -> UInt64? {
        try directory.value(of: Tag.orientation)
    }

    /// The place of the next directory, 0 for none; nil where the file ends before telling.
    func next() throws(InspectionFault) -> UInt64? {
        try directory.number(at: directory.fieldsEnd, count: directory.isBig ? 8 : 4)
    }

    /// What is wrong with the page, as the extent of the file; nil where all is there.
    func flaw() throws(InspectionFault) -> Measurement.Extent? {
        if directory.isCut { return .damaged(at: bytes.end, "ends inside a directory") }
        if let tag = try directory.firstBeyond(before: Tag.firstPrivate) {
            return .damaged(at: bytes.end, "ends before the values of the field \(tag)")
        }
        guard let size = try size() else { return .damaged(at: directory.start, "has a directory without a size") }
        guard size.pixels > 0 else {
            return .damaged(at: directory.start, "declares \(size.width) x \(size.height) pixels")
        }
        return try dataFlaw(size)
    }

    private func dataFlaw(_ size: PixelSize) throws(InspectionFault) -> Measurement.Extent? {
        for (offsets, counts) in [Tag.strips, Tag.tiles, Tag.jpeg] {
            guard let offsets = try directory.field(offsets) else { continue }
            let counts = try directory.field(counts)
            return try areThere(offsets, counts, size)
                ? nil : .damaged(at: bytes.end, "ends inside its picture data")
        }
        return .damaged(at: directory.start, "has a directory without picture data")
    }

    /// Whether every strip or tile lies inside the file. One that was left out has no bytes.
    private func areThere(
        _ offsets: TIFFDirectory.Field, _ counts: TIFFDirectory.Field?, _ size: PixelSize
    ) throws(InspectionFault) -> Bool {
        let end = UInt64(bytes.end)
        for index in 0..<Int64(clamping: offsets.count) {
            guard bytes.takes(), let offset = try directory.value(index, of: offsets) else { return true }
            var count: UInt64 = 1
            if let counts { count = try directory.value(index, of: counts) ?? 1 }
            if count == 0 || offset <= end && count <= end - offset { continue }
            // Writers of a single plain strip are known to leave its length wrong; readers reckon it then.
            guard offsets.count == 1, let plain = try plainBytes(size), offset <= end, plain <= end - offset else {
                return false
            }
        }
        return true
    }

    /// The bytes of all rows where they are not compressed; nil where they are.
    private func plainBytes(_ size: PixelSize) throws(InspectionFault) -> UInt64? {
        guard try directory.value(of: Tag.compression) ?? 1 == 1 else { return nil }
        let bits = min(try directory.value(of: Tag.bits) ?? 1, 64)
        let samples = min(try directory.value(of: Tag.samples) ?? 1, 64)
        let row = (UInt64(size.width) * bits * samples + 7) / 8
        let (all, overflows) = row.multipliedReportingOverflow(by: UInt64(size.height))
        return overflows ? nil : all
    }
}
