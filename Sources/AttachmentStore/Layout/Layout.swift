import CLinux
import Glibc

/// What stands in a cache directory before its first object.
struct Layout {
    let path: String
    let directory: OpenFile

    /// Whether the layout is all there, which the file `VERSION` says, being written last. Throws for a newer format.
    func isComplete() throws(StoreError) -> Bool {
        let file: OpenFile
        do throws(StoreError) {
            file = try OpenFile.open(
                CacheNames.version, in: directory, flags: O_RDONLY | O_NONBLOCK, shownAs: shown(CacheNames.version))
        } catch {
            guard case .fileFailed(_, _, ENOENT) = error else { throw error }
            return false
        }
        var bytes = [UInt8](repeating: 0, count: 64)
        var span = bytes.mutableSpan
        let count = try span.withUnsafeMutableBytes { buffer throws(StoreError) in
            try file.read(into: buffer, at: 0, shownAs: shown(CacheNames.version))
        }
        guard let major = FormatVersion.major(in: bytes.prefix(count)) else {
            throw .unreadable(path: shown(CacheNames.version), explanation: "it does not begin with a number")
        }
        guard major <= FormatVersion.current else {
            throw .formatNewer(path: path, found: major, known: FormatVersion.current)
        }
        return true
    }

    /// Makes what is missing. Processes that come at the same moment wait for each other; the others find it done.
    func create() throws(StoreError) {
        let maintenance = try lockFile(CacheNames.maintenanceLock)
        try maintenance.lock(shownAs: shown(CacheNames.maintenanceLock))
        defer { maintenance.unlock() }
        guard try !isComplete() else { return }
        _ = try lockFile(CacheNames.writeLock)
        _ = try lockFile(CacheNames.fetchLock)
        _ = try subdirectory(CacheNames.temporary)
        _ = try subdirectory(CacheNames.quarantine)
        let objects = try subdirectory(CacheNames.objects, CacheNames.algorithm)
        for name in CacheNames.fanOut {
            try make(name, in: objects)
        }
        try writeVersion()
    }

    /// Opens a directory of the cache, making it where it is missing.
    func subdirectory(_ names: String...) throws(StoreError) -> OpenFile {
        var directory = directory
        for name in names {
            directory = try subdirectory(name, in: directory)
        }
        return directory
    }

    /// Opens a lock file, making it where it is missing.
    func lockFile(_ name: String) throws(StoreError) -> OpenFile {
        try OpenFile.open(name, in: directory, flags: O_RDWR | O_CREAT, mode: 0o600, shownAs: shown(name))
    }

    /// One that was there before the cache, in a directory that holds other things too, must be as safe as the root.
    private func subdirectory(_ name: String, in parent: OpenFile) throws(StoreError) -> OpenFile {
        let directory = try openOrMake(name, in: parent)
        try Root.check(directory.facts(shownAs: shown(name)), of: shown(name))
        return directory
    }

    private func openOrMake(_ name: String, in parent: OpenFile) throws(StoreError) -> OpenFile {
        let flags = O_RDONLY | O_DIRECTORY
        do throws(StoreError) {
            return try OpenFile.open(name, in: parent, flags: flags, shownAs: shown(name))
        } catch {
            guard case .fileFailed(_, _, ENOENT) = error else { throw error }
            try make(name, in: parent)
            return try OpenFile.open(name, in: parent, flags: flags, shownAs: shown(name))
        }
    }

    private func make(_ name: String, in parent: OpenFile) throws(StoreError) {
        guard mkdirat(parent.number, name, 0o700) == 0 || errno == EEXIST else {
            throw .fileFailed(.create, path: shown(name), errno: errno)
        }
    }

    /// Appears whole, by rename: half a version would shut everybody out.
    private func writeVersion() throws(StoreError) {
        let name = CacheNames.freshTemporaryName()
        let temporary = try subdirectory(CacheNames.temporary)
        let path = shown(CacheNames.version)
        let file = try OpenFile.open(
            name, in: temporary, flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o600, shownAs: path, operation: .create)
        // A sweep takes what nobody holds.
        try file.lock(shownAs: path)
        try Array(FormatVersion.text.utf8).span.withUnsafeBytes { bytes throws(StoreError) in
            try file.write(bytes, shownAs: path)
        }
        guard renameat(temporary.number, name, directory.number, CacheNames.version) == 0 else {
            throw .fileFailed(.create, path: path, errno: errno)
        }
    }

    private func shown(_ name: String) -> String { "\(path)/\(name)" }
}
