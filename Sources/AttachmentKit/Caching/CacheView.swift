import AttachmentDomain
import AttachmentFetch
import AttachmentStore
import AttachmentURL

/// What the cache says of a request.
enum CacheView: Sendable {
    /// It is answered; nothing is asked.
    case answer(CachedAnswer)
    /// An origin has to be asked.
    case ask(Asking)
    /// It cannot be had, and nobody is asked.
    case fail(LoadFailure)
}

/// A stored response and its body, at the end of the redirects that lead there.
struct CachedAnswer: Sendable {
    var stored: StoredResponse
    /// Nil for a response that has no body by its status.
    var object: StoredObject?
    /// Who gave it.
    var finalURL: RequestURL
    /// In Unix seconds the earliest end among its own freshness and those of the redirects.
    var freshUntil: Int64
    /// In seconds.
    var age: Int64
    /// Whether it, or a redirect that leads to it, is no longer fresh.
    var isStale: Bool
    /// Whether it is to be asked about behind the answer (RFC 5861 3).
    var needsRefresh: Bool
}

/// What to ask, and what is there already.
struct Asking: Sendable {
    /// The first URL of the way that is not answered by the cache.
    var url: RequestURL
    /// Sent with it, and confirmed by a 304.
    var confirmable: Confirmable?
    /// In Unix seconds the earliest end of freshness among the stored redirects that lead to ``url``.
    var freshUntil: Int64
    /// What is used where asking fails.
    var standIn: CachedAnswer?
    /// What is remembered of the last failures of ``url``, over or not.
    var failure: StoredFailure?
    /// What the origin asked for: to be left alone for a while.
    var pause: OriginPause?
    var isUncacheable: Bool
    /// How many purges there had been.
    var purgeMark: Int64

    /// A stored response that its origin may confirm.
    struct Confirmable: Sendable {
        var stored: StoredResponse
        var object: StoredObject
        var validators: FetchRequest.Validators
    }
}
