public import AttachmentDomain
public import AttachmentURL

/// A redirect that was followed (RFC 9110 15.4).
public struct FetchedHop: Hashable, Sendable {
    /// Who redirected.
    public var url: RequestURL
    /// 301, 302, 303, 307 or 308.
    public var status: Int
    /// The fields of its answer, Location among them.
    public var headers: HTTPHeaders
    /// Unix seconds when the hop began, shortly before its request was sent.
    public var requestedAt: Int64
    /// Unix seconds when the head of its answer was complete.
    public var receivedAt: Int64
    /// Where it leads.
    public var target: RequestURL

    /// A redirect as it came; the times are Unix seconds.
    public init(
        url: RequestURL, status: Int, headers: HTTPHeaders, requestedAt: Int64, receivedAt: Int64, target: RequestURL
    ) {
        self.url = url
        self.status = status
        self.headers = headers
        self.requestedAt = requestedAt
        self.receivedAt = receivedAt
        self.target = target
    }
}
