public import AttachmentDomain

extension MediaStore {
    /// Keeps the objects from eviction for that long, so that paths that were handed out stay good.
    ///
    /// Writes only where no lease with more than half of that time is left. Digests that the cache does not hold are
    /// passed over.
    public func lease(_ digests: [Digest], seconds: Int64) async throws(StoreError) {
        try await writer.write { session throws(StoreError) in
            let horizon = session.now + seconds / 2
            for digest in digests where try !Self.isLeased(digest, beyond: horizon, in: session.index) {
                try session.index.run("DELETE FROM leases WHERE expires <= $1", .integer(session.now))
                try session.index.run(
                    """
                    INSERT INTO leases(object_id, holder, expires) SELECT id, $1, $2 FROM objects WHERE hash = $3
                    ON CONFLICT(object_id, holder) DO UPDATE SET expires = max(expires, excluded.expires)
                    """, .text(Holder.current), .integer(session.now + seconds), .digest(digest))
            }
        }
    }

    private static func isLeased(
        _ digest: Digest, beyond horizon: Int64, in index: Connection
    ) throws(StoreError) -> Bool {
        try index.first(
            """
            SELECT 1 FROM objects JOIN leases ON leases.object_id = objects.id WHERE hash = $1 AND expires > $2
            """, .digest(digest), .integer(horizon)
        ) { _ throws(StoreError) in true } ?? false
    }
}
