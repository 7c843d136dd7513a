extension MediaStore {
    /// Forgets all that is known of a URL: its responses, its failure, that it was uncacheable, and what an interrupted
    /// transfer left; and that its origin asked to be left alone. The media stay for other URLs that lead to them, until they
    /// are evicted.
    ///
    /// What a fetch that began before brings is not stored, in this or any other process.
    ///
    /// - Parameters:
    ///   - url: the text of its cache key.
    ///   - origin: the text of its origin.
    /// - Returns: whether anything was there.
    public func purge(_ url: String, origin: String) async throws(StoreError) -> Bool {
        try await writer.write { session throws(StoreError) in
            let key = URLRow.key(of: url)
            try PurgeRow.note(key, in: session)
            let found = [
                try ResponseRow.remove(key, nil, in: session.index), try FailureRow.remove(key, in: session.index),
                try UncacheableRow.remove(key, in: session.index), session.root.hasPart(of: url),
                try PauseRow.remove(origin, in: session.index),
            ]
            // After the commit: who keeps a part meanwhile looks for a purge once it is kept.
            session.afterCommit(.removePart(url: url))
            return found.contains(true)
        }
    }

    /// Whether the URL, given as the text of its cache key, was purged since the count of purges stood at `mark`.
    /// Blocking.
    public func isPurged(_ url: String, since mark: Int64) throws(StoreError) -> Bool {
        try read { index throws(StoreError) in
            try PurgeRow.isPurged(URLRow.key(of: url), since: mark, in: index)
        }
    }
}
