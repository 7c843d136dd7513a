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
    /// In seconds, when it was looked for.
    var age: Int64
    var seenAt = ContinuousClock.now
    /// Whether it, or a redirect that leads to it, is no longer fresh.
    var isStale: Bool
    /// Whether it is to be asked about behind the answer (RFC 5861 3).
    var needsRefresh: Bool
    /// Why it stands in for a newer one.
    var reason: Finding?
}

/// What to ask, and what is there already.
struct Asking: Sendable {
    /// The first URL of the way that is not answered by the cache.
    var url: RequestURL
    /// What is stored of it, for this request.
    var known: CachedResponse?
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
    /// Whether a response of ``url`` that is no error is stored.
    var hasSuccess: Bool
    /// How many purges there had been.
    var purgeMark: Int64

    /// A stored response that its origin may confirm.
    struct Confirmable: Sendable {
        var stored: StoredResponse
        var object: StoredObject
        var validators: FetchRequest.Validators
    }
}

/// What a request that waits for another's saw when it began to wait: an answer that came since is one to it as well,
/// fresh or not.
struct Joined: Sendable {
    /// Unix seconds.
    var at: Int64
    /// What was stored then.
    var known: CachedResponse?

    /// Whether a stored response came since.
    func isAnswered(by response: CachedResponse) -> Bool {
        response.receivedAt >= at && response != known
    }
}

extension LoadRequest {
    /// Whether a response of that status is an answer.
    func accepts(status: Int) -> Bool {
        taking.everyStatus || (200..<300).contains(status)
    }
}

extension CachedAnswer {
    /// What it is for a request: a response that was kept for one that takes more may be none for another.
    func view(for request: LoadRequest) -> CacheView {
        let status = stored.response.status
        guard request.accepts(status: status) else {
            var failure = LoadFailure(
                unasked: Finding(
                    .httpStatus,
                    "\(finalURL.redacted) answered with status \(status), \(age) s ago (its answer is cached)",
                    remedy: "\(Code.httpStatus.facts.remedy); then attachfetch cache purge URL asks again at once"))
            failure.take(finalURL, status: status, stored.response.headers)
            return .fail(failure)
        }
        guard (200..<300).contains(status) else { return .answer(self) }
        if request.taking.everyStatus, stored.response.hasNoBody { return .answer(self) }
        guard let object, object.bytes > 0 || request.taking.everyStatus else {
            return .fail(LoadFailure(unasked: Finding(.empty, "the body is empty")))
        }
        guard let unfit = request.unfitness(of: object, status: status) else { return .answer(self) }
        let message = "\(unfit.finding.message) (so it is cached, \(age) s ago)"
        let remedy = "\(unfit.finding.remedy); then attachfetch cache purge URL asks again at once"
        var failure = LoadFailure(unasked: Finding(unfit.finding.code, message, remedy: remedy))
        failure.take(unfit)
        failure.take(finalURL, status: status, stored.response.headers)
        return .fail(failure)
    }
}
