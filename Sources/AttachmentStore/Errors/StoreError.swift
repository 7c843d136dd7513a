public import AttachmentDomain
import CLinux
import Glibc

/// What can go wrong between the cache and its disk.
public enum StoreError: ExplainedError, Hashable {
    /// The directory may not serve as a cache, whatever its contents.
    case refused(path: String, Refusal)
    /// A newer version of this program made the cache; nothing in it was touched.
    case formatNewer(path: String, found: Int, known: Int)
    /// A call on a file or directory of the cache failed with this errno value.
    case fileFailed(FileOperation, path: String, errno: Int32)
    /// SQLite refused, with its extended result code, its own words, and the errno value of the call below it or 0.
    case indexFailed(path: String, code: Int32, words: String, errno: Int32)
    /// What the cache holds at this place is not what this program wrote there.
    case unreadable(path: String, explanation: String)
    /// An object's bytes do not match its digest: they were changed from outside. It is set aside.
    case objectDamaged(path: String, Digest)
    /// A call on the place to which an object was to be copied failed with this errno value.
    case targetFailed(FileOperation, path: String, errno: Int32)
    /// The store was closed before the work was done.
    case closed(path: String)

    /// Why a directory may not serve.
    public enum Refusal: Hashable, Sendable {
        case notAbsolute
        case notADirectory
        case symbolicLink
        case writableByAll
        case ofAnotherUser(owner: UInt32, user: UInt32)
        /// The root of the file system: a slip, never a place for a cache.
        case fileSystemRoot
    }

    public var code: Code {
        switch self {
        case .refused: .cacheRefused
        case .formatNewer: .cacheFormatNewer
        case .fileFailed(_, _, let number), .targetFailed(_, _, let number):
            Self.meansFull(number) ? .diskFull : .cacheUnavailable
        case .indexFailed(_, let code, _, let number):
            code & 0xff == Self.sqliteFull || Self.meansFull(number) ? .diskFull : .cacheUnavailable
        case .unreadable, .objectDamaged, .closed: .cacheUnavailable
        }
    }

    public var explanation: String {
        switch self {
        case .refused(let path, let refusal): "the cache directory \(path) is refused: \(refusal.words)"
        case .formatNewer(let path, let found, let known):
            "the cache \(path) has format \(found), newer than format \(known) of this program"
        case .fileFailed(let operation, let path, let number):
            "cannot \(operation.rawValue) \(path): \(Self.words(for: number))"
                + (Self.meansReadOnly(operation, number) ? ", its directory is read-only" : "")
        case .targetFailed(let operation, let path, let number):
            "cannot \(operation.rawValue) \(path): \(Self.words(for: number))"
        case .indexFailed(let path, let code, let words, let number):
            "the index \(path) failed with SQLite code \(code): \(words)"
                + (number == 0 ? "" : " (\(Self.words(for: number)))")
        case .unreadable(let path, let explanation): "\(path) cannot be read: \(explanation)"
        case .objectDamaged(let path, let digest): "the bytes of \(path) are no longer those of \(digest)"
        case .closed(let path): "the cache \(path) was closed before the work was done"
        }
    }

    public var remedy: String {
        switch self {
        case .targetFailed(_, _, let number): Self.targetRemedy(number)
        case .unreadable, .indexFailed(_, Self.sqliteCorrupt, _, _), .indexFailed(_, Self.sqliteNotADatabase, _, _):
            "run attachfetch cache repair, or name another directory with --cache"
        case .objectDamaged: "fetch the media again; attachfetch cache repair checks the others"
        default: code.facts.remedy
        }
    }

    private static func targetRemedy(_ number: Int32) -> String {
        switch number {
        case EISDIR: "name a file, not a directory"
        case ENAMETOOLONG: "give the file a shorter name"
        case EACCES, EPERM, EROFS: "name a place that this user can write to"
        case ENOSPC, EDQUOT: "free space there, or name a file elsewhere"
        default: "name a file in a directory that exists"
        }
    }

    /// SQLITE_FULL, the primary code of "database or disk is full" (sqlite.org/rescode.html).
    private static let sqliteFull: Int32 = 13

    /// SQLITE_CORRUPT and SQLITE_NOTADB.
    private static let sqliteCorrupt: Int32 = 11
    private static let sqliteNotADatabase: Int32 = 26

    /// Whether the errno value says that a disk or a quota has no room.
    private static func meansFull(_ number: Int32) -> Bool {
        number == ENOSPC || number == EDQUOT
    }

    /// Whether it says that a directory of the cache may only be read, by its mode or like all of its file system.
    private static func meansReadOnly(_ operation: FileOperation, _ number: Int32) -> Bool {
        number == EROFS || number == EACCES && operation == .create
    }

    private static func words(for number: Int32) -> String {
        "\(String(cString: attach_error_words(number))) (\(String(cString: attach_error_name(number))))"
    }
}

extension StoreError.Refusal {
    var words: String {
        switch self {
        case .notAbsolute: "the path is not absolute"
        case .notADirectory: "it is not a directory"
        case .symbolicLink: "it is a symbolic link"
        case .writableByAll: "every user of this machine may write to it"
        case .ofAnotherUser(let owner, let user): "it belongs to user \(owner), not to user \(user)"
        case .fileSystemRoot: "it is the root of the file system"
        }
    }
}

/// What was tried with a file, as a verb for the message.
public enum FileOperation: String, Hashable, Sendable {
    case create
    case open
    case read
    case write
    case sync
    case protect
    case rename
    case remove
    case list
    case lock
    case copy
    case begin
}
