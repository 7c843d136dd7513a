/// The rows of URLs whose answers may not be stored.
enum UncacheableRow {
    static func isNoted(_ key: SQLValue, now: Int64, in index: Connection) throws(StoreError) -> Bool {
        try index.first("SELECT 1 FROM uncacheable WHERE key = $1 AND until > $2", key, .integer(now)) {
            _ throws(StoreError) in true
        } ?? false
    }

    static func note(_ key: SQLValue, until: Int64, in index: Connection) throws(StoreError) {
        try index.run(
            """
            INSERT INTO uncacheable(key, until) VALUES($1, $2)
            ON CONFLICT(key) DO UPDATE SET until = max(until, excluded.until)
            """, key, .integer(until))
    }

    /// True when there was one.
    static func remove(_ key: SQLValue, in index: Connection) throws(StoreError) -> Bool {
        try index.run("DELETE FROM uncacheable WHERE key = $1", key)
        return index.changes > 0
    }
}
