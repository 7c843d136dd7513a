import AttachmentDomain
import AttachmentURL

/// One URL as a caller wants it.
struct LoadRequest: Sendable {
    let url: RequestURL
    /// The text of the URL's cache key, which is needed again and again.
    let key: String
    /// How much is read.
    var limits: JudgedLimits
    /// The caller's own fields, without conditions.
    var fields = HTTPHeaders()
    var taking = Taking()
    var use = CacheUse.standard
    /// Whether it is made behind an answer: what may be used while it is asked about is asked about now.
    var isRefresh = false
    /// Whether the response itself is asked for, and not media for a push.
    var isForResponse = false

    /// What counts as an answer beside media with status 2xx.
    struct Taking: Hashable, Sendable {
        /// A body of any type, in the policy's table or not.
        var anyType = false
        /// A response of any status.
        var everyStatus = false
    }

    init(url: RequestURL, limits: JudgedLimits) {
        self.url = url
        key = url.cacheKeyText
        self.limits = limits
    }

    /// Whether what is remembered of failures does not keep it from asking.
    var ignoresFailures: Bool { use == .revalidate || RequestDirectives(fields).noCache }
}

/// What a caller wants of the cache.
public enum CacheUse: Hashable, Sendable {
    /// What HTTP and the policy allow.
    case standard
    /// The origin is asked, whatever is stored or remembered of failures; only what is immutable and fresh is not (RFC
    /// 9111 5.2.1.4, RFC 8246 2).
    case revalidate
    /// Nothing is asked (RFC 9111 5.2.1.7); without a usable stored response the code is `cancelled`.
    case onlyIfCached
}
