import AttachmentDomain

/// The row of an object, as far as reading and publishing need it.
struct ObjectRow: Sendable {
    var id: Int64
    var name: ObjectName
    var size: Int64
    var alloc: Int64
    var mtime: Int64
    var isSynced: Bool
    var boot: String?
    var isVisited: Bool
    /// JSON.
    var inspection: String

    /// The id of the object with that digest; nil when the cache does not hold it.
    static func identifier(of digest: Digest, in index: Connection) throws(StoreError) -> Int64? {
        try index.first("SELECT id FROM objects WHERE hash = $1", .digest(digest)) { row throws(StoreError) in
            row.integer(0)
        }
    }

    static func find(_ digest: Digest, in index: Connection) throws(StoreError) -> ObjectRow? {
        try index.first(
            """
            SELECT id, gen, size, alloc, mtime, synced, boot, visited, inspection FROM objects WHERE hash = $1
            """, .digest(digest)
        ) { row throws(StoreError) in
            ObjectRow(
                id: row.integer(0), name: ObjectName(digest: digest, generation: row.generation(1)),
                size: row.integer(2), alloc: row.integer(3), mtime: row.integer(4), isSynced: row.flag(5),
                boot: row.optionalText(6), isVisited: row.flag(7), inspection: row.text(8))
        }
    }
}

/// What a look at an object's file says about its bytes.
enum Soundness: Hashable {
    case sound
    /// Only its digest can tell: somebody wrote to it, or it was never synced and the machine was restarted since.
    case unproven
    case damaged
    case missing
}

extension ObjectRow {
    /// Judges by what one call of `fstatat` gives. `boot` is this start of the machine, nil where that is not known.
    func soundness(_ facts: ObjectFiles.Facts?, boot currentBoot: @autoclosure () -> String?) -> Soundness {
        guard let facts else { return .missing }
        guard facts.isRegular, facts.size == size else { return .damaged }
        guard facts.mtime == mtime else { return .unproven }
        if isSynced { return .sound }
        guard let boot, boot == currentBoot() else { return .unproven }
        return .sound
    }
}
