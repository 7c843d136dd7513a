/// The rows of pauses.
enum PauseRow {
    /// True when there was one.
    static func remove(_ origin: String, in index: Connection) throws(StoreError) -> Bool {
        try index.run("DELETE FROM pauses WHERE origin = $1", .text(origin))
        return index.changes > 0
    }

    /// A pause that is over is none.
    static func find(_ origin: String, now: Int64, in index: Connection) throws(StoreError) -> OriginPause? {
        try index.first(
            "SELECT until, message FROM pauses WHERE origin = $1 AND until > $2", .text(origin), .integer(now)
        ) { row throws(StoreError) in OriginPause(until: row.integer(0), message: row.text(1)) }
    }

    /// Those in force behind an origin in the order of their names, at most `limit`.
    static func list(
        after origin: String, limit: Int, now: Int64, in index: Connection
    ) throws(StoreError) -> [ListedPause] {
        try index.all(
            "SELECT origin, until, message FROM pauses WHERE origin > $1 AND until > $2 ORDER BY origin LIMIT $3",
            .text(origin), .integer(now), .integer(Int64(limit))
        ) { row throws(StoreError) in
            ListedPause(origin: row.text(0), pause: OriginPause(until: row.integer(1), message: row.text(2)))
        }
    }

    /// Of several answers of one moment the longest counts.
    static func enter(_ origin: String, _ pause: OriginPause, in index: Connection) throws(StoreError) {
        try index.run(
            """
            INSERT INTO pauses(origin, until, message) VALUES($1, $2, $3)
            ON CONFLICT(origin) DO UPDATE SET until = excluded.until, message = excluded.message
                WHERE excluded.until >= until
            """, .text(origin), .integer(pause.until), .text(pause.message))
    }
}
