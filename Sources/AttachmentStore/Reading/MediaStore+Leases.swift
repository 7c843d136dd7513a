public import AttachmentDomain

extension MediaStore {
    /// Keeps the objects from eviction for that long, so that paths that were handed out stay good.
    ///
    /// Writes only where no lease with more than half of that time is left. Digests that the cache does not hold are
    /// passed over.
    public func lease(_ digests: [Digest], seconds: Int64) async throws(StoreError) {
        try await writer.write { session throws(StoreError) in
            var lease = try Lease(seconds: seconds, session)
            for digest in digests {
                if let object = try ObjectRow.identifier(of: digest, in: session.index) { try lease.take(object) }
            }
        }
    }
}

/// Leases of this process, taken inside a transaction.
struct Lease {
    private let seconds: Int64
    private let session: WriteSession
    private var hasTidied = false

    /// - Parameter seconds: 0 takes none.
    init(seconds: Int64, _ session: WriteSession) throws(StoreError) {
        self.seconds = seconds
        self.session = session
    }

    /// Leases one object, unless a lease on it has more than half of the time left.
    mutating func take(_ object: Int64) throws(StoreError) {
        guard seconds > 0, try !isLeased(object) else { return }
        if !hasTidied {
            hasTidied = true
            try session.index.run("DELETE FROM leases WHERE expires <= $1", .integer(session.now))
        }
        try session.index.run(
            """
            INSERT INTO leases(object_id, holder, expires) VALUES($1, $2, $3)
            ON CONFLICT(object_id, holder) DO UPDATE SET expires = max(expires, excluded.expires)
            """, .integer(object), .text(Holder.current), .integer(session.now + seconds))
    }

    private func isLeased(_ object: Int64) throws(StoreError) -> Bool {
        try session.index.first(
            "SELECT 1 FROM leases WHERE object_id = $1 AND expires > $2", .integer(object),
            .integer(session.now + seconds / 2)
        ) { _ throws(StoreError) in true } ?? false
    }
}
