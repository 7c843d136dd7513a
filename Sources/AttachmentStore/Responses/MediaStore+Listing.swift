extension MediaStore {
    /// All responses, ordered by URL and variant.
    ///
    /// Blocks for about a second for each million of them, while nothing else of this store can read.
    public func responseListing() throws(StoreError) -> RowListing<ListedResponse> {
        try listing(of: "SELECT id FROM responses ORDER BY url, variant") { id, index throws(StoreError) in
            try ResponseRow.listed(id, in: index)
        }
    }

    /// All remembered failures, ordered by URL. Blocks as ``responseListing()`` does.
    public func failureListing() throws(StoreError) -> RowListing<StoredFailure> {
        try listing(of: "SELECT id FROM failures ORDER BY url") { id, index throws(StoreError) in
            try FailureRow.listed(id, in: index)
        }
    }

    private func listing<Entry: Sendable>(
        of query: String, find: @escaping @Sendable (Int64, Connection) throws(StoreError) -> Entry?
    ) throws(StoreError) -> RowListing<Entry> {
        let ids = try read { index throws(StoreError) in
            try index.all(query) { row throws(StoreError) in row.integer(0) }
        }
        return RowListing(store: self, ids: ids[...], find: find)
    }
}

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
