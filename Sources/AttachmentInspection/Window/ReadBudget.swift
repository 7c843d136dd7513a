/// How much work one file may make, whatever it claims.
///
/// The limits are far above what honest files need. A file that exceeds them keeps its type; what was not found by then
/// is not known.
struct ReadBudget {
    /// Bytes read from the medium: the largest default limit of a body, and then some.
    static let byteLimit: Int64 = 64 << 20
    /// Reads of the medium.
    static let readLimit = 20_000
    /// Boxes, chunks, blocks, frames, table rows.
    static let entryLimit = 1_000_000

    /// Reads so far.
    private(set) var reads = 0
    private var bytes: Int64 = 0
    private var entries = 0
    /// Whether something was refused.
    private(set) var isSpent = false

    /// Whether so many bytes may be read.
    mutating func allowsRead(of count: Int) -> Bool {
        guard reads < Self.readLimit, bytes + Int64(count) <= Self.byteLimit else {
            isSpent = true
            return false
        }
        reads += 1
        bytes += Int64(count)
        return true
    }

    /// Whether so many more entries may be looked at.
    mutating func allowsEntries(_ count: Int) -> Bool {
        guard count <= Self.entryLimit - entries else {
            isSpent = true
            return false
        }
        entries += count
        return true
    }
}
