public import AttachmentDomain

/// One response as the cache keeps it: everything that later decisions about its use need.
public struct StoredResponse: Hashable, Sendable {
    /// The URL that gave it, as the text of its cache key.
    public var url: String
    /// What was said, to which requests, and when.
    public var response: CachedResponse
    /// Unix seconds until which nothing needs to be asked.
    public var freshUntil: Int64
    /// Unix seconds until which it may be used when the origin fails; nil when never.
    public var staleUntil: Int64?
    /// The body, as long as the cache holds it: without it nothing may be validated. Nil for a response without a kept
    /// body, such as a redirect.
    public var digest: Digest?

    /// - Parameters:
    ///   - url: the text of its cache key.
    ///   - freshUntil: Unix seconds.
    ///   - staleUntil: Unix seconds.
    public init(
        url: String, response: CachedResponse, freshUntil: Int64, staleUntil: Int64? = nil, digest: Digest? = nil
    ) {
        self.url = url
        self.response = response
        self.freshUntil = freshUntil
        self.staleUntil = staleUntil
        self.digest = digest
    }

    /// The ETag field, byte for byte.
    public var etag: String? { response.headers.first("etag") }
    /// The Last-Modified field, byte for byte.
    public var lastModified: String? { response.headers.first("last-modified") }
    /// The Content-Type field.
    public var contentType: String? { response.headers["content-type"] }

    /// Unix seconds by which the newest of several responses is told: its Date, else its arrival.
    var date: Int64 {
        response.headers.first("date").flatMap { HTTPDate.seconds(of: $0, around: response.receivedAt) }
            ?? response.receivedAt
    }
}
