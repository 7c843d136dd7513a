/// A response in a list of all that the cache holds.
public struct ListedResponse: Hashable, Sendable {
    public var response: StoredResponse
    /// The size of its body; nil where the cache holds none.
    public var bytes: Int64?
    /// The type of its body by its bytes; nil where the cache holds none.
    public var mediaType: String?
}
