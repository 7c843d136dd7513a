public import AttachmentDomain
import CLinux
import Glibc
import AttachmentThreads

/// A file in the cache's `tmp`, written from its first byte to its last by one thread at a time.
///
/// It is locked for as long as it is open, which tells it from the leftovers of processes that died. Dropping it
/// removes it.
public final class TemporaryFile: BodySpool {
    let root: Root
    let name: String
    let file: OpenFile
    private let state = Locked(State())

    private struct State {
        var byteCount: Int64 = 0
        /// Whether the name in `tmp` is ours no more: published, or removed.
        var isGone = false
    }

    private init(root: Root, name: String, file: OpenFile) {
        self.root = root
        self.name = name
        self.file = file
    }

    deinit {
        discard()
    }

    /// Makes an empty file with a name of its own and locks it. With mode 0400 it can be published as it is; who fills it
    /// by its name needs 0600.
    static func create(in root: Root, mode: mode_t = 0o600) throws(StoreError) -> TemporaryFile {
        while true {
            let name = CacheNames.freshTemporaryName()
            let file = try OpenFile.open(
                name, in: root.temporary, flags: O_RDWR | O_CREAT | O_EXCL, mode: mode,
                shownAs: root.shown("\(CacheNames.temporary)/\(name)"),
                operation: .create)
            // Between creation and lock a sweep may take the file for a leftover: it holds the lock now, or the file has
            // lost its name, which publishing notices.
            if file.lockIfFree() { return TemporaryFile(root: root, name: name, file: file) }
        }
    }

    /// Opens a file of `tmp` whose name nobody else knows, and locks it; its bytes so far stay. Nil where somebody who
    /// knew it by another name still has it locked.
    static func open(_ name: String, in root: Root) throws(StoreError) -> TemporaryFile? {
        let path = root.shown("\(CacheNames.temporary)/\(name)")
        let file = try OpenFile.open(name, in: root.temporary, flags: O_RDWR, shownAs: path)
        let opened = TemporaryFile(root: root, name: name, file: file)
        return file.lockIfFree() ? opened : nil
    }

    /// Leaves the file under another name of `tmp` for whoever comes next.
    func leave(as target: String) throws(StoreError) {
        try move(to: target, in: root.temporary, shownAs: path)
        file.unlock()
    }

    /// The number of bytes written so far.
    public var byteCount: Int64 { state.withLock { $0.byteCount } }

    /// Appends the bytes. Throws `disk-full` or `cache-unavailable`; the file is then worthless.
    public func append(_ bytes: UnsafeRawBufferPointer) throws(Finding) {
        do {
            try write(bytes)
        } catch {
            throw error.finding
        }
    }

    /// Closes the file to all use and frees its space as soon as nobody reads it. Calling it again changes nothing.
    public func discard() {
        let isMine = state.withLock { state in
            defer { state.isGone = true }
            return !state.isGone
        }
        guard isMine else { return }
        _ = unlinkat(root.temporary.number, name, 0)
        // The space goes with the last descriptor, and readers of a spool may keep theirs.
        _ = ftruncate(file.number, 0)
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(StoreError) {
        try file.write(bytes, shownAs: path)
        state.withLock { $0.byteCount += Int64(bytes.count) }
    }

    func write(_ bytes: [UInt8]) throws(StoreError) {
        let result = bytes.withUnsafeBytes { bytes in Result { () throws(StoreError) in try write(bytes) } }
        try result.get()
    }

    /// How large the file is, in bytes.
    func size() throws(StoreError) -> Int64 { try file.facts(shownAs: path).size }

    /// The bytes from `offset` on, fewer than asked for only at the end.
    func bytes(at offset: Int64, count: Int) throws(StoreError) -> [UInt8] {
        try file.bytes(at: offset, count: count, shownAs: path)
    }

    /// Cuts the file to that length and goes on writing there.
    func cut(to length: Int64) throws(StoreError) {
        guard ftruncate(file.number, off_t(length)) == 0, lseek(file.number, off_t(length), SEEK_SET) == length else {
            throw .fileFailed(.write, path: path, errno: errno)
        }
        state.withLock { $0.byteCount = length }
    }

    /// The digest of what was written. Reads it from its first byte to its last.
    public func digest() throws(StoreError) -> Digest { try ObjectFiles.digest(of: file, shownAs: path) }

    /// Gives the file its final name among the objects; from then on it is the caller's.
    func move(to object: ObjectName) throws(StoreError) {
        do throws(StoreError) {
            try move(to: object.path, in: root.objects, shownAs: path)
        } catch {
            guard case .fileFailed(_, _, ENOENT) = error else { throw error }
            // Somebody removed the directory; it is made again.
            _ = mkdirat(root.objects.number, object.directory, 0o700)
            try move(to: object.path, in: root.objects, shownAs: path)
        }
    }

    /// Gives the file a name elsewhere in the cache, taking the place of what had that name.
    func move(to target: String, in directory: OpenFile, shownAs shown: @autoclosure () -> String) throws(StoreError) {
        guard renameat(root.temporary.number, name, directory.number, target) == 0 else {
            throw .fileFailed(.rename, path: shown(), errno: errno)
        }
        state.withLock { $0.isGone = true }
    }

    /// The path for messages.
    var path: String { root.shown("\(CacheNames.temporary)/\(name)") }
}

extension TemporaryFile {
    /// Reads back what was written, from `offset` on: fewer bytes than asked for only at the end.
    ///
    /// Inspection reads heads and tails of large bodies so, while they have no name yet.
    public func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(Finding) -> Int {
        do throws(StoreError) {
            return try file.read(into: buffer, at: offset, shownAs: path)
        } catch {
            throw error.finding
        }
    }

    /// The descriptor, for libraries that read by descriptor themselves. It is closed with this object.
    public var descriptor: Int32 { file.number }
}
