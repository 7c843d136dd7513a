import AttachmentCrypto
import AttachmentDomain

/// The row of a URL.
enum ResponseRow {
    /// Rows are found by a hash, since URLs have up to 65,536 bytes.
    static func key(of url: String) -> SQLValue {
        var url = url
        return .digest(url.withUTF8 { SHA256.digest(of: UnsafeRawBufferPointer($0)) })
    }

    static func find(_ url: String, in index: Connection) throws(StoreError) -> StoredResponse? {
        try index.first(
            """
            SELECT url, final_url, status, headers, requested_at, received_at, fresh_until, stale_until,
                objects.hash, failure, failure_message, attempts, retry_at, limit_bytes
            FROM urls LEFT JOIN objects ON objects.id = urls.object_id WHERE key = $1
            """, key(of: url)
        ) { row throws(StoreError) in
            StoredResponse(
                url: row.text(0), finalUrl: row.text(1), status: Int(row.integer(2)),
                headers: HeaderBlock.headers(in: row.text(3)), requestedAt: row.integer(4),
                receivedAt: row.integer(5), freshUntil: row.integer(6), staleUntil: row.optionalInteger(7),
                digest: row.digest(8), failure: failure(in: row))
        }
    }

    /// A code that this program does not know, from a newer one, counts as no failure: the URL is asked again.
    private static func failure(in row: Row) -> StoredResponse.Failure? {
        guard let code = row.optionalText(9).flatMap(Code.init(rawValue:)) else { return nil }
        return StoredResponse.Failure(
            code: code, message: row.text(10), attempts: Int(row.integer(11)), retryAt: row.integer(12),
            limitBytes: row.optionalInteger(13))
    }

    /// Enters the response, or replaces the one of the same URL.
    static func enter(
        _ response: StoredResponse, object: Int64?, in index: Connection
    ) throws(StoreError) {
        try index.run(
            """
            INSERT INTO urls(key, url, final_url, object_id, status, headers, requested_at, received_at, fresh_until,
                stale_until, failure, failure_message, attempts, retry_at, limit_bytes)
            VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
            ON CONFLICT(key) DO UPDATE SET final_url = excluded.final_url, object_id = excluded.object_id,
                status = excluded.status, headers = excluded.headers, requested_at = excluded.requested_at,
                received_at = excluded.received_at, fresh_until = excluded.fresh_until,
                stale_until = excluded.stale_until, failure = excluded.failure,
                failure_message = excluded.failure_message, attempts = excluded.attempts,
                retry_at = excluded.retry_at, limit_bytes = excluded.limit_bytes
            """, key(of: response.url), .text(response.url), .text(response.finalUrl), .optional(object),
            .integer(Int64(response.status)), .text(HeaderBlock.text(of: response.headers)),
            .integer(response.requestedAt), .integer(response.receivedAt), .integer(response.freshUntil),
            .optional(response.staleUntil), .optional(response.failure?.code.rawValue),
            .optional(response.failure?.message), .integer(Int64(response.failure?.attempts ?? 0)),
            .optional(response.failure?.retryAt), .optional(response.failure?.limitBytes))
    }
}
