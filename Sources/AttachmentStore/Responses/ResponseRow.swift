import AttachmentDomain

/// The rows of responses: one for each variant of a URL.
enum ResponseRow {
    private static let columns = """
        url, variant, status, headers, requested_at, received_at, fresh_until, stale_until, objects.hash
        """
    private static let source = "FROM responses LEFT JOIN objects ON objects.id = responses.object_id"

    /// All variants, the newest first.
    static func find(_ key: SQLValue, in index: Connection) throws(StoreError) -> [StoredResponse] {
        let found = try index.all("SELECT \(columns) \(source) WHERE key = $1", key, read: read)
        guard found.count > 1 else { return found }
        return found.map { (date: $0.date, response: $0) }
            .sorted { ($0.date, $0.response.response.receivedAt) > ($1.date, $1.response.response.receivedAt) }
            .map(\.response)
    }

    /// The response of that row with what is known of its body; nil where the row is gone.
    static func listed(_ id: Int64, in index: Connection) throws(StoreError) -> ListedResponse? {
        try index.first(
            "SELECT \(columns), objects.size, objects.mime \(source) WHERE responses.id = $1", .integer(id)
        ) { row throws(StoreError) in
            ListedResponse(
                response: try read(row), bytes: row.optionalInteger(9), mediaType: row.optionalText(10))
        }
    }

    /// Enters the response, or replaces the one of the same URL and variant.
    static func enter(
        _ stored: StoredResponse, key: SQLValue, object: Int64?, in index: Connection
    ) throws(StoreError) {
        let response = stored.response
        try index.run(
            """
            INSERT INTO responses(key, variant, url, object_id, status, headers, requested_at, received_at, fresh_until,
                stale_until)
            VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
            ON CONFLICT(key, variant) DO UPDATE SET object_id = excluded.object_id, status = excluded.status,
                headers = excluded.headers, requested_at = excluded.requested_at,
                received_at = excluded.received_at, fresh_until = excluded.fresh_until,
                stale_until = excluded.stale_until
            """, key, .text(response.variant.text), .text(stored.url), .optional(object),
            .integer(Int64(response.status)), .text(HeaderBlock.text(of: response.headers)),
            .integer(response.requestedAt), .integer(response.receivedAt), .integer(stored.freshUntil),
            .optional(stored.staleUntil))
    }

    /// Removes the response of that variant, or of all; true when there was any.
    static func remove(_ key: SQLValue, _ variant: Variant?, in index: Connection) throws(StoreError) -> Bool {
        if let variant {
            try index.run("DELETE FROM responses WHERE key = $1 AND variant = $2", key, .text(variant.text))
        } else {
            try index.run("DELETE FROM responses WHERE key = $1", key)
        }
        return index.changes > 0
    }

    private static func read(_ row: Row) throws(StoreError) -> StoredResponse {
        StoredResponse(
            url: row.text(0),
            response: CachedResponse(
                status: Int(row.integer(2)), headers: HeaderBlock.headers(in: row.text(3)),
                variant: Variant(text: row.text(1)), requestedAt: row.integer(4), receivedAt: row.integer(5)),
            freshUntil: row.integer(6), staleUntil: row.optionalInteger(7), digest: row.digest(8))
    }
}
