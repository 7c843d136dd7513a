import AttachmentDomain
import CLinux

/// The names in a cache directory.
enum CacheNames {
    static let version = "VERSION"
    static let index = "index.db"
    /// Held by whoever commits to the index or checkpoints it.
    static let writeLock = "write.lock"
    /// Held by whoever creates, migrates or maintains the cache.
    static let maintenanceLock = "maint.lock"
    /// Its bytes stand for URLs: whoever fetches one holds the lock on its byte.
    static let fetchLock = "fetch.lock"
    /// The only place where unfinished work stands.
    static let temporary = "tmp"
    /// Where damaged objects are put aside.
    static let quarantine = "quarantine"
    static let objects = "objects"
    static let algorithm = "sha256"

    /// The 256 directories in which the objects stand, by the first two digits of their names.
    static let fanOut: [String] = (UInt8.min...UInt8.max).map { Hex.text(of: CollectionOfOne($0)) }

    /// A name for unfinished work that no other process will choose: 128 random bits as 32 hex digits.
    static func freshTemporaryName() -> String {
        Hex.text(of: randomBytes(16))
    }

    /// Whether a name in `tmp` is one of ours. Others are foreign and never touched.
    static func isTemporaryName(_ name: String) -> Bool {
        name.utf8.count == 32 && name.utf8.allSatisfy(Hex.isDigit)
    }
}

/// Bytes from the kernel's generator. Stops the program if there is none, which getrandom(2) excludes once the machine
/// has started.
func randomBytes(_ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        if let base = buffer.baseAddress {
            precondition(attach_random(base, count) == 0, "the kernel gives no random bytes")
        }
        filled = count
    }
}
