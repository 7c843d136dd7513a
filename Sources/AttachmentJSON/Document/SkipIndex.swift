/// Where arrays and objects end, for so many of them that stepping over any value is cheap.
///
/// A container is listed when stepping over it would otherwise mean reading 64 bytes or more, those bytes not counted
/// that lie in listed containers inside it. So every listed one answers for at least 56 bytes of its own, the index
/// takes about a fifth of the text at the very most (much less of ordinary text), and no nesting, however deep, makes
/// reading take more than proportional time.
struct SkipIndex: Sendable {
    /// Start and end of each listed container, sorted by block of 64 bytes.
    private let entries: [Entry]
    /// For each block of 64 bytes of text, the first entry that starts in it or later; one more at the end.
    private let firstOfBlock: [UInt32]

    struct Entry: Sendable {
        let start: UInt32
        /// The position after the closing bracket.
        let end: UInt32
    }

    static let costWorthListing = 64
    /// What stepping over a listed container is taken to cost.
    static let costOfListed = 8
    private static let blockShift = 6

    /// Sorts the entries of a text with that many bytes.
    init(_ found: [Entry], textCount: Int) {
        guard !found.isEmpty else {
            entries = []
            firstOfBlock = []
            return
        }
        var first = [UInt32](repeating: 0, count: textCount >> Self.blockShift + 2)
        for entry in found { first[Int(entry.start) >> Self.blockShift + 1] += 1 }
        for block in first.indices.dropFirst() { first[block] += first[block - 1] }
        firstOfBlock = first
        entries = [Entry](unsafeUninitializedCapacity: found.count) { sorted, count in
            for entry in found {
                let block = Int(entry.start) >> Self.blockShift
                sorted[Int(first[block])] = entry
                first[block] += 1
            }
            count = found.count
        }
    }

    /// The position after the container that starts there, if it is listed.
    @inline(__always)
    func end(ofContainerAt start: Int) -> Int? {
        let block = start >> Self.blockShift
        guard block + 1 < firstOfBlock.count else { return nil }
        for entry in Int(firstOfBlock[block])..<Int(firstOfBlock[block + 1])
        where Int(entries[entry].start) == start {
            return Int(entries[entry].end)
        }
        return nil
    }
}
