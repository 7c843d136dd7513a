import AttachmentDomain

/// One transaction as the writes in it see it. Used by the writing thread alone.
final class WriteSession {
    let index: Connection
    let root: Root
    let durability: CacheLimits.Durability
    /// Unix seconds.
    let now: Int64
    /// Files to be dealt with once the transaction is committed.
    private(set) var aftermath: [Aftermath] = []
    private var restraints: Restraints?

    /// What is to be done with a file whose row is gone.
    enum Aftermath {
        /// Listed in `deletions`: removed, then taken from the list.
        case remove(ObjectName)
        /// Put aside, since its bytes are not what they should be.
        case quarantine(ObjectName)
        /// What an interrupted transfer of a URL left, since the URL was purged.
        case removePart(url: String)
    }

    init(index: Connection, root: Root, durability: CacheLimits.Durability, now: Int64) {
        self.index = index
        self.root = root
        self.durability = durability
        self.now = now
    }

    /// What is remembered against URLs, looked up once.
    func knownRestraints() throws(StoreError) -> Restraints {
        if let restraints { return restraints }
        let found = try Restraints(index)
        restraints = found
        return found
    }

    /// Notes that something was entered against URLs.
    func restrain(_ change: (inout Restraints) -> Void) {
        guard var known = restraints else { return }
        change(&known)
        restraints = known
    }

    func afterCommit(_ action: Aftermath) {
        aftermath.append(action)
    }
}
