/// A response as a cache keeps it: everything that later decisions about its use need, but for its body.
public struct CachedResponse: Hashable, Sendable {
    /// The status code (RFC 9110 15).
    public var status: Int
    /// The fields of the response that may be kept, in their order.
    public var headers: HTTPHeaders
    /// Which requests it answers.
    public var variant: Variant
    /// Unix seconds when the request left.
    public var requestedAt: Int64
    /// Unix seconds when the head of the response, or of the 304 that last confirmed it, was complete.
    public var receivedAt: Int64

    public init(
        status: Int, headers: HTTPHeaders, variant: Variant, requestedAt: Int64, receivedAt: Int64
    ) {
        self.status = status
        self.headers = headers
        self.variant = variant
        self.requestedAt = requestedAt
        self.receivedAt = receivedAt
    }
}
