public import AttachmentDomain

/// What is remembered of the answer to one URL: everything that later decisions about freshness and validation need.
public struct StoredResponse: Codable, Hashable, Sendable {
    /// The URL that was asked for, normalised; the entry is found by it.
    public var url: String
    /// The URL that answered, after redirects.
    public var finalUrl: String
    /// The status code; 0 when nothing answered.
    public var status: Int
    /// The header fields of the final response, in their order, names in lower case.
    public var headers: [Header]
    /// Unix seconds when the request left.
    public var requestedAt: Int64
    /// Unix seconds when the head of the response came.
    public var receivedAt: Int64
    /// Unix seconds until which nothing needs to be asked.
    public var freshUntil: Int64
    /// Unix seconds until which it may be used when the origin fails; nil when never.
    public var staleUntil: Int64?
    /// The body, as long as the cache holds it: without it nothing may be validated.
    public var digest: Digest?
    /// Why there is no body to use, for URLs whose failure is remembered.
    public var failure: Failure?

    /// One header field.
    public struct Header: Codable, Hashable, Sendable {
        /// In lower case.
        public var name: String
        public var value: String

        public init(name: String, value: String) {
            self.name = name.lowercased()
            self.value = value
        }
    }

    /// A remembered failure.
    public struct Failure: Codable, Hashable, Sendable {
        public var code: Code
        /// The message of that time; it shows no query values.
        public var message: String
        /// How many times in a row it failed.
        public var attempts: Int
        /// Unix seconds from which on it is worth asking again.
        public var retryAt: Int64
        /// For `too-large`: the limit in bytes that was exceeded, since a call with a larger one must ask again.
        public var limitBytes: Int64?

        public init(code: Code, message: String, attempts: Int, retryAt: Int64, limitBytes: Int64? = nil) {
            self.code = code
            self.message = message
            self.attempts = attempts
            self.retryAt = retryAt
            self.limitBytes = limitBytes
        }
    }

    public init(
        url: String, finalUrl: String, status: Int, headers: [Header] = [], requestedAt: Int64, receivedAt: Int64,
        freshUntil: Int64, staleUntil: Int64? = nil, digest: Digest? = nil, failure: Failure? = nil
    ) {
        self.url = url
        self.finalUrl = finalUrl
        self.status = status
        self.headers = headers
        self.requestedAt = requestedAt
        self.receivedAt = receivedAt
        self.freshUntil = freshUntil
        self.staleUntil = staleUntil
        self.digest = digest
        self.failure = failure
    }

    /// The values of a field that may stand several times, joined by commas (RFC 9110 5.3); nil when it is absent.
    public func header(_ name: String) -> String? {
        let wanted = name.lowercased()
        let values = headers.filter { $0.name == wanted }.map(\.value)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }

    public var etag: String? { header("etag") }
    public var lastModified: String? { header("last-modified") }
    public var contentType: String? { header("content-type") }
}
