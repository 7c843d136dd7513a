/// Removes rows that nobody needs any more, a portion at a time inside transactions that are written anyway.
///
/// They stay a day past their end: how often a URL failed in a row decides how long its next failure counts, and a fetch
/// may run for long after a purge.
struct ExpiredRows {
    /// Seconds past their end for which rows stay.
    static let kept: Int64 = 86_400
    /// How many rows of a table go at once.
    static let portion = 256
    /// Seconds between two looks where the last one left nothing.
    static let pause: Int64 = 600

    private var next: Int64 = .min
    private var last: Int64 = .min

    private static let statements = [
        ("failures", "key", "retry_at"), ("pauses", "origin", "until"), ("uncacheable", "key", "until"),
        ("purges", "key", "purged_at"),
    ].map { table, key, end in
        "DELETE FROM \(table) WHERE \(key) IN (SELECT \(key) FROM \(table) WHERE \(end) < $1 LIMIT \(portion))"
    }

    /// Called in each transaction; looks only where it is time.
    mutating func tidy(_ session: WriteSession) throws(StoreError) {
        // A clock that was set back must not put it off.
        guard session.now >= next || session.now < last else { return }
        var isFull = false
        for statement in Self.statements {
            try session.index.run(statement, .integer(session.now - Self.kept))
            isFull = isFull || session.index.changes >= Self.portion
        }
        last = session.now
        next = isFull ? session.now : session.now + Self.pause
    }
}
