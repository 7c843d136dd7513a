import AttachmentDomain
import CLinux
import Glibc

/// The cache directory, held open: every file in it is reached relative to these descriptors, so that what replaces
/// the directory's path meanwhile is never touched.
final class Root: Sendable {
    /// The absolute path as it was given, for messages and for the paths that are handed out.
    let path: String
    let directory: OpenFile
    /// `tmp`.
    let temporary: OpenFile
    /// `objects/sha256`.
    let objects: OpenFile

    private init(path: String, directory: OpenFile, temporary: OpenFile, objects: OpenFile) {
        self.path = path
        self.directory = directory
        self.temporary = temporary
        self.objects = objects
    }

    /// Opens the directory at this absolute path, making it and what stands in it where that is missing.
    ///
    /// An existing cache costs a handful of calls, whatever it holds. Nothing is written where the format is newer.
    static func open(at given: String) throws(StoreError) -> Root {
        let path = try plainPath(given)
        let directory = try openDirectory(at: path)
        let layout = Layout(path: path, directory: directory)
        if try !layout.isComplete() {
            try layout.create()
        }
        return Root(
            path: path, directory: directory, temporary: try layout.subdirectory(CacheNames.temporary),
            objects: try layout.subdirectory(CacheNames.objects, CacheNames.algorithm))
    }

    /// The path of something in the cache, for people.
    func shown(_ name: String) -> String { "\(path)/\(name)" }

    /// The absolute path of an object's file.
    func path(of object: ObjectName) -> String {
        shown("\(CacheNames.objects)/\(CacheNames.algorithm)/\(object.path)")
    }

    /// Without slashes at the end, since `lstat("link/")` would look behind a link.
    private static func plainPath(_ given: String) throws(StoreError) -> String {
        guard given.utf8.first == UInt8(ascii: "/") else { throw .refused(path: given, .notAbsolute) }
        var path = given
        while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") {
            path.removeLast()
        }
        guard path != "/" else { throw .refused(path: path, .fileSystemRoot) }
        return path
    }

    private static func openDirectory(at path: String) throws(StoreError) -> OpenFile {
        var facts = attach_file_facts()
        if attach_facts_at(AT_FDCWD, path, &facts) != 0 {
            guard errno == ENOENT else { throw .fileFailed(.open, path: path, errno: errno) }
            try makeDirectories(path)
        } else if facts.mode & S_IFMT == S_IFLNK {
            throw .refused(path: path, .symbolicLink)
        } else if facts.mode & S_IFMT != S_IFDIR {
            throw .refused(path: path, .notADirectory)
        }
        let number = uninterrupted {
            attach_openat(AT_FDCWD, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC, 0)
        }
        guard number >= 0 else { throw .fileFailed(.open, path: path, errno: errno) }
        let directory = OpenFile(number)
        try check(directory.facts(shownAs: path), of: path)
        return directory
    }

    /// Others must not be able to plant files: neither by the mode, nor as the owner.
    static func check(_ facts: attach_file_facts, of path: String) throws(StoreError) {
        guard facts.owner == geteuid() else {
            throw .refused(path: path, .ofAnotherUser(owner: facts.owner, user: geteuid()))
        }
        guard facts.mode & S_IWOTH == 0 else { throw .refused(path: path, .writableByAll) }
    }

    /// Makes the directory and its missing parents, for this user alone (XDG Base Directory Specification).
    private static func makeDirectories(_ path: String) throws(StoreError) {
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, let end = path.lastIndex(of: "/"), end > path.startIndex else {
            throw .fileFailed(.create, path: path, errno: errno)
        }
        try makeDirectories(String(path[..<end]))
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw .fileFailed(.create, path: path, errno: errno)
        }
    }
}
