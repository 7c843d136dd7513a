import AttachmentDomain

/// Step 7 of publishing: the row that makes a placed file part of the cache, inside a transaction.
struct Publication {
    let session: WriteSession

    /// Enters the object. A row whose file is there wins over a second file of the same bytes; a row whose file is
    /// missing or was seen to be damaged is healed. Returns the id of the row and the file that it names.
    func enter(
        _ placed: PlacedObject, mime: String, inspection: String
    ) throws(StoreError) -> (id: Int64, name: ObjectName, placed: PlacedObject) {
        // New content is by far the most frequent case: it is entered at once, and looked for only where that fails.
        if case .written = placed.origin, let id = try insert(placed, mime: mime, inspection: inspection) {
            return (id, placed.name, placed)
        }
        let row = try ObjectRow.find(placed.digest, in: session.index)
        switch (placed.origin, row) {
        case (.found, let row?):
            try renew(row, mime: mime, inspection: inspection)
            return (row.id, row.name, placed)
        case (.found, nil):
            // Evicted since it was found. Its name may be on its way to removal, so it comes back under another.
            let copy = try Placement(root: session.root, durability: session.durability)
                .place(copyOf: placed.file, digest: placed.digest)
            return try enter(copy, mime: mime, inspection: inspection)
        case (.written, nil):
            throw .unreadable(path: session.root.shown(CacheNames.index), explanation: "its row of totals is missing")
        case (.written(_, let condemned), let row?):
            if row.name.generation != condemned, try isPresent(row) {
                try renew(row, mime: mime, inspection: inspection)
                return (row.id, row.name, placed)
            }
            try replace(row, by: placed, mime: mime, inspection: inspection)
            return (row.id, placed.name, placed)
        }
    }

    /// The facts of bytes that came again, where they were found by other means before: an older version knew fewer, and
    /// another table of types has other names.
    func renew(_ row: ObjectRow, mime: String, inspection: String) throws(StoreError) {
        guard row.inspection != inspection else { return }
        try session.index.run(
            "UPDATE objects SET mime = $1, inspection = $2 WHERE id = $3", .text(mime), .text(inspection),
            .integer(row.id))
    }

    private func isPresent(_ row: ObjectRow) throws(StoreError) -> Bool {
        guard let facts = try ObjectFiles(session.root).facts(of: row.name) else { return false }
        return facts.isRegular && facts.size == row.size
    }

    /// The id of the new row; nil where there is one of the same digest.
    private func insert(_ placed: PlacedObject, mime: String, inspection: String) throws(StoreError) -> Int64? {
        // Written for speed: RETURNING, and a SELECT from a table that a trigger changes, would each make SQLite build a
        // table of its own for every row.
        try session.index.run(
            """
            INSERT INTO objects(hash, gen, size, alloc, mtime, synced, boot, mime, inspection, created, seq)
            VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, (SELECT seq + 1 FROM totals))
            ON CONFLICT(hash) DO NOTHING
            """, .digest(placed.digest), .generation(placed.name.generation), .integer(placed.facts.size),
            .integer(placed.facts.alloc), .integer(placed.facts.mtime), .flag(placed.isSynced),
            .optional(placed.boot), .text(mime), .text(inspection), .integer(session.now))
        return session.index.changes > 0 ? session.index.lastInsertedRow : nil
    }

    private func replace(
        _ row: ObjectRow, by placed: PlacedObject, mime: String, inspection: String
    ) throws(StoreError) {
        try session.index.run(
            """
            UPDATE objects SET gen = $1, size = $2, alloc = $3, mtime = $4, synced = $5, boot = $6, mime = $7,
                inspection = $8
            WHERE id = $9
            """, .generation(placed.name.generation), .integer(placed.facts.size), .integer(placed.facts.alloc),
            .integer(placed.facts.mtime), .flag(placed.isSynced), .optional(placed.boot), .text(mime),
            .text(inspection), .integer(row.id))
        try session.index.run(
            "INSERT INTO deletions(name, alloc) VALUES($1, $2) ON CONFLICT DO NOTHING", .text(row.name.path),
            .integer(row.alloc))
        session.afterCommit(.remove(row.name))
    }
}

extension PlacedObject {
    fileprivate var isSynced: Bool {
        if case .written(let synced, _) = origin { return synced }
        return true
    }

    /// The start of the machine in which an unsynced file is surely right.
    fileprivate var boot: String? { isSynced ? nil : BootIdentity.current }
}
