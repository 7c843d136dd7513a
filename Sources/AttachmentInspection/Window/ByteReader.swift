/// What the readers read from: a window with a memory for the head and the last pieces, and a budget.
///
/// A read beyond the end is short and no error; so is one beyond the budget, which ``isSpent`` tells. While more bytes
/// may come, a short read also sets ``ranShort``: what a reader did not find then may still come.
final class ByteReader {
    /// As much as recognising any format needs in memory.
    static let headLimit = 65_536
    /// What is read at once where a few bytes are asked for, and for a scan.
    private static let pieceBytes = 16_384
    private static let runBytes = 65_536
    /// Fewer bytes at hand are no run: what is searched for may need several side by side.
    private static let leastRun: Int64 = 1024
    private static let pieceLimit = 4

    /// The number of bytes there are now: of the whole file once it ``isComplete``.
    let end: Int64
    /// Whether no more bytes will come.
    let isComplete: Bool
    /// Whether a read met the end while more bytes may come.
    private(set) var ranShort = false

    private struct Piece {
        var bytes: [UInt8] = []
        var offset: Int64 = 0
    }

    private let source: any ByteWindow
    /// The first bytes; all of them where the window has them in memory.
    private var head: [UInt8]
    private var isHeadWhole: Bool
    /// The latest first.
    private var pieces: [Piece] = []
    private var budget = ReadBudget()

    init(_ window: some ByteWindow, isComplete: Bool) {
        source = window
        self.isComplete = isComplete
        end = window.size
        head = window.resident ?? []
        isHeadWhole = window.resident != nil
    }

    /// The size of the whole, nil while more bytes may come.
    var size: Int64? { isComplete ? end : nil }

    /// Whether the file asked for more than any honest one does, so that what was not found may be there.
    var isSpent: Bool { budget.isSpent }

    /// Takes entries from the budget before a reader looks at them: boxes, chunks, frames. False once it is spent.
    func takes(entries: Int = 1) -> Bool {
        budget.allowsEntries(entries)
    }

    /// The first bytes, at most `count`, at most ``headLimit``.
    func head(_ count: Int) throws(InspectionFault) -> ArraySlice<UInt8> {
        let wanted = min(count, Self.headLimit)
        if head.count < wanted, !isHeadWhole, budget.allowsRead(of: wanted) {
            head = try source.read(at: 0, count: wanted)
            isHeadWhole = head.count < wanted
        }
        return head.prefix(wanted)
    }

    /// At most `count` bytes from `offset`, at most ``headLimit``: what a file claims is no reason to allocate it.
    func bytes(at offset: Int64, count: Int) throws(InspectionFault) -> ArraySlice<UInt8> {
        guard count > 0, offset >= 0 else { return [] }
        let count = min(count, Self.headLimit)
        let found = try lookUp(offset, count, reading: Self.pieceBytes)
        if found.count < count, !isComplete { ranShort = true }
        return found
    }

    /// As many bytes from `offset` as are at hand, for a scan: at least 1 KiB where the file has them, none at its end.
    func run(at offset: Int64) throws(InspectionFault) -> ArraySlice<UInt8> {
        guard 0..<end ~= offset else {
            if !isComplete { ranShort = true }
            return []
        }
        let needed = min(offset + Self.leastRun, end)
        if offset < Int64(head.count), needed <= Int64(head.count) || isHeadWhole { return head[Int(offset)...] }
        if let piece = pieces.first(where: { $0.offset <= offset && needed <= $0.offset + Int64($0.bytes.count) }) {
            return piece.bytes[Int(offset - piece.offset)...]
        }
        return try lookUp(offset, Int(needed - offset), reading: Self.runBytes, whole: true)
    }

    private func lookUp(
        _ offset: Int64, _ count: Int, reading least: Int, whole: Bool = false
    ) throws(InspectionFault) -> ArraySlice<UInt8> {
        if let found = Self.part(of: head, from: 0, offset, count) { return found }
        if isHeadWhole { return offset < Int64(head.count) ? head[Int(offset)...] : [] }
        for (place, piece) in pieces.enumerated() {
            guard let found = Self.part(of: piece.bytes, from: piece.offset, offset, count) else { continue }
            if place > 0 { pieces.swapAt(0, place) }
            return found
        }
        let wanted = Int(min(Int64(max(count, least)), end - offset))
        guard wanted > 0, budget.allowsRead(of: wanted) else { return [] }
        let piece = Piece(bytes: try source.read(at: offset, count: wanted), offset: offset)
        if pieces.count == Self.pieceLimit { pieces.removeLast() }
        pieces.insert(piece, at: 0)
        return whole ? piece.bytes[...] : piece.bytes.prefix(count)
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

    /// Whether the file begins with that signature, or is a complete one that was cut within it: two of its bytes at
    /// least are there then, and nothing else.
    func begins(with signature: [UInt8]) throws(InspectionFault) -> Bool {
        let start = try bytes(at: 0, count: signature.count)
        if start.count == signature.count { return start.elementsEqual(signature) }
        return isComplete && start.count >= 2 && signature.starts(with: start)
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
    func littleEndian(at offset: Int64, count: Int = 4) throws(InspectionFault) -> UInt64? {
        let bytes = try bytes(at: offset, count: count)
        return bytes.count == count ? bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } : nil
    }

    /// A four-character code; nil where its bytes are not all there.
    func code(at offset: Int64) throws(InspectionFault) -> FourCC? {
        try bigEndian(at: offset).map { FourCC($0) }
    }
}
