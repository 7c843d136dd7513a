public import AttachmentDomain

/// How the response of one URL is to be had, beyond what the policy says.
public struct GetOptions: Sendable {
    /// Fields of the caller's own for the request. They are sent, and are no part of what makes two requests equal for
    /// later calls unless the response's Vary names them. If-None-Match and If-Modified-Since are not sent: the answer from
    /// the cache is 304 where they hold (RFC 9111 4.3.2). Authorization and Cookie go to nobody but the origin of the URL.
    public var fields: [HTTPHeaders.Field] = []
    /// Whether a body of any type counts; else only those of the policy's table of types.
    public var takesAnyType = false
    /// Whether a response of any status is an answer; else only 2xx.
    public var takesEveryStatus = false
    /// What is wanted of the cache. A Cache-Control among the fields counts as well.
    public var cacheUse = CacheUse.standard
    /// Whether a transfer that is under way at the deadline goes on behind the answer.
    public var continuesBehindAnswer = true
    /// When the call began.
    public var start: ContinuousClock.Instant

    public init(start: ContinuousClock.Instant = .now) {
        self.start = start
    }
}
