import AttachmentDomain

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

    /// The origins that ask to be left alone now, ordered by their texts, in portions. Blocking.
    ///
    /// - Parameters:
    ///   - origin: the last one of the portion before; empty for the first.
    ///   - limit: how many at most.
    public func pauses(after origin: String = "", limit: Int) throws(StoreError) -> [ListedPause] {
        let now = clock.now
        return try read { index throws(StoreError) in
            try PauseRow.list(after: origin, limit: limit, now: now, in: index)
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
