public import AttachmentDomain
public import AttachmentURL

/// One URL to be had, and how far to go for it.
public struct FetchRequest: Sendable {
    /// What to ask for.
    public var url: RequestURL
    /// When the answer must be there; the transfer is cut at that instant.
    public var deadline: Deadline
    /// How long it may take from the moment it has a connection slot; nil for as long as the deadline allows.
    public var longest: Duration?
    /// How many decoded bytes are taken, by kind.
    public var limits: ReadingLimits
    /// Bodies up to this many bytes stay in memory; larger ones go to a spool.
    public var memoryLimit = 1 << 20
    /// Makes the place for a body that is too large for memory. Called on the fetcher's thread.
    public var makeSpool: @Sendable () throws(Finding) -> any BodySpool
    /// The validators of a stored response of ``url``; when given, its origin may answer 304 (RFC 9110 13.1). They are
    /// sent to no other URL.
    public var validators: Validators?
    /// What an earlier transfer of the same URL left; the rest alone is asked for where its validator still holds.
    public var part: PartialBody?
    /// Fields of the caller's own. Each goes to every hop in the place of ours and the policy's of that name, but
    /// Authorization, Cookie and Proxy-* only to the origin of ``url``. Those that ``RequestFields`` reserves, or cannot
    /// send, are passed over.
    public var fields = HTTPHeaders()
    /// Asked once, when there is a connection slot and nothing has been asked yet; where it says no the transfer ends at
    /// once, and its outcome is ``FetchResponse/Outcome/stopped``. Nil where it begins in any case.
    ///
    /// Called on the fetcher's thread, where it must not block.
    public var mayBegin: (@Sendable () -> Bool)?
    /// Asked about the URL that a redirect leads to, once that may be asked and before it is; nil where each redirect is
    /// followed at once.
    ///
    /// Called on the fetcher's thread, where it must not block. The answer is given once, at once or later, from
    /// whichever thread; further ones change nothing. Until it comes the transfer holds no connection slot, and its
    /// deadline goes on.
    public var consult: Consult?
    /// Whether a final response of whatever status is a success with its body. Status 304 to a conditional request stays
    /// `notModified`, a redirect with a Location is followed, and a proxy's own refusal stays a fault. Nothing is tried
    /// again for its status then.
    public var takesEveryStatus = false
    /// Whether the head of a body is shown to the fetcher's ``HeadExaminer``; else a body of any type is taken, up to the
    /// limit for the unknown kind.
    public var examinesHead = true
    /// When to begin; until then nothing is asked, and no connection slot is held. Nil for at once.
    public var notBefore: ContinuousClock.Instant?

    /// A plain request: no conditions, no fields of the caller's own, media wanted.
    public init(
        url: RequestURL, deadline: Deadline, limits: ReadingLimits,
        makeSpool: @escaping @Sendable () throws(Finding) -> any BodySpool
    ) {
        self.url = url
        self.deadline = deadline
        self.limits = limits
        self.makeSpool = makeSpool
    }

    /// What looks a URL up in a cache, and says later what to do about it.
    public typealias Consult =
        @Sendable (_ next: RequestURL, _ answer: @escaping @Sendable (HopAnswer) -> Void) -> Void

    /// What makes a request conditional.
    public struct Validators: Hashable, Sendable {
        /// Sent as If-None-Match, byte for byte (RFC 9110 13.1.2).
        public var etag: String?
        /// Sent as If-Modified-Since, byte for byte (RFC 9110 13.1.3).
        public var lastModified: String?

        /// Those that a stored response has; with neither a request is unconditional.
        public init(etag: String?, lastModified: String?) {
            self.etag = etag
            self.lastModified = lastModified
        }

        /// The lines that make a request conditional; none without a validator.
        var requestLines: [String] {
            [etag.map { "If-None-Match: \($0)" }, lastModified.map { "If-Modified-Since: \($0)" }].compactMap(\.self)
        }
    }
}
