import AttachmentDomain
import CSQLite

/// A connection to `index.db` with the statements that it has prepared. Used by one thread at a time.
///
/// Nothing else in this process may open the file: closing any descriptor of it would drop SQLite's POSIX locks on it
/// (sqlite.org/howtocorrupt.html, 2.2).
final class Connection {
    private let handle: OpaquePointer
    private let path: String
    private var statements: [String: OpaquePointer] = [:]
    /// The size of the write-ahead log after the last commit, in pages.
    private(set) var logPages = 0

    /// What a connection is for.
    enum Role {
        case reader
        case writer(CacheLimits.Durability)
        /// For a file that nobody else knows yet: without journal and syncs.
        case builder
    }

    /// Opens an existing file. The path must be free of symbolic links.
    init(path: String, role: Role) throws(StoreError) {
        // Every thread waits outside for its turn, so SQLite need not lock too.
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_EXRESCODE
        _ = Self.isTuned
        var handle: OpaquePointer?
        let code = sqlite3_open_v2(path, &handle, flags, nil)
        guard let handle, code == SQLITE_OK else {
            let error = Self.error(code, handle, path)
            sqlite3_close_v2(handle)
            throw error
        }
        self.handle = handle
        self.path = path
        sqlite3_busy_timeout(handle, 10_000)
        // Closing must neither checkpoint outside of the write lock nor cost a sync.
        attach_sqlite_keep_log_on_close(handle)
        switch role {
        case .reader: break
        case .writer(let durability): try prepareForWriting(durability)
        case .builder: try script("PRAGMA journal_mode=OFF;PRAGMA synchronous=OFF;")
        }
    }

    /// Set for the process before its first connection; where an embedding program came first, its choice stands.
    private static let isTuned = attach_sqlite_without_memory_statistics() == SQLITE_OK

    private func prepareForWriting(_ durability: CacheLimits.Durability) throws(StoreError) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        // Takes the place of SQLite's own checkpoint after a commit; see WriteLoop.
        _ = sqlite3_wal_hook(
            handle,
            { context, _, _, pages in
                if let context { Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue().logPages = Int(pages) }
                return SQLITE_OK
            }, context)
        // NORMAL syncs at checkpoints alone: the index is sound after a loss of power, the newest rows may be missing.
        try script(
            """
            PRAGMA synchronous=\(durability == .durable ? "FULL" : "NORMAL");
            PRAGMA foreign_keys=ON;
            PRAGMA temp_store=MEMORY;
            PRAGMA cache_size=-8000;
            PRAGMA journal_size_limit=16777216;
            """)
    }

    deinit {
        for statement in statements.values {
            sqlite3_finalize(statement)
        }
        sqlite3_close_v2(handle)
    }

    /// Runs statements that give no rows and take no values.
    func script(_ sql: String) throws(StoreError) {
        try check(sqlite3_exec(handle, sql, nil, nil, nil))
    }

    /// Runs a statement to its end. The `n`-th value is bound to `$n`, whose first uses stand in that order.
    func run(_ sql: String, _ values: SQLValue...) throws(StoreError) {
        _ = try each(sql, values) { _ throws(StoreError) in }
    }

    /// The first row, as `read` understands it; nil without a row.
    func first<Value>(
        _ sql: String, _ values: SQLValue..., read: (Row) throws(StoreError) -> Value
    ) throws(StoreError) -> Value? {
        let statement = try prepared(sql, values)
        defer { release(statement) }
        return try step(statement) ? read(Row(statement: statement)) : nil
    }

    /// All rows.
    func all<Value>(
        _ sql: String, _ values: SQLValue..., read: (Row) throws(StoreError) -> Value
    ) throws(StoreError) -> [Value] {
        var all: [Value] = []
        try each(sql, values) { row throws(StoreError) in all.append(try read(row)) }
        return all
    }

    /// Several reads of one state of the index, for the locks of one.
    func snapshot<Value>(_ body: () throws(StoreError) -> Value) throws(StoreError) -> Value {
        try run("BEGIN")
        do {
            let value = try body()
            try run("COMMIT")
            return value
        } catch {
            if isInTransaction { try run("ROLLBACK") }
            throw error
        }
    }

    /// Writes the bytes of a column that was given ``SQLValue/room(_:)``, straight into the pages of the index.
    func fill(
        _ column: String, of table: String, row: Int64, with bytes: [UInt8]
    ) throws(StoreError) {
        var blob: OpaquePointer?
        defer { sqlite3_blob_close(blob) }
        try check(sqlite3_blob_open(handle, "main", table, column, row, 1, &blob))
        let code = bytes.withUnsafeBytes { sqlite3_blob_write(blob, $0.baseAddress, Int32($0.count), 0) }
        try check(code)
    }

    /// The number of rows that the last statement changed itself, without those of its triggers.
    var changes: Int { Int(sqlite3_changes(handle)) }

    /// The id of the row that was inserted last, without those of triggers.
    var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

    /// Whether a transaction is open; SQLite itself ends it after some errors.
    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// Moves what the log holds into the file, as far as no reader stands in the way, so that the next commit begins
    /// the log anew. The caller holds the write lock.
    func checkpoint() throws(StoreError) {
        let code = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
        if code & 0xff != SQLITE_BUSY { try check(code) }
    }

    private func each(
        _ sql: String, _ values: [SQLValue], _ body: (Row) throws(StoreError) -> Void
    ) throws(StoreError) {
        let statement = try prepared(sql, values)
        defer { release(statement) }
        while try step(statement) {
            try body(Row(statement: statement))
        }
    }

    private func step(_ statement: OpaquePointer) throws(StoreError) -> Bool {
        let code = sqlite3_step(statement)
        guard code != SQLITE_ROW else { return true }
        guard code == SQLITE_DONE else { throw Self.error(code, handle, path) }
        return false
    }

    private func release(_ statement: OpaquePointer) {
        sqlite3_reset(statement)
        // Texts may be large: they are not kept until the next use.
        sqlite3_clear_bindings(statement)
    }

    private func prepared(_ sql: String, _ values: [SQLValue]) throws(StoreError) -> OpaquePointer {
        let statement = if let known = statements[sql] { known } else { try prepare(sql) }
        for (position, value) in values.enumerated() {
            try check(bind(value, at: Int32(position + 1), of: statement))
        }
        return statement
    }

    private func prepare(_ sql: String) throws(StoreError) -> OpaquePointer {
        var statement: OpaquePointer?
        try check(sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil))
        guard let statement else { throw Self.error(SQLITE_MISUSE, handle, path) }
        statements[sql] = statement
        return statement
    }

    private func bind(_ value: SQLValue, at place: Int32, of statement: OpaquePointer) -> Int32 {
        switch value {
        case .null: return sqlite3_bind_null(statement, place)
        case .integer(let number): return sqlite3_bind_int64(statement, place, number)
        case .text(var text):
            return text.withUTF8 { bytes in
                // An empty text has no address, and without one SQLite binds NULL.
                guard let base = bytes.baseAddress, !bytes.isEmpty else {
                    return sqlite3_bind_text(statement, place, "", 0, attach_sqlite_transient())
                }
                return base.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                    sqlite3_bind_text64(
                        statement, place, $0, UInt64(bytes.count), attach_sqlite_transient(), UInt8(SQLITE_UTF8))
                }
            }
        case .blob(let bytes):
            guard !bytes.isEmpty else { return sqlite3_bind_zeroblob(statement, place, 0) }
            return bytes.withUnsafeBytes { bind($0, at: place, of: statement) }
        case .room(let count):
            return sqlite3_bind_zeroblob64(statement, place, UInt64(count))
        case .digest(let digest):
            return digest.withUnsafeBytes { bind($0, at: place, of: statement) }
        }
    }

    private func bind(_ blob: UnsafeRawBufferPointer, at place: Int32, of statement: OpaquePointer) -> Int32 {
        sqlite3_bind_blob64(statement, place, blob.baseAddress, UInt64(blob.count), attach_sqlite_transient())
    }

    private func check(_ code: Int32) throws(StoreError) {
        guard code == SQLITE_OK else { throw Self.error(code, handle, path) }
    }

    private static func error(_ code: Int32, _ handle: OpaquePointer?, _ path: String) -> StoreError {
        let words = handle.flatMap { sqlite3_errmsg($0) } ?? sqlite3_errstr(code)
        let fromSystem: Bool = [SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_FULL].contains(code & 0xff)
        return .indexFailed(
            path: path, code: code, words: words.map { String(cString: $0) } ?? "unknown error",
            errno: fromSystem ? handle.map { sqlite3_system_errno($0) } ?? 0 : 0)
    }
}
