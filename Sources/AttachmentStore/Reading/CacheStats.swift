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
}
