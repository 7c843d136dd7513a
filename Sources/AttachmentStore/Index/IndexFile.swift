import AttachmentDomain
import CLinux
import Glibc

/// `index.db`: finding it, making it, and bringing it to the schema of this program.
struct IndexFile {
    let root: Root
    /// The path without symbolic links, as SQLite is told to refuse every one of them.
    let path: String

    init(_ root: Root) throws(StoreError) {
        guard let resolved = realpath(root.path, nil) else {
            throw .fileFailed(.open, path: root.path, errno: errno)
        }
        defer { free(resolved) }
        self.root = root
        self.path = "\(String(cString: resolved))/\(CacheNames.index)"
    }

    /// A connection for reading, after migration where that was due. For an index of today's schema this costs the
    /// opening and one read of its header.
    func openReader() throws(StoreError) -> Connection {
        if exists() {
            let reader = try Connection(path: path, role: .reader)
            if try version(of: reader) == Schema.current { return reader }
        }
        try migrate()
        return try Connection(path: path, role: .reader)
    }

    /// A connection for the store's one writing thread.
    func openWriter(_ durability: CacheLimits.Durability) throws(StoreError) -> Connection {
        try Connection(path: path, role: .writer(durability))
    }

    /// Runs the migrations that the index lacks, alone, and makes the index where there is none: an index that was lost
    /// is no reason to refuse the cache, its objects are found again by repair.
    private func migrate() throws(StoreError) {
        let layout = Layout(path: root.path, directory: root.directory)
        let maintenance = try layout.lockFile(CacheNames.maintenanceLock)
        try maintenance.lock(shownAs: root.shown(CacheNames.maintenanceLock))
        defer { maintenance.unlock() }
        let writing = try layout.lockFile(CacheNames.writeLock)
        try writing.lock(shownAs: root.shown(CacheNames.writeLock))
        defer { writing.unlock() }
        guard exists() else { return try build() }
        let index = try openWriter(.default)
        _ = try index.first("PRAGMA journal_mode=WAL") { row throws(StoreError) in row.text(0) }
        let found = try version(of: index)
        guard found < Schema.current else { return }
        try index.script("BEGIN IMMEDIATE;\(Schema.script(from: found))COMMIT;")
        try index.checkpoint()
    }

    /// Builds a new index beside its place and renames it there: it appears whole, for one sync instead of the many that
    /// building it in place takes.
    private func build() throws(StoreError) {
        // A log that outlived its index would be played into the new one (sqlite.org/howtocorrupt.html, 1.4).
        for suffix in ["-wal", "-shm"] {
            _ = unlinkat(root.directory.number, CacheNames.index + suffix, 0)
        }
        let file = try TemporaryFile.create(in: root)
        let directory = path.dropLast(CacheNames.index.utf8.count)
        try fill("\(directory)\(CacheNames.temporary)/\(file.name)")
        guard uninterrupted({ fsync(file.file.number) }) == 0 else {
            throw .fileFailed(.sync, path: path, errno: errno)
        }
        try file.move(to: CacheNames.index, in: root.directory, shownAs: path)
    }

    /// Makes a database of an empty file; it is closed when this returns.
    private func fill(_ path: String) throws(StoreError) {
        let index = try Connection(path: path, role: .builder)
        try index.script("BEGIN;\(Schema.script(from: 0))COMMIT;PRAGMA journal_mode=WAL;")
    }

    /// Throws for a schema that is newer than this program; nothing was touched then.
    private func version(of index: Connection) throws(StoreError) -> Int {
        let version = try index.first("PRAGMA user_version") { row throws(StoreError) in Int(row.integer(0)) } ?? 0
        guard version <= Schema.current else {
            throw .formatNewer(path: path, found: version, known: Schema.current)
        }
        return max(0, version)
    }

    private func exists() -> Bool {
        var facts = attach_file_facts()
        return attach_facts_at(root.directory.number, CacheNames.index, &facts) == 0
    }
}
