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
    /// The validators of a stored response; when given, the origin may answer 304 (RFC 9110 13.1).
    public var validators: Validators?
    /// What an earlier transfer of the same URL left; the rest alone is asked for where its validator still holds.
    public var part: PartialBody?

    public init(
        url: RequestURL, deadline: Deadline, limits: ReadingLimits,
        makeSpool: @escaping @Sendable () throws(Finding) -> any BodySpool
    ) {
        self.url = url
        self.deadline = deadline
        self.limits = limits
        self.makeSpool = makeSpool
    }

    /// What makes a request conditional.
    public struct Validators: Hashable, Sendable {
        public var etag: String?
        public var lastModified: String?

        public init(etag: String?, lastModified: String?) {
            self.etag = etag
            self.lastModified = lastModified
        }
    }
}
