/// A directory of a TIFF structure (TIFF 6.0, section 2), which Exif and multi-picture files use too: fields of a tag,
/// a type, a count, and a value or the place of it.
struct TIFFDirectory {
    /// What a field holds: where its values stand and how long they are together.
    struct Field: Hashable {
        let tag: UInt64
        let type: UInt64
        let count: UInt64
        let offset: Int64
        let bytes: Int64
    }

    /// Whether numbers have their lowest byte first.
    let isLittleEndian: Bool
    /// Whether offsets and counts have 64 bits.
    let isBig: Bool
    /// Where the directory stands, and where its fields end: behind them is the place of the next one.
    let start: Int64
    let fieldsEnd: Int64
    /// How many fields it claims.
    let claimedFields: UInt64

    private let bytes: ByteReader
    /// Where the structure begins and ends: offsets count from its start.
    private let range: Range<Int64>

    private static let orientation: UInt64 = 274
    /// The types of values that exist, those of BigTIFF among them.
    private static let types: ClosedRange<UInt64> = 1...18

    /// The orientation of Exif data, 1 to 8; nil where none is told.
    static func orientation(in bytes: ByteReader, range: Range<Int64>) throws(InspectionFault) -> UInt64? {
        guard let directory = try TIFFDirectory(in: bytes, range: range) else { return nil }
        return try directory.value(of: orientation)
    }

    /// The first directory; nil where header or directory are malformed or beyond the range.
    init?(in bytes: ByteReader, range: Range<Int64>) throws(InspectionFault) {
        guard let header = try TIFFHeader(in: bytes, at: range.lowerBound) else { return nil }
        try self.init(in: bytes, range: range, header: header, at: header.first)
    }

    /// The directory at that distance from the structure's start.
    init?(
        in bytes: ByteReader, range: Range<Int64>, header: TIFFHeader, at distance: UInt64
    ) throws(InspectionFault) {
        let (isLittle, isBig) = (header.isLittleEndian, header.isBig)
        guard distance > 0, distance <= UInt64(range.count) else { return nil }
        let start = range.lowerBound + Int64(distance)
        let countBytes = isBig ? 8 : 2
        guard let count = try Self.number(in: bytes, at: start, count: countBytes, isLittle) else { return nil }
        let room = UInt64(max(0, range.upperBound - start - Int64(countBytes)))
        let fieldBytes: UInt64 = isBig ? 20 : 12
        self.bytes = bytes
        self.range = range
        self.start = start
        self.isLittleEndian = isLittle
        self.isBig = isBig
        claimedFields = count
        fieldsEnd = start + Int64(countBytes) + Int64(min(count, room / fieldBytes) * fieldBytes)
    }

    /// A number in the structure's byte order; nil where its bytes are not all there.
    func number(at offset: Int64, count: Int) throws(InspectionFault) -> UInt64? {
        guard offset >= range.lowerBound, offset + Int64(count) <= range.upperBound else { return nil }
        return try Self.number(in: bytes, at: offset, count: count, isLittleEndian)
    }

    private static func number(
        in bytes: ByteReader, at offset: Int64, count: Int, _ isLittle: Bool
    ) throws(InspectionFault) -> UInt64? {
        isLittle
            ? try bytes.littleEndian(at: offset, count: count) : try bytes.bigEndian(at: offset, count: count)
    }

    /// The field of that tag; nil where there is none or its values lie beyond the structure.
    func field(_ tag: UInt64) throws(InspectionFault) -> Field? {
        for offset in stride(from: start + (isBig ? 8 : 2), to: fieldsEnd, by: isBig ? 20 : 12) {
            guard bytes.takes(), let found = try number(at: offset, count: 2) else { return nil }
            if found == tag { return try field(found, at: offset) }
        }
        return nil
    }

    /// Whether the structure ends before the fields that the directory claims.
    var isCut: Bool {
        UInt64(fieldsEnd - start - (isBig ? 8 : 2)) / (isBig ? 20 : 12) < claimedFields
    }

    /// The first tag below that limit whose values lie beyond the structure.
    func firstBeyond(before limit: UInt64) throws(InspectionFault) -> UInt64? {
        for offset in stride(from: start + (isBig ? 8 : 2), to: fieldsEnd, by: isBig ? 20 : 12) {
            guard bytes.takes(), let tag = try number(at: offset, count: 2) else { return nil }
            guard let type = try number(at: offset + 2, count: 2), Self.types.contains(type) else { continue }
            if tag < limit, try field(tag, at: offset) == nil { return tag }
        }
        return nil
    }

    private func field(_ tag: UInt64, at offset: Int64) throws(InspectionFault) -> Field? {
        let width = isBig ? 8 : 4
        guard let type = try number(at: offset + 2, count: 2), let count = try number(at: offset + 4, count: width)
        else { return nil }
        let (total, overflows) = count.multipliedReportingOverflow(by: Self.size(ofType: type))
        guard !overflows, total <= UInt64(range.count) else { return nil }
        let inline = offset + 4 + Int64(width)
        guard total > UInt64(width) else {
            return Field(tag: tag, type: type, count: count, offset: inline, bytes: Int64(total))
        }
        guard let distance = try number(at: inline, count: width), distance <= UInt64(range.count) - total else {
            return nil
        }
        return Field(
            tag: tag, type: type, count: count, offset: range.lowerBound + Int64(distance), bytes: Int64(total))
    }

    /// The first value of the field of that tag, where it is a whole number.
    func value(of tag: UInt64) throws(InspectionFault) -> UInt64? {
        guard let field = try field(tag), field.count >= 1 else { return nil }
        return try value(0, of: field)
    }

    /// A value of a field of whole numbers, counted from 0.
    func value(_ index: Int64, of field: Field) throws(InspectionFault) -> UInt64? {
        let size = Self.size(ofType: field.type)
        guard [1, 3, 4, 13, 16, 18].contains(field.type), index < field.count else { return nil }
        return try number(at: field.offset + index * Int64(size), count: Int(size))
    }

    /// Bytes of one value (TIFF 6.0, section 2; BigTIFF adds 16 to 18). An unknown type counts as bytes.
    private static func size(ofType type: UInt64) -> UInt64 {
        switch type {
        case 3, 8: 2
        case 4, 9, 11, 13: 4
        case 5, 10, 12, 16, 17, 18: 8
        default: 1
        }
    }
}

/// The header of a TIFF structure: byte order, version, and where the first directory stands.
struct TIFFHeader: Hashable {
    let isLittleEndian: Bool
    /// BigTIFF, with offsets of 64 bits.
    let isBig: Bool
    /// The distance of the first directory from the structure's start.
    let first: UInt64

    /// Nil where there is none, or it is not all there.
    init?(in bytes: ByteReader, at offset: Int64) throws(InspectionFault) {
        let isLittle = try bytes.has("II", at: offset)
        let isOpen = try bytes.has("MM", at: offset)
        guard isLittle || isOpen else { return nil }
        func number(at distance: Int64, _ count: Int) throws(InspectionFault) -> UInt64? {
            isLittle
                ? try bytes.littleEndian(at: offset + distance, count: count)
                : try bytes.bigEndian(at: offset + distance, count: count)
        }
        isLittleEndian = isLittle
        switch try number(at: 2, 2) {
        case 42:
            isBig = false
            guard let first = try number(at: 4, 4) else { return nil }
            self.first = first
        case 43:
            isBig = true
            guard try number(at: 4, 2) == 8, try number(at: 6, 2) == 0, let first = try number(at: 8, 8) else {
                return nil
            }
            self.first = first
        default: return nil
        }
    }
}
