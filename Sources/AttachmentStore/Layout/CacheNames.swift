import AttachmentCrypto
import AttachmentDomain

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
    static let fanOut: [String] = (UInt8.min...UInt8.max).map { Hex.text(of: [$0]) }

    /// A name for unfinished work that no other process will choose: 128 random bits as 32 hex digits.
    static func freshTemporaryName() -> String {
        Hex.text(of: Array(RandomStock.shared.take(16)))
    }

    /// The name in `tmp` of what an interrupted transfer left of a URL, normalised.
    static func part(of url: String) -> String {
        var url = url
        return url.withUTF8 { SHA256.digest(of: UnsafeRawBufferPointer($0)) }.hex + partEnding
    }

    private static let partEnding = ".part"

    /// Whether a name in `tmp` is that of a part.
    static func isPartName(_ name: String) -> Bool {
        name.hasSuffix(partEnding) && name.utf8.count == 64 + partEnding.utf8.count
            && name.utf8.prefix(64).allSatisfy(Hex.isDigit)
    }

    /// Whether a name in `tmp` is one of ours. Others are foreign and never touched.
    static func isTemporaryName(_ name: String) -> Bool {
        name.utf8.count == 32 && name.utf8.allSatisfy(Hex.isDigit)
    }
}
