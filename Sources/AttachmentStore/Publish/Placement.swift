import AttachmentDomain
import CLinux
import Glibc

/// Steps 3 to 6 of publishing: bytes to a file that is complete, synced, read-only and named.
struct Placement {
    let root: Root
    let durability: CacheLimits.Durability

    /// Writes bytes that the cache does not have.
    func place(
        _ bytes: UnsafeRawBufferPointer, digest: Digest, condemned: Generation?
    ) throws(StoreError) -> PlacedObject {
        let file = try TemporaryFile.create(in: root)
        try file.write(bytes)
        return try publish(file, digest: digest, condemned: condemned)
    }

    /// Copies an open file: for the rare object that was evicted between its placing and its commit.
    func place(copyOf source: OpenFile, digest: Digest) throws(StoreError) -> PlacedObject {
        let file = try TemporaryFile.create(in: root)
        do {
            try FileCopy.copy(from: source, to: file.file)
        } catch {
            throw .fileFailed(.copy, path: file.path, errno: error.errno)
        }
        return try publish(file, digest: digest, condemned: nil)
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
        guard fchmod(file.file.number, 0o400) == 0 else {
            throw .fileFailed(.protect, path: file.path, errno: errno)
        }
        let facts = ObjectFiles.Facts(try file.file.facts(shownAs: file.path))
        let name = ObjectName(digest: digest, generation: .fresh())
        try file.move(to: name)
        let placed = PlacedObject(
            root: root, name: name, facts: facts, file: file.file,
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
