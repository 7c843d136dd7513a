/// Tells whose slot a place is, over all rows of a table.
struct SlotDirectory {
    /// Slots by the last name that their paths look up.
    private var slots: [String: [Entry]] = [:]

    private struct Entry {
        let row: Int
        let provider: String
        let steps: [PayloadPath.Step]
    }

    init(_ dialects: [Dialect]) {
        for (row, dialect) in dialects.enumerated() {
            for path in dialect.slots.flatMap(\.slots).map(\.path) {
                guard let name = path.names.last else { continue }
                // JSON text inside a member is one way further like any other.
                let steps = path.steps.filter { $0 != .inside }
                slots[name, default: []].append(Entry(row: row, provider: dialect.provider, steps: steps))
            }
        }
    }

    /// The row whose slot the place is: exactly, else but for what stands in front of it (`/notification/image` lacks
    /// the `message` of a request, `/data/fcm_options/image` has a wrapper), where two names or more agree. Of several
    /// the nearest, then the payload's own provider in another shape, then the first of the table.
    func owner(of tokens: [String], for dialect: Dialect) -> (provider: String, row: Int)? {
        let candidates = tokens.suffix(2).flatMap { slots[$0] ?? [] }
        let ranked = candidates.compactMap { entry in
            rank(of: entry, at: tokens, for: dialect).map { (entry: entry, rank: $0) }
        }
        let best = ranked.min { ($0.rank, $0.entry.row) < ($1.rank, $1.entry.row) }
        return best.map { ($0.entry.provider, $0.entry.row) }
    }

    /// Lower is better; nil where the slot is another place.
    private func rank(of entry: Entry, at tokens: [String], for dialect: Dialect) -> Int? {
        let shared = min(entry.steps.count, tokens.count)
        guard zip(entry.steps.suffix(shared), tokens.suffix(shared)).allSatisfy({ $0.matches($1) }) else { return nil }
        let missing = abs(entry.steps.count - tokens.count)
        let names = entry.steps.suffix(shared).count { if case .name = $0 { true } else { false } }
        guard missing == 0 || names >= 2 else { return nil }
        return missing * 2 + (entry.provider == dialect.provider ? 0 : 1)
    }
}

extension PayloadPath.Step {
    fileprivate func matches(_ token: String) -> Bool {
        switch self {
        case .name(let name): name.utf8.elementsEqual(token.utf8)
        case .everyElement: !token.isEmpty && token.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        case .everyMember, .everyChild: true
        case .inside: false
        }
    }
}
