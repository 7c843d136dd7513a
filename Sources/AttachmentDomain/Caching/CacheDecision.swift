/// What a cache does for one request.
public struct CacheDecision: Hashable, Sendable {
    /// The place, among the stored responses that were given, of the one that it is about; nil where none is.
    public var chosen: Int?
    public var step: Step
    /// The age of the chosen one, in seconds.
    public var age: Int64 = 0
    /// Until when, in Unix seconds, the chosen one needs no question.
    public var freshUntil: Int64 = .min
    /// Until when, in Unix seconds, the chosen one may be used where asking fails or takes too long; nil for never.
    public var staleUntil: Int64?

    public enum Step: Hashable, Sendable {
        /// The chosen one is fresh: nothing is asked.
        case use
        /// The chosen one is no longer fresh, and used all the same: nothing is asked.
        case useStale
        /// The chosen one is used at once, and asked about meanwhile (RFC 5861 3).
        case useStaleAndRefresh
        /// The origin is asked, with conditions where the chosen one has validators.
        case ask(Conditions?)
        /// Nothing may be asked, and nothing stored may be used.
        case refuse(Refusal)
    }

    /// Why nothing may be asked.
    public enum Refusal: Hashable, Sendable {
        /// The policy says offline.
        case offline
        /// The request says only-if-cached.
        case onlyIfCached
    }

    /// What makes a request conditional: the validators of a stored response, as they came (RFC 9111 4.3.1).
    public struct Conditions: Hashable, Sendable {
        /// For If-None-Match.
        public var etag: String?
        /// For If-Modified-Since.
        public var lastModified: String?

        /// Nil where the response has none.
        public init?(_ response: CachedResponse) {
            etag = EntityTag(response.headers.first("etag"))?.text
            lastModified = response.headers.first("last-modified").flatMap { $0.isEmpty ? nil : $0 }
            guard etag != nil || lastModified != nil else { return nil }
        }
    }

    /// Whether the chosen one may stand in at `now` (Unix seconds) for an answer that could not be had.
    public func allowsStale(at now: Int64) -> Bool {
        staleUntil.map { now <= $0 } ?? false
    }
}
