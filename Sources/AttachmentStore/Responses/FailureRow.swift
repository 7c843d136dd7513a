import AttachmentDomain

/// The rows of remembered failures.
enum FailureRow {
    private static let columns =
        "url, code, message, status, attempts, failed_at, retry_at, limit_bytes, kind, policy"

    /// A code that this program does not know, from a newer one, counts as no failure: the URL is asked again.
    static func find(_ key: SQLValue, in index: Connection) throws(StoreError) -> StoredFailure? {
        try index.first("SELECT \(columns) FROM failures WHERE key = $1", key, read: read) ?? nil
    }

    /// The failure of that row; nil where the row is gone.
    static func listed(_ id: Int64, in index: Connection) throws(StoreError) -> StoredFailure? {
        try index.first("SELECT \(columns) FROM failures WHERE id = $1", .integer(id), read: read) ?? nil
    }

    /// Enters the failure, or replaces the one of the same URL.
    static func enter(_ failure: StoredFailure, key: SQLValue, in index: Connection) throws(StoreError) {
        try index.run(
            """
            INSERT INTO failures(key, url, code, message, status, attempts, failed_at, retry_at, limit_bytes, kind,
                policy)
            VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
            ON CONFLICT(key) DO UPDATE SET code = excluded.code, message = excluded.message, status = excluded.status,
                attempts = excluded.attempts, failed_at = excluded.failed_at, retry_at = excluded.retry_at,
                limit_bytes = excluded.limit_bytes, kind = excluded.kind, policy = excluded.policy
            """, key, .text(failure.url), .text(failure.code.rawValue), .text(failure.message),
            .optional(failure.status.map(Int64.init)), .integer(Int64(failure.attempts)), .integer(failure.failedAt),
            .integer(failure.retryAt), .optional(failure.limitBytes),
            .optional(failure.kind?.rawValue), .text(failure.policy))
    }

    /// True when there was one.
    static func remove(_ key: SQLValue, in index: Connection) throws(StoreError) -> Bool {
        try index.run("DELETE FROM failures WHERE key = $1", key)
        return index.changes > 0
    }

    private static func read(_ row: Row) throws(StoreError) -> StoredFailure? {
        guard let code = Code(rawValue: row.text(1)) else { return nil }
        return StoredFailure(
            url: row.text(0), code: code, message: row.text(2), status: row.optionalInteger(3).map { Int($0) },
            attempts: Int(row.integer(4)), failedAt: row.integer(5), retryAt: row.integer(6),
            limitBytes: row.optionalInteger(7), kind: row.optionalText(8).flatMap(MediaKind.init(rawValue:)),
            policy: row.text(9))
    }
}
