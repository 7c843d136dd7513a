/// What the readers read from: a window with a memory for the head and the last piece, and a budget.
///
/// A read beyond the end is short and no error. While more bytes may come, it also sets ``ranShort``: what a reader did
/// not find then may still come.
final class ByteReader {
    /// As much as any one look needs in memory.
    static let headLimit = 65_536
    /// Reads of the medium per look; a file that wants more is left to the last known answer.
    private static let readLimit = 20_000
    private static let pieceBytes = 4096

    /// The size of the whole, nil while more bytes may come.
    let size: Int64?
    /// Whether no more bytes will come.
    let isComplete: Bool
    /// Whether a read met the end while more bytes may come.
    private(set) var ranShort = false

    private let source: any ByteWindow
    private var head: [UInt8] = []
    private var isHeadWhole = false
    private var piece: [UInt8] = []
    private var pieceOffset: Int64 = 0
    private var reads = 0

    init(_ window: some ByteWindow, isComplete: Bool) {
        source = window
        self.isComplete = isComplete
        size = isComplete ? window.size : nil
    }

    /// The first bytes, at most `count`, at most ``headLimit``.
    func head(_ count: Int) throws(InspectionFault) -> ArraySlice<UInt8> {
        let wanted = min(count, Self.headLimit)
        if head.count < wanted, !isHeadWhole {
            head = try source.read(at: 0, count: wanted)
            isHeadWhole = head.count < wanted
        }
        return head.prefix(wanted)
    }

    /// At most `count` bytes from `offset`.
    func bytes(at offset: Int64, count: Int) throws(InspectionFault) -> ArraySlice<UInt8> {
        guard count > 0, offset >= 0 else { return [] }
        let found = try lookUp(offset, count)
        if found.count < count, !isComplete { ranShort = true }
        return found
    }

    private func lookUp(_ offset: Int64, _ count: Int) throws(InspectionFault) -> ArraySlice<UInt8> {
        if let found = Self.part(of: head, from: 0, offset, count) { return found }
        if isHeadWhole { return offset < Int64(head.count) ? head[Int(offset)...] : [] }
        if let found = Self.part(of: piece, from: pieceOffset, offset, count) { return found }
        reads += 1
        guard reads <= Self.readLimit else { return [] }
        piece = try source.read(at: offset, count: max(count, Self.pieceBytes))
        pieceOffset = offset
        return piece.prefix(count)
    }

    private static func part(
        of bytes: [UInt8], from start: Int64, _ offset: Int64, _ count: Int
    ) -> ArraySlice<UInt8>? {
        guard offset >= start, offset - start <= Int64(bytes.count) - Int64(count) else { return nil }
        let first = Int(offset - start)
        return bytes[first..<(first + count)]
    }
}

extension ByteReader {
    /// Whether these bytes stand there.
    func has(_ text: StaticString, at offset: Int64) throws(InspectionFault) -> Bool {
        let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        return try bytes(at: offset, count: wanted.count).elementsEqual(wanted)
    }

    /// One byte; nil beyond the end.
    func byte(at offset: Int64) throws(InspectionFault) -> UInt8? {
        try bytes(at: offset, count: 1).first
    }

    /// A big-endian number of `count` bytes, at most eight; nil where they are not all there.
    func bigEndian(at offset: Int64, count: Int = 4) throws(InspectionFault) -> UInt64? {
        let bytes = try bytes(at: offset, count: count)
        return bytes.count == count ? bytes.reduce(0) { $0 << 8 | UInt64($1) } : nil
    }

    /// A little-endian number of `count` bytes, at most eight; nil where they are not all there.
    func littleEndian(at offset: Int64, count: Int) throws(InspectionFault) -> UInt64? {
        let bytes = try bytes(at: offset, count: count)
        return bytes.count == count ? bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } : nil
    }
}
