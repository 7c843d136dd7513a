/// The rows that tell when a URL was purged, in purges of the whole cache: a count that all processes share, where
/// clocks would tie.
enum PurgeRow {
    /// Whether the URL was purged after the count stood at `mark`: what was asked for before must not be stored.
    static func isPurged(_ key: SQLValue, since mark: Int64, in index: Connection) throws(StoreError) -> Bool {
        try index.first("SELECT 1 FROM purges WHERE key = $1 AND mark > $2", key, .integer(mark)) {
            _ throws(StoreError) in true
        } ?? false
    }

    /// Counts a purge and notes the URL with it.
    static func note(_ key: SQLValue, in session: WriteSession) throws(StoreError) {
        try session.index.run("UPDATE totals SET purge_mark = purge_mark + 1")
        session.restrain { $0.purgeMark += 1 }
        try session.index.run(
            """
            INSERT INTO purges(key, mark, purged_at) VALUES($1, (SELECT purge_mark FROM totals), $2)
            ON CONFLICT(key) DO UPDATE SET mark = excluded.mark, purged_at = excluded.purged_at
            """, key, .integer(session.now))
    }
}
