/// The decisions of a cache, by the policy: pure, of a request, what is stored, and the time (RFC 9111 4).
public struct CacheRules: Hashable, Sendable {
    public var policy: CachingPolicy

    public init(_ policy: CachingPolicy) {
        self.policy = policy
    }

    /// What to do for a request.
    ///
    /// - Parameters:
    ///   - request: as it would go out.
    ///   - stored: the responses that are kept for its URL, in any order, without those whose bodies are lost.
    ///   - now: Unix seconds.
    public func decide(_ request: CacheRequest, _ stored: [CachedResponse], now: Int64) -> CacheDecision {
        guard request.method == "GET" else { return decideWithoutMatch(request, []) }
        guard let place = newest(of: stored, where: { $0.variant.matches(request.fields) }) else {
            return decideWithoutMatch(request, stored)
        }
        let view = View(stored[place], request, policy, now)
        return CacheDecision(
            chosen: place, step: step(view, request), age: view.age, freshUntil: view.freshUntil,
            staleUntil: staleUntil(view, request))
    }

    /// By its Date (RFC 9111 4).
    private func newest(of stored: [CachedResponse], where isMeant: (CachedResponse) -> Bool) -> Int? {
        let matching = stored.indices.filter { isMeant(stored[$0]) }
        return matching.count > 1 ? matching.max { stored[$0].madeAt < stored[$1].madeAt } : matching.first
    }

    /// A response whose Vary says `*` answers no request by itself; the origin may say that it does.
    private func decideWithoutMatch(_ request: CacheRequest, _ stored: [CachedResponse]) -> CacheDecision {
        if let refusal = refusal(request) { return CacheDecision(step: .refuse(refusal)) }
        let place = newest(of: stored) { $0.variant.text == "*" }
        let conditions = place.flatMap { CacheDecision.Conditions(stored[$0]) }
        return CacheDecision(chosen: conditions == nil ? nil : place, step: .ask(conditions))
    }

    private func refusal(_ request: CacheRequest) -> CacheDecision.Refusal? {
        if policy.offline { return .offline }
        return request.directives.onlyIfCached ? .onlyIfCached : nil
    }

    private func step(_ view: View, _ request: CacheRequest) -> CacheDecision.Step {
        if view.isUsableAsFresh { return .use }
        if policy.offline { return view.forbidsStale ? .refuse(.offline) : view.isFresh ? .use : .useStale }
        if view.isWithinMaxStale { return .useStale }
        if view.isWithinRevalidationWindow { return request.directives.onlyIfCached ? .useStale : .useStaleAndRefresh }
        if request.directives.onlyIfCached { return .refuse(.onlyIfCached) }
        return .ask(CacheDecision.Conditions(view.response))
    }

    /// What the response says, else the policy's time; never against the response or the request.
    private func staleUntil(_ view: View, _ request: CacheRequest) -> Int64? {
        // An old error is no better than a new one.
        guard !view.forbidsStale, !request.directives.noCache, view.response.status < 400 else { return nil }
        return view.freshUntil.plus(view.control.staleIfError ?? policy.staleIfErrorSeconds)
    }

    /// How long a response may be used, in Unix seconds: without asking, and where its origin cannot be asked, which is nil
    /// for never.
    public func lifetime(of response: CachedResponse) -> (freshUntil: Int64, staleUntil: Int64?) {
        let request = CacheRequest()
        let view = View(response, request, policy, response.receivedAt)
        return (view.freshUntil, staleUntil(view, request))
    }

    /// Whether a fault is one that a stale response may stand in for: an origin that cannot be had, not one that says
    /// no, and nothing that the policy refuses (RFC 5861 4).
    ///
    /// - Parameters:
    ///   - code: of the fault.
    ///   - status: what the origin answered; nil where it did not.
    public static func mayStandIn(for code: Code, status: Int?) -> Bool {
        switch code {
        case .dnsFailed, .connectFailed, .tlsFailed, .truncated, .protocolError, .stalled, .rateLimited,
            .deadlineExceeded, .cancelled:
            true
        case .httpStatus: status.map(mayStandIn(forStatus:)) ?? false
        default: false
        }
    }

    /// The same of a response itself, for whoever takes any.
    public static func mayStandIn(forStatus status: Int) -> Bool {
        [429, 500, 502, 503, 504].contains(status)
    }
}

/// A stored response as one request sees it at one moment.
private struct View {
    let response: CachedResponse
    let control: CacheControl
    let freshUntil: Int64
    let age: Int64
    let isFresh: Bool
    /// Whether it must never be used past its freshness (RFC 9111 4.2.4).
    let forbidsStale: Bool
    private let request: RequestDirectives
    private let now: Int64

    init(_ response: CachedResponse, _ request: CacheRequest, _ policy: CachingPolicy, _ now: Int64) {
        self.response = response
        self.request = request.directives
        // A clock that was set back makes nothing fresh that was stale when it came.
        let now = max(now, response.receivedAt)
        self.now = now
        control = CacheControl(response.headers["cache-control"])
        let responseAge = ResponseAge(of: response)
        freshUntil = Freshness(of: response, control, responseAge, policy).freshUntil
        age = responseAge.current(at: now)
        isFresh = now < freshUntil
        let isShared = policy.mode == .shared
        forbidsStale =
            control.mustRevalidate || control.noCache
            || isShared && (control.proxyRevalidate || control.sharedMaxAge != nil)
    }

    var isUsableAsFresh: Bool {
        guard isFresh, !control.noCache else { return false }
        // An immutable response is not asked about while it is fresh, not even by a reload (RFC 8246 2).
        if control.immutable, request.noCache || request.maxAge == 0 { return true }
        guard !request.noCache, isYoungEnough else { return false }
        return request.minFresh.map { freshUntil.minus(now) >= $0 } ?? true
    }

    /// A reload asks for an age of 0, and not for what came within the same second.
    private var isYoungEnough: Bool { request.maxAge.map { age <= $0 && $0 > 0 } ?? true }

    var isWithinMaxStale: Bool {
        guard !isFresh, !forbidsStale, !request.noCache, isYoungEnough, request.minFresh == nil,
            let maxStale = request.maxStale
        else { return false }
        return now.minus(freshUntil) <= maxStale
    }

    var isWithinRevalidationWindow: Bool {
        guard !forbidsStale, !request.noCache, request.maxAge == nil, request.minFresh == nil,
            let window = control.staleWhileRevalidate
        else { return false }
        return now.minus(freshUntil) < window
    }
}

extension CachedResponse {
    /// When its origin made it, in Unix seconds.
    fileprivate var madeAt: Int64 {
        headers.first("date").flatMap { HTTPDate.seconds(of: $0, around: receivedAt) } ?? receivedAt
    }
}
