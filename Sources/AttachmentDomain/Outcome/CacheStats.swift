/// The figures of a cache, in the order in which they print. All are kept in one row, so they cost the same whatever the
/// cache holds.
public struct CacheStats: Codable, Hashable, Sendable {
    public var objects: Int64
    /// The sum of the sizes of the objects.
    public var bytes: Int64
    /// The limit of the policy.
    public var maxBytes: Int64
    public var pinnedObjects: Int64
    public var pinnedBytes: Int64
    public var hits: Int64
    public var misses: Int64
    public var evictions: Int64
    public var urls: Int64
    /// URLs whose failure is remembered.
    public var negativeUrls: Int64
    public var pushes: Int64

    public init(
        objects: Int64, bytes: Int64, maxBytes: Int64, pinnedObjects: Int64, pinnedBytes: Int64, hits: Int64,
        misses: Int64, evictions: Int64, urls: Int64, negativeUrls: Int64, pushes: Int64
    ) {
        self.objects = objects
        self.bytes = bytes
        self.maxBytes = maxBytes
        self.pinnedObjects = pinnedObjects
        self.pinnedBytes = pinnedBytes
        self.hits = hits
        self.misses = misses
        self.evictions = evictions
        self.urls = urls
        self.negativeUrls = negativeUrls
        self.pushes = pushes
    }
}
