import AttachmentDomain
import CLinux
import Glibc

/// Steps 3 to 6 of publishing: bytes to a file that is complete, synced, read-only and named.
struct Placement {
    let root: Root
    let durability: CacheLimits.Durability

    /// Objects are never written again.
    private static let mode: mode_t = 0o400

    /// Writes bytes that the cache does not have.
    func place(
        _ bytes: UnsafeRawBufferPointer, digest: Digest, condemned: Generation?
    ) throws(StoreError) -> PlacedObject {
        let file = try TemporaryFile.create(in: root, mode: Self.mode)
        try file.write(bytes)
        return try publish(file, digest: digest, condemned: condemned)
    }

    /// Copies an open file that lost its name: for the rare object that was evicted between its placing and its commit,
    /// or swept away between its creation and its lock.
    func place(
        copyOf source: OpenFile, digest: Digest, condemned: Generation? = nil
    ) throws(StoreError) -> PlacedObject {
        let file = try TemporaryFile.create(in: root, mode: Self.mode)
        do {
            try FileCopy.copy(from: source, to: file.file)
        } catch {
            throw .fileFailed(.copy, path: file.path, errno: error.errno)
        }
        return try publish(file, digest: digest, condemned: condemned)
    }

    /// Gives a complete temporary file its name among the objects.
    func publish(
        _ file: TemporaryFile, digest: Digest, condemned: Generation?
    ) throws(StoreError) -> PlacedObject {
        let isSynced = durability != .fast
        // A sync that failed is never tried again: the kernel may have dropped the pages and would say yes the second
        // time (Rebello et al., "Can Applications Recover from fsync Failures?", ATC 2020). The file is given up.
        if isSynced, uninterrupted({ fdatasync(file.file.number) }) != 0 {
            throw .fileFailed(.sync, path: file.path, errno: errno)
        }
        let found = try file.file.facts(shownAs: file.path)
        guard found.links > 0 else { return try place(copyOf: file.file, digest: digest, condemned: condemned) }
        if found.mode & 0o7777 != Self.mode, fchmod(file.file.number, Self.mode) != 0 {
            throw .fileFailed(.protect, path: file.path, errno: errno)
        }
        let name = ObjectName(digest: digest, generation: .fresh())
        try file.move(to: name)
        let placed = PlacedObject(
            root: root, name: name, facts: ObjectFiles.Facts(found), file: file.file,
            origin: .written(synced: isSynced, condemned: condemned))
        if durability == .durable { try syncDirectory(of: name) }
        return placed
    }

    private func syncDirectory(of name: ObjectName) throws(StoreError) {
        let path = root.shown("\(CacheNames.objects)/\(CacheNames.algorithm)/\(name.directory)")
        let directory = try OpenFile.open(
            name.directory, in: root.objects, flags: O_RDONLY | O_DIRECTORY, shownAs: path)
        guard uninterrupted({ fsync(directory.number) }) == 0 else {
            throw .fileFailed(.sync, path: path, errno: errno)
        }
    }
}
