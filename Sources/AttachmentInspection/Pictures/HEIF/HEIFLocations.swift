/// Where the data of items lie (`iloc`, ISO/IEC 14496-12 8.11.3).
struct HEIFLocations {
    let bytes: ByteReader
    /// The content of `idat`, in which derived pictures lie.
    let ownData: Range<Int64>?
    /// The byte behind the last one of any item.
    private(set) var end: Int64 = 0
    /// Whether the primary item has data.
    private(set) var hasPrimary = false

    /// The bytes that numbers have in this box.
    private struct Widths {
        let offset: Int
        let length: Int
        let base: Int
        let index: Int

        /// Nil for widths that do not exist.
        init?(_ packed: UInt64, version: UInt64) {
            offset = Int(packed >> 12)
            length = Int(packed >> 8 & 15)
            base = Int(packed >> 4 & 15)
            index = version == 0 ? 0 : Int(packed & 15)
            guard [offset, length, base, index].allSatisfy({ $0 <= 8 }) else { return nil }
        }
    }

    init(bytes: ByteReader, ownData: Range<Int64>?) {
        self.bytes = bytes
        self.ownData = ownData
    }

    /// A cursor over the numbers of a box one after the other.
    private struct Cursor {
        let boxes: ISOBoxes
        let box: ISOBox
        var distance: Int64 = 0

        /// The next number; one of no bytes is 0.
        mutating func next(_ count: Int) throws(InspectionFault) -> UInt64? {
            defer { distance += Int64(count) }
            return count == 0 ? 0 : try boxes.number(in: box, at: distance, count: count)
        }
    }

    mutating func read(_ box: ISOBox, primary: UInt64) throws(InspectionFault) {
        var cursor = Cursor(boxes: ISOBoxes(bytes: bytes), box: box)
        guard let version = try cursor.next(4).map({ $0 >> 24 }), let packed = try cursor.next(2),
            let widths = Widths(packed, version: version), let count = try cursor.next(version < 2 ? 2 : 4)
        else { return }
        for _ in 0..<count {
            guard bytes.takes(),
                let id = try cursor.next(version < 2 ? 2 : 4), let method = try cursor.next(version == 0 ? 0 : 2),
                let reference = try cursor.next(2), let base = try cursor.next(widths.base),
                let extents = try cursor.next(2)
            else { return }
            hasPrimary = hasPrimary || id == primary && extents > 0
            for _ in 0..<extents {
                guard bytes.takes(), try cursor.next(widths.index) != nil,
                    let offset = try cursor.next(widths.offset), let length = try cursor.next(widths.length)
                else { return }
                // Data of other files, and parts of other items, are not looked for.
                if reference == 0 { take(method & 15, base, offset, length) }
            }
        }
    }

    /// A length of 0 means to the end, wherever that is.
    private mutating func take(_ method: UInt64, _ base: UInt64, _ offset: UInt64, _ length: UInt64) {
        let (start, overflows) = base.addingReportingOverflow(offset)
        let (sum, overflowsToo) = start.addingReportingOverflow(length)
        let last = overflows || overflowsToo ? Int64.max : Int64(clamping: sum)
        switch method {
        case 0: end = max(end, last)
        case 1: if last > Int64(ownData?.count ?? 0) { end = .max }
        default: break
        }
    }
}
