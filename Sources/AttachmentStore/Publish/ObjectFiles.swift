import AttachmentCrypto
import AttachmentDomain
import CLinux
import Glibc

/// The files of objects: looking, opening, removing, setting aside.
struct ObjectFiles {
    let root: Root

    init(_ root: Root) {
        self.root = root
    }

    /// What the file system says about an object's file.
    struct Facts: Hashable, Sendable {
        var isRegular: Bool
        var size: Int64
        /// Nanoseconds since 1970.
        var mtime: Int64
        /// What it takes on disk.
        var alloc: Int64

        init(_ facts: attach_file_facts) {
            self.init(
                isRegular: facts.mode & S_IFMT == S_IFREG, size: facts.size, mtime: facts.modified,
                alloc: facts.allocated)
        }

        init(isRegular: Bool = true, size: Int64, mtime: Int64, alloc: Int64 = 0) {
            self.isRegular = isRegular
            self.size = size
            self.mtime = mtime
            self.alloc = alloc
        }
    }

    /// The facts of the name itself, no link followed; nil when there is nothing of that name.
    func facts(of object: ObjectName) throws(StoreError) -> Facts? {
        var facts = attach_file_facts()
        guard attach_facts_at(root.objects.number, object.path, &facts) != 0 else { return Facts(facts) }
        guard errno == ENOENT || errno == ENOTDIR else {
            throw .fileFailed(.read, path: root.path(of: object), errno: errno)
        }
        return nil
    }

    /// Opens an object for reading; nil when there is no such file. A link in its place is not followed: ELOOP.
    func open(_ object: ObjectName) throws(StoreError) -> OpenFile? {
        let number = uninterrupted { attach_open_beneath(root.objects.number, object.path) }
        if number >= 0 { return OpenFile(number) }
        guard errno == ENOENT || errno == ENOTDIR else {
            throw .fileFailed(.open, path: root.path(of: object), errno: errno)
        }
        return nil
    }

    /// Whether the file's bytes are those of its digest. Reads it from its first byte to its last.
    func matches(_ file: OpenFile, _ object: ObjectName) throws(StoreError) -> Bool {
        try Self.digest(of: file, shownAs: root.path(of: object)) == object.digest
    }

    /// The digest of a file's bytes.
    static func digest(of file: OpenFile, shownAs path: String) throws(StoreError) -> Digest {
        var hash = SHA256()
        var offset: Int64 = 0
        let piece = 262_144
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: piece, alignment: 64)
        defer { buffer.deallocate() }
        while true {
            let count = try file.read(into: buffer, at: offset, shownAs: path)
            hash.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            offset += Int64(count)
            if count < piece { return hash.finalize() }
        }
    }

    /// Removes an object's file; true when nothing of that name is left. What is no file is set aside instead.
    func remove(_ object: ObjectName) -> Bool {
        if unlinkat(root.objects.number, object.path, 0) == 0 || errno == ENOENT { return true }
        quarantine(object)
        return true
    }

    /// Moves what has an object's name out of the way, for a person to look at.
    func quarantine(_ object: ObjectName) {
        let target = "\(CacheNames.quarantine)/\(object.fileName)"
        _ = renameat(root.objects.number, object.path, root.directory.number, target)
    }
}
