public import AttachmentDomain

extension MediaStore {
    /// The object with these bytes, after a look at its file; nil when the cache does not hold it.
    ///
    /// A file that is gone or damaged is a miss, not an error: its row is dropped, and what is left of it is set aside in
    /// `quarantine`. A file that somebody touched, or that a fast cache wrote before the machine was restarted, is
    /// hashed before it counts.
    public func object(_ digest: Digest) throws(StoreError) -> StoredObject? {
        guard let found = try soundRow(digest) else { return nil }
        if !found.isVisited { uses.visit(found.id) }
        return try stored(found)
    }

    /// Counts answers from the cache and answers that needed the network, for `stats`. Never blocks: the figures are
    /// written with the next commit.
    public func count(hits: Int = 0, misses: Int = 0) {
        uses.add(hits: Int64(hits), misses: Int64(misses))
    }

    /// The figures of the cache, exact at this moment.
    public func stats() throws(StoreError) -> CacheStats {
        let pending = uses.pending
        let stats = try read { [limits] index throws(StoreError) in
            try index.first(
                """
                SELECT objects, bytes, pinned_objects, pinned_bytes, hits, misses, evictions, urls, negative_urls, pushes
                FROM totals
                """
            ) { row throws(StoreError) in
                CacheStats(
                    objects: row.integer(0), bytes: row.integer(1), maxBytes: limits.maxBytes,
                    pinnedObjects: row.integer(2), pinnedBytes: row.integer(3), hits: row.integer(4) + pending.hits,
                    misses: row.integer(5) + pending.misses, evictions: row.integer(6), urls: row.integer(7),
                    negativeUrls: row.integer(8), pushes: row.integer(9))
            }
        }
        guard let stats else {
            throw .unreadable(path: root.shown(CacheNames.index), explanation: "its row of totals is missing")
        }
        return stats
    }

    func stored(_ row: ObjectRow) throws(StoreError) -> StoredObject {
        let inspection = try StoredText.decode(
            Inspection.self, from: row.inspection, shownAs: root.shown(CacheNames.index))
        return StoredObject(name: row.name, bytes: row.size, path: root.path(of: row.name), inspection: inspection)
    }

    /// The row of an object whose file is sound. Another process may replace a file between the two looks, so a file
    /// that is missing is looked for once more.
    func soundRow(_ digest: Digest) throws(StoreError) -> ObjectRow? {
        guard let row = try row(of: digest) else { return nil }
        switch try check(row) {
        case .sound: return row
        case .unproven, .damaged: return nil
        case .missing:
            guard let again = try self.row(of: digest), again.name != row.name else {
                condemn(row, .missing)
                return nil
            }
            return try check(again) == .sound ? again : nil
        }
    }

    private func row(of digest: Digest) throws(StoreError) -> ObjectRow? {
        try read { index throws(StoreError) in try ObjectRow.find(digest, in: index) }
    }

    /// Looks, hashes where looking is not enough, and condemns what is damaged.
    private func check(_ row: ObjectRow) throws(StoreError) -> Soundness {
        let facts = try ObjectFiles(root).facts(of: row.name)
        switch row.soundness(facts, boot: BootIdentity.current) {
        case .sound: return .sound
        case .missing: return .missing
        case .unproven where try proves(row): return .sound
        case .unproven, .damaged:
            condemn(row, .damaged)
            return .damaged
        }
    }

    /// Hashes the file; when it is right, that is noted so that the next look is enough.
    private func proves(_ row: ObjectRow) throws(StoreError) -> Bool {
        guard let file = try ObjectFiles(root).open(row.name), try ObjectFiles(root).matches(file, row.name) else {
            return false
        }
        let facts = ObjectFiles.Facts(try file.facts(shownAs: root.path(of: row.name)))
        writer.writeLater { session throws(StoreError) in
            try session.index.run(
                "UPDATE objects SET mtime = $1, boot = $2 WHERE id = $3 AND gen = $4", .integer(facts.mtime),
                .optional(BootIdentity.current), .integer(row.id), .generation(row.name.generation))
        }
        return true
    }

    /// Drops the row if it still names that file. Should this fail, the next look finds the same and tries again.
    func condemn(_ row: ObjectRow, _ reason: Soundness) {
        writer.writeLater { session throws(StoreError) in
            try session.index.run(
                "DELETE FROM objects WHERE id = $1 AND gen = $2", .integer(row.id),
                .generation(row.name.generation))
            if session.index.changes > 0, reason == .damaged { session.afterCommit(.quarantine(row.name)) }
        }
    }
}
