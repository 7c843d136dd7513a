/// The sample tables of a track (ISO/IEC 14496-12 8.6 and 8.7): how many samples, how long, and whether they lie inside
/// the file. Large tables are not read whole.
struct ISOSampleTable {
    /// Rows that are read of one table.
    private static let rowLimit: UInt64 = 1024

    private(set) var samples: UInt64 = 0
    /// The sum of the durations of all samples; nil where the table is long or empty.
    private(set) var duration: UInt64?
    private(set) var flaw: Measurement.Extent?
    /// Where the media data end by the places of the chunks, as far as they lie in the file.
    private(set) var mediaEnd: Int64 = 0

    private let boxes: ISOBoxes
    private let parts: [ISOBox]

    /// Reads the content of `stbl`, of sound that is packed so.
    init(_ table: ISOBox, packing: SoundPacking, in boxes: ISOBoxes) throws(InspectionFault) {
        self.boxes = boxes
        parts = try boxes.list(in: table.body, limit: 64)
        guard let sizes = try ISOSampleSizes(parts, packing: packing, in: boxes) else { return }
        guard sizes.fit else {
            flaw = .damaged(at: sizes.start, "declares \(sizes.count) samples, more than their table holds")
            return
        }
        samples = sizes.count
        duration = try sumOfDurations()
        if samples > 0 { flaw = try readChunks(sizes) }
    }

    private func part(_ kind: FourCC) -> ISOBox? {
        parts.first { $0.kind == kind }
    }

    /// `stts` (8.6.1.2).
    private func sumOfDurations() throws(InspectionFault) -> UInt64? {
        guard let times = part("stts"), let rows = try boxes.number(in: times, at: 4), 1...Self.rowLimit ~= rows else {
            return nil
        }
        var sum: UInt64 = 0
        for row in 0..<Int64(rows) {
            guard let count = try boxes.number(in: times, at: 8 + 8 * row),
                let delta = try boxes.number(in: times, at: 12 + 8 * row)
            else { return nil }
            // Some writers put a negative step at the end.
            if delta < 0x8000_0000 { sum = sum.addingSaturated(count * delta) }
        }
        return sum > 0 ? sum : nil
    }

    /// `stco`, `co64` (8.7.5): every chunk begins inside the file, and the last one ends there. What comes back is wrong
    /// with them.
    private mutating func readChunks(_ sizes: ISOSampleSizes) throws(InspectionFault) -> Measurement.Extent? {
        guard let table = part("stco") ?? part("co64"), let count = try boxes.number(in: table, at: 4) else {
            return .damaged(at: sizes.start, "has samples that lie nowhere")
        }
        let width: Int64 = table.kind == "co64" ? 8 : 4
        guard count > 0, Int64(count) <= (Int64(table.body.count) - 8) / width else {
            return .damaged(at: table.body.lowerBound - 8, "declares \(count) chunks, which its table does not hold")
        }
        let last = try offset(in: table, row: Int64(count) - 1, width)
        let lastEnd = last.addingSaturated(try bytesOfLastChunk(sizes, chunks: count))
        let furthest = count <= Self.rowLimit ? try furthestStart(in: table, rows: Int64(count), width) : last
        let end = max(furthest, lastEnd)
        guard end <= UInt64(boxes.bytes.end) else {
            return .damaged(at: boxes.bytes.end, "ends before the media data of its track do")
        }
        mediaEnd = Int64(end)
        return nil
    }

    private func offset(in table: ISOBox, row: Int64, _ width: Int64) throws(InspectionFault) -> UInt64 {
        try boxes.number(in: table, at: 8 + row * width, count: Int(width)) ?? 0
    }

    private func furthestStart(in table: ISOBox, rows: Int64, _ width: Int64) throws(InspectionFault) -> UInt64 {
        var furthest: UInt64 = 0
        for row in 0..<rows { furthest = max(furthest, try offset(in: table, row: row, width)) }
        return furthest
    }

    /// By the last row of `stsc` (8.7.4): the chunk that a row begins with, and the samples of each from there on. The
    /// last chunk may have fewer.
    private func bytesOfLastChunk(_ sizes: ISOSampleSizes, chunks: UInt64) throws(InspectionFault) -> UInt64 {
        guard let runs = part("stsc"), let rows = try boxes.number(in: runs, at: 4), rows > 0,
            let samples = try boxes.number(in: runs, at: 8 + 12 * (Int64(rows) - 1) + 4)
        else { return 0 }
        guard rows <= Self.rowLimit else { return try sizes.ofLast(min(samples, sizes.count)) }
        var before: UInt64 = 0
        for row in 0..<Int64(rows) {
            let next = row + 1 < Int64(rows) ? try boxes.number(in: runs, at: 20 + 12 * row) ?? 0 : chunks
            guard let first = try boxes.number(in: runs, at: 8 + 12 * row), first <= next,
                let each = try boxes.number(in: runs, at: 12 + 12 * row)
            else { break }
            before = before.addingSaturated((next - first) * each)
        }
        return try sizes.ofLast(min(samples, sizes.count > before ? sizes.count - before : 0))
    }
}

/// The sizes of the samples of a track: `stsz`, `stz2` (ISO/IEC 14496-12 8.7.3).
struct ISOSampleSizes {
    private static let rowLimit: UInt64 = 4096

    let count: UInt64
    /// Where the table begins.
    let start: Int64
    /// Whether the table is as long as it says.
    let fit: Bool

    private let boxes: ISOBoxes
    private let table: ISOBox
    /// The size of all samples, 0 where each has its own.
    private let common: UInt64
    private let bitsPerRow: UInt64
    private let packing: SoundPacking

    init?(_ parts: [ISOBox], packing: SoundPacking, in boxes: ISOBoxes) throws(InspectionFault) {
        guard let table = parts.first(where: { $0.kind == "stsz" || $0.kind == "stz2" }),
            let first = try boxes.number(in: table, at: 4), let count = try boxes.number(in: table, at: 8)
        else { return nil }
        let isCompact = table.kind == "stz2"
        self.boxes = boxes
        self.table = table
        self.count = count
        start = table.body.lowerBound - 8
        common = isCompact ? 0 : first
        self.packing = packing
        bitsPerRow = isCompact ? first & 0xFF : 32
        fit = common > 0 || count <= UInt64(max(table.body.count - 12, 0)) * 8 / max(bitsPerRow, 1)
    }

    /// The bytes of that many samples at the end; of at most so many where they are very many.
    func ofLast(_ samples: UInt64) throws(InspectionFault) -> UInt64 {
        if common == 1 { return packing.bytes(of: samples) }
        if common > 0 { return common * samples }
        guard bitsPerRow >= 8, boxes.bytes.takes(entries: Int(min(samples, Self.rowLimit))) else { return 0 }
        let width = Int64(bitsPerRow / 8)
        var sum: UInt64 = 0
        for row in Int64(count - min(samples, Self.rowLimit))..<Int64(count) {
            sum += try boxes.number(in: table, at: 12 + row * width, count: Int(width)) ?? 0
        }
        return sum
    }
}
