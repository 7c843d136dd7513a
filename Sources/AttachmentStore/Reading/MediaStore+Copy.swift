import AttachmentDomain
import CLinux
import Glibc

extension MediaStore {
    /// Copies an object to a path of the caller's, where it appears whole, by rename, with mode 0644 less the umask.
    ///
    /// What stood there is replaced; a symbolic link there is replaced itself, never followed. The copy shares nothing
    /// with the cache that a writer could change. A device such as /dev/null stays, and is written to. The bytes are compared with their digest first: what was damaged is
    /// set aside and throws `objectDamaged`. Throws `targetFailed` for everything that fails at the target.
    public func copy(_ object: StoredObject, to path: String) throws(StoreError) {
        let source = try provenFile(object)
        try Self.write(to: path) { file throws(FileCopy.Failure) in
            try FileCopy.copy(from: source, to: file)
        }
    }

    /// Writes a file of the caller's in the same way: some bytes first, then those of the reader, if there is one.
    public static func write(_ head: [UInt8], _ reader: ObjectReader?, to path: String) throws(StoreError) {
        try write(to: path) { file throws(FileCopy.Failure) in
            if head.isEmpty, let reader { return try FileCopy.copy(from: reader.file, to: file) }
            try FileCopy.append(head, to: file)
            if let reader { try FileCopy.append(reader.file, to: file) }
        }
    }

    private static func write(
        to path: String, _ fill: (OpenFile) throws(FileCopy.Failure) -> Void
    ) throws(StoreError) {
        let target = try Target(path)
        if let device = try target.openDevice() {
            do throws(FileCopy.Failure) {
                return try fill(device)
            } catch {
                throw .targetFailed(.write, path: path, errno: error.errno)
            }
        }
        let file = try target.makeTemporary()
        do throws(FileCopy.Failure) {
            try fill(file)
            guard renameat(target.directory.number, target.temporaryName, target.directory.number, target.name) == 0
            else { throw FileCopy.Failure(errno: errno) }
        } catch {
            target.removeTemporary()
            throw .targetFailed(.write, path: path, errno: error.errno)
        }
    }

    /// Opens the object's file and hashes it.
    func provenFile(_ object: StoredObject) throws(StoreError) -> OpenFile {
        let files = ObjectFiles(root)
        guard let file = try files.open(object.name) else {
            throw .fileFailed(.open, path: object.path, errno: ENOENT)
        }
        guard try files.matches(file, object.name) else {
            let row = try read { index throws(StoreError) in try ObjectRow.find(object.digest, in: index) }
            if let row, row.name == object.name { condemn(row, .damaged) }
            throw .objectDamaged(path: object.path, object.digest)
        }
        return file
    }
}

/// Where a copy goes: a directory held open, and two names in it.
private struct Target {
    let path: String
    let directory: OpenFile
    let name: String
    let temporaryName: String

    init(_ path: String) throws(StoreError) {
        let slash = path.lastIndex(of: "/")
        let name = String(slash.map { path[path.index(after: $0)...] } ?? path[...])
        guard !name.isEmpty, name != ".", name != ".." else {
            throw .targetFailed(.create, path: path, errno: EISDIR)
        }
        let parent = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let number = uninterrupted { attach_openat(AT_FDCWD, parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0) }
        guard number >= 0 else { throw .targetFailed(.open, path: parent, errno: errno) }
        self.path = path
        self.directory = OpenFile(number)
        self.name = name
        self.temporaryName = ".attachfetch-\(CacheNames.freshTemporaryName())"
    }

    /// A device or a pipe, such as /dev/null, which is written to: a file in its place would take it away from everybody.
    /// Nil where there is none.
    func openDevice() throws(StoreError) -> OpenFile? {
        var status = stat()
        guard fstatat(directory.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
        let kind = status.st_mode & S_IFMT
        // /dev/stdout and its like are links, to what this process has open.
        let isSystemLink = kind == S_IFLNK && ["/dev/", "/proc/"].contains { path.hasPrefix($0) }
        guard isSystemLink || kind == S_IFCHR || kind == S_IFIFO else { return nil }
        let flags = O_WRONLY | O_CLOEXEC | O_NOCTTY | (isSystemLink ? 0 : O_NOFOLLOW)
        let number = uninterrupted { attach_openat(directory.number, name, flags, 0) }
        guard number >= 0 else { throw .targetFailed(.open, path: path, errno: errno) }
        return OpenFile(number)
    }

    func makeTemporary() throws(StoreError) -> OpenFile {
        let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let number = uninterrupted { attach_openat(directory.number, temporaryName, flags, 0o644) }
        guard number >= 0 else { throw .targetFailed(.create, path: path, errno: errno) }
        return OpenFile(number)
    }

    func removeTemporary() {
        _ = unlinkat(directory.number, temporaryName, 0)
    }
}
