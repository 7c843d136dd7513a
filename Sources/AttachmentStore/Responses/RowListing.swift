/// Rows of the cache in an order, given out in portions: what is remembered is their ids alone, 8 bytes for each.
///
/// An index by URL would make each portion a search, and each response that is stored dearer by a third: lists are rare.
public struct RowListing<Entry: Sendable>: Sendable {
    let store: MediaStore
    var ids: ArraySlice<Int64>
    let find: @Sendable (Int64, Connection) throws(StoreError) -> Entry?

    /// How many rows are still to come, at most: those that go meanwhile are passed over.
    public var remaining: Int { ids.count }

    /// The next rows, at most `limit`, as they are now; none at the end. Blocking.
    public mutating func next(_ limit: Int) throws(StoreError) -> [Entry] {
        while !ids.isEmpty {
            let portion = ids.prefix(max(1, limit))
            ids = ids.dropFirst(portion.count)
            let entries = try entries(of: portion)
            if !entries.isEmpty { return entries }
        }
        return []
    }

    private func entries(of portion: ArraySlice<Int64>) throws(StoreError) -> [Entry] {
        let find = find
        return try store.read { index throws(StoreError) in
            try index.snapshot { () throws(StoreError) in
                var entries: [Entry] = []
                for id in portion {
                    if let entry = try find(id, index) { entries.append(entry) }
                }
                return entries
            }
        }
    }
}
