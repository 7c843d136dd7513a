public import AttachmentDomain

extension MediaStore {
    /// Stores a push and returns it as it is kept: under its effective key, with the time of its first coming.
    ///
    /// Two pushes are one when the provider's key and the content's hash agree; the second coming keeps place and
    /// time. The same key with other content is another push, kept as `KEY~` and 8 hex digits of its hash. The oldest
    /// beyond `pushes.maxCount` go in the same transaction. A push that is kept already as it is writes nothing.
    ///
    /// - Parameters:
    ///   - source: the whole text that the push was read from.
    ///   - isReplay: whether that was a stored push: then it is the one that is kept under its key, if all seven members
    ///     but the time are the same, so that what was listed can be fetched again.
    ///   - whenQueued: called before the push is stored, as soon as no later call can come before it.
    public func remember(
        _ push: StoredPush, contentHash: Digest, source: [UInt8], isReplay: Bool = false,
        whenQueued: () -> Void = {}
    ) async throws(StoreError) -> StoredPush {
        try await writer.write(whenQueued: whenQueued) { [pushPolicy] session throws(StoreError) in
            if isReplay, let known = try PushRow.find(key: push.uniqueKey, in: session.index)?.push,
                push.kept(as: known) == known
            {
                return known
            }
            let known = try PushRow.find(push, contentHash: contentHash, source: source, in: session.index)
            if let known {
                let kept = push.kept(as: known.push)
                if kept != known.push { try known.refresh(kept, source: source, in: session) }
                return kept
            }
            var kept = push
            kept.uniqueKey = try PushIdentity.effectiveKey(of: push.uniqueKey, contentHash: contentHash) {
                key throws(StoreError) in try PushRow.identifier(of: key, in: session.index) != nil
            }
            try PushRow.insert(
                kept, providerKey: push.uniqueKey, contentHash: contentHash, source: source, in: session)
            try PushRow.trim(pushPolicy, in: session)
            return kept
        }
    }

    /// Keeps attachment records of a push, each in the place of the one with its index, ties each to its object if the
    /// cache holds that, and leases the objects of those that are ready, so that the paths in the records stay good.
    ///
    /// Records may come in portions, in any order. A push that is not kept any more, trimmed in favour of newer ones, is
    /// no error: only the leases are written.
    ///
    /// - Parameter total: how many records the push has in all: older ones past them go. These alone unless given.
    public func setAttachments(
        _ records: [AttachmentRecord], ofPush key: String, total: Int? = nil, leaseSeconds: Int64 = 0
    ) async throws(StoreError) {
        let texts = try await StoredText.encodeAll(records, shownAs: root.shown(CacheNames.index))
        try await writer.write { session throws(StoreError) in
            let push = try PushRow.identifier(of: key, in: session.index)
            if let push {
                try session.index.run(
                    "DELETE FROM attachments WHERE push_id = $1 AND ord >= $2", .integer(push),
                    .integer(Int64(total ?? records.count)))
            }
            var lease = try Lease(seconds: leaseSeconds, session)
            for (record, text) in zip(records, texts) {
                var object: Int64?
                if let digest = record.digest { object = try ObjectRow.identifier(of: digest, in: session.index) }
                if let object, record.state == .ready { try lease.take(object) }
                guard let push else { continue }
                try session.index.run(
                    """
                    INSERT INTO attachments(push_id, ord, object_id, state, record) VALUES($1, $2, $3, $4, $5)
                    ON CONFLICT(push_id, ord) DO UPDATE SET object_id = excluded.object_id, state = excluded.state,
                        record = excluded.record
                    """, .integer(push), .integer(Int64(record.index)), .optional(object),
                    .text(record.state.rawValue), .text(text))
            }
        }
    }

    /// At most `limit` stored pushes, the newest first, each with its records; with `before`, those that stand before
    /// the push of that ``PushEntry/sequence``.
    public func pushes(limit: Int, before: Int64? = nil) throws(StoreError) -> [PushEntry] {
        let found = try read { index throws(StoreError) in
            try PushRow.list(limit: limit, before: before ?? Int64.max, in: index).map { row throws(StoreError) in
                (row, try Self.records(of: row, in: index))
            }
        }
        return try found.map { row, records throws(StoreError) in try entry(row, records) }
    }

    /// The stored push with that key, with its records; nil when there is none.
    public func push(_ key: String) throws(StoreError) -> PushEntry? {
        let found = try read { index throws(StoreError) in
            try PushRow.find(key: key, in: index).map { row throws(StoreError) in
                (row, try Self.records(of: row, in: index))
            }
        }
        return try found.map { row, records throws(StoreError) in try entry(row, records) }
    }

    /// The whole text that a stored push was read from; nil when there is no such push.
    public func source(ofPush key: String) throws(StoreError) -> [UInt8]? {
        try read { index throws(StoreError) in
            try index.first("SELECT source FROM pushes WHERE key = $1", .text(key)) { row throws(StoreError) in
                Array(row.blob(0))
            }
        }
    }

    private static func records(of row: PushRow, in index: Connection) throws(StoreError) -> [String] {
        try index.all("SELECT record FROM attachments WHERE push_id = $1 ORDER BY ord", .integer(row.id)) {
            row throws(StoreError) in row.text(0)
        }
    }

    private func entry(_ row: PushRow, _ records: [String]) throws(StoreError) -> PushEntry {
        let shown = root.shown(CacheNames.index)
        let attachments = try records.map { text throws(StoreError) in
            try StoredText.decode(AttachmentRecord.self, from: text, shownAs: shown)
        }
        return PushEntry(push: row.push, attachments: attachments, sequence: row.id)
    }
}

extension StoredPush {
    /// This push under the key and with the time of the one that is kept already.
    fileprivate func kept(as known: StoredPush) -> StoredPush {
        var kept = self
        kept.uniqueKey = known.uniqueKey
        kept.receivedAt = known.receivedAt
        return kept
    }
}
