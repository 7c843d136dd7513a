import AttachmentDomain

/// The row of a push.
struct PushRow: Sendable {
    var id: Int64
    var push: StoredPush

    private static let columns = """
        id, key, title, description, image_url, push_link, received_at, payload, CASE WHEN payload IS NULL THEN source END
        """

    static func find(key: String, in index: Connection) throws(StoreError) -> PushRow? {
        try index.first("SELECT \(columns) FROM pushes WHERE key = $1", .text(key), read: read)
    }

    /// The id of that push; nil when it is not kept.
    static func identifier(of key: String, in index: Connection) throws(StoreError) -> Int64? {
        try index.first("SELECT id FROM pushes WHERE key = $1", .text(key)) { row throws(StoreError) in row.integer(0) }
    }

    /// The push of that identity: the same key and the same content.
    ///
    /// A kept payload that is the whole source is not read, as it may be large: it is taken for the given one when both
    /// have the same length, since their contents agree.
    static func find(
        _ push: StoredPush, contentHash: Digest, source: [UInt8], in index: Connection
    ) throws(StoreError) -> PushRow? {
        let isSource = Self.payload(of: push, source: source).isNull
        return try index.first(
            """
            SELECT id, key, title, description, image_url, push_link, received_at, payload, length(source) FROM pushes
            WHERE provider_key = $1 AND content_hash = $2
            """, .text(push.uniqueKey), .digest(contentHash)
        ) { row throws(StoreError) in
            let isSame = isSource && row.isNull(7) && row.integer(8) == source.count
            return PushRow(row, payload: isSame ? push.payload : row.text(7))
        }
    }

    /// The newest first, of those with a smaller id.
    static func list(limit: Int, before: Int64, in index: Connection) throws(StoreError) -> [PushRow] {
        try index.all(
            "SELECT \(columns) FROM pushes WHERE id < $1 ORDER BY id DESC LIMIT $2", .integer(before),
            .integer(Int64(limit)), read: read)
    }

    static func insert(
        _ push: StoredPush, providerKey: String, contentHash: Digest, source: [UInt8], in session: WriteSession
    ) throws(StoreError) {
        try session.index.run(
            """
            INSERT INTO pushes(key, provider_key, content_hash, received_at, stored_at, title, description, image_url,
                push_link, payload, source)
            VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
            """, .text(push.uniqueKey), .text(providerKey), .digest(contentHash), .integer(push.receivedAt),
            .integer(session.now), .text(push.title), .text(push.description), .text(push.imageUrl),
            .text(push.pushLink), payload(of: push, source: source), value(of: source))
        try fill(source, row: session.index.lastInsertedRow, in: session)
    }

    /// The same push, read anew: a newer version of this program may understand more of it.
    func refresh(_ push: StoredPush, source: [UInt8], in session: WriteSession) throws(StoreError) {
        try session.index.run(
            """
            UPDATE pushes SET title = $1, description = $2, image_url = $3, push_link = $4, payload = $5, source = $6
            WHERE id = $7
            """, .text(push.title), .text(push.description), .text(push.imageUrl), .text(push.pushLink),
            Self.payload(of: push, source: source), Self.value(of: source), .integer(id))
        try Self.fill(source, row: id, in: session)
    }

    /// Forgets the oldest beyond the count, and those beyond the age.
    static func trim(_ policy: PushPolicy, in session: WriteSession) throws(StoreError) {
        try session.index.run(
            "DELETE FROM pushes WHERE id <= (SELECT id FROM pushes ORDER BY id DESC LIMIT 1 OFFSET $1)",
            .integer(Int64(max(1, policy.maxCount))))
        if let age = policy.maxAgeSeconds {
            try session.index.run("DELETE FROM pushes WHERE stored_at < $1", .integer(session.now - age))
        }
    }

    /// Where the payload is the whole source, as with most dialects, it is kept once.
    private static func payload(of push: StoredPush, source: [UInt8]) -> SQLValue {
        push.payload.utf8.elementsEqual(source) ? .null : .text(push.payload)
    }

    /// A large source is written in place: as a value SQLite would copy it twice.
    private static func value(of source: [UInt8]) -> SQLValue {
        source.count > largestValue ? .room(source.count) : .blob(source)
    }

    private static func fill(_ source: [UInt8], row: Int64, in session: WriteSession) throws(StoreError) {
        guard source.count > largestValue else { return }
        try session.index.fill("source", of: "pushes", row: row, with: source)
    }

    private static let largestValue = 1_048_576

    private static func read(_ row: Row) throws(StoreError) -> PushRow {
        PushRow(row, payload: row.text(row.isNull(7) ? 8 : 7))
    }

    private init(_ row: Row, payload: String) {
        id = row.integer(0)
        push = StoredPush(
            uniqueKey: row.text(1), title: row.text(2), description: row.text(3), imageUrl: row.text(4),
            pushLink: row.text(5), payload: payload, receivedAt: row.integer(6))
    }
}
