/// The platform-independent record of a push: always exactly these seven members, in this order, absent ones `""`.
public struct StoredPush: Codable, Hashable, Sendable {
    public var uniqueKey: String
    public var title: String
    /// The body of the push.
    public var description: String
    /// The URL of the first image reference, as given.
    public var imageUrl: String
    public var pushLink: String
    /// The dialect's own custom-data field where it has one, else the source text verbatim.
    public var payload: String
    /// Unix seconds.
    public var receivedAt: Int64

    public init(
        uniqueKey: String, title: String, description: String, imageUrl: String, pushLink: String, payload: String,
        receivedAt: Int64
    ) {
        self.uniqueKey = uniqueKey
        self.title = title
        self.description = description
        self.imageUrl = imageUrl
        self.pushLink = pushLink
        self.payload = payload
        self.receivedAt = receivedAt
    }
}
