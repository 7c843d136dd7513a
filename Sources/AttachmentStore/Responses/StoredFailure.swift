public import AttachmentDomain

/// A remembered failure of a URL: until `retryAt` nobody needs to ask again. It stands beside what responses the cache
/// has of the URL.
public struct StoredFailure: Hashable, Sendable {
    /// The text of the URL's cache key.
    public var url: String
    public var code: Code
    /// The message of that time; it shows no query values.
    public var message: String
    /// The status, where anybody answered.
    public var status: Int?
    /// How many times in a row it failed.
    public var attempts: Int
    /// Unix seconds.
    public var failedAt: Int64
    /// Unix seconds from which on it is worth asking again.
    public var retryAt: Int64
    /// For `too-large`: the limit in bytes that was exceeded, since a call with a larger one must ask again.
    public var limitBytes: Int64?
    /// What the body was seen to be, where that was seen: which limit is meant.
    public var kind: MediaKind?
    /// What stands for the policy of that time, since another may judge otherwise.
    public var policy: String

    public init(
        url: String, code: Code, message: String, status: Int? = nil, attempts: Int, failedAt: Int64, retryAt: Int64,
        limitBytes: Int64? = nil, kind: MediaKind? = nil, policy: String = ""
    ) {
        self.url = url
        self.code = code
        self.message = message
        self.status = status
        self.attempts = attempts
        self.failedAt = failedAt
        self.retryAt = retryAt
        self.limitBytes = limitBytes
        self.kind = kind
        self.policy = policy
    }
}
