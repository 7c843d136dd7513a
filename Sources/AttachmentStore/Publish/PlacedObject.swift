public import AttachmentDomain
import Glibc
import Synchronization

/// Bytes that stand under their final name and wait for the row that makes them part of the cache.
///
/// While it is held the file is locked, which tells maintenance that somebody is at work on it. Dropped before its
/// commit it removes the file again, if the file is its own.
public final class PlacedObject: Sendable {
    /// The digest of the bytes.
    public var digest: Digest { name.digest }
    /// Their number.
    public var bytes: Int64 { facts.size }

    let name: ObjectName
    let facts: ObjectFiles.Facts
    let file: OpenFile
    let origin: Origin
    private let root: Root
    private let isSettled = Atomic(false)

    enum Origin: Hashable, Sendable {
        /// The cache had the very bytes already, in this generation.
        case found
        /// Written now. A generation that was seen to be damaged is named, so that the new one takes its place.
        case written(synced: Bool, condemned: Generation?)
    }

    init(root: Root, name: ObjectName, facts: ObjectFiles.Facts, file: OpenFile, origin: Origin) {
        self.root = root
        self.name = name
        self.facts = facts
        self.file = file
        self.origin = origin
    }

    deinit {
        if case .written = origin, !isSettled.load(ordering: .acquiring) {
            _ = ObjectFiles(root).remove(name)
        }
    }

    /// The file's fate is decided by a commit: it is kept, or listed for removal.
    func settle() {
        isSettled.store(true, ordering: .releasing)
    }
}
