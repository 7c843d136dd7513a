/// How one payload is to be fetched, beyond what the policy says.
public struct FetchOptions: Sendable {
    /// The profiles to judge by; empty for those that each slot reaches.
    public var profiles: [String] = []
    /// A directory that also gets a copy of each ready attachment, as `INDEX-fileName`; the record's path is then that
    /// copy. Made if missing.
    public var copiesDirectory: String?
    /// Whether transfers that are under way at the deadline go on behind the answer, so that the next call finds their
    /// media in the cache.
    public var continuesBehindAnswer = true
    /// What is wanted of the cache.
    public var cacheUse = CacheUse.standard
    /// When the push is stored, where several calls run side by side; nil for whenever it is read.
    public var turn: StoringTurn?
    /// When the call began, from which the elapsed time counts.
    public var start: ContinuousClock.Instant

    public init(start: ContinuousClock.Instant = .now) {
        self.start = start
    }
}
