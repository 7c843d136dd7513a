import AttachmentDomain
import AttachmentFetch
import AttachmentStore
import AttachmentURL

/// Looks into the cache for a URL, through the redirects that are stored, each by its own rules. Blocking.
struct CacheLookup: Sendable {
    let store: MediaStore
    let objects: MeasuredObjects
    let rules: CacheRules
    /// A stored response never leads past what the policy allows today.
    let gate: DestinationRules
    let fetcher: Fetcher
    let failures: FailureMemory
    let maxRedirects: Int
    let clock: WallClock
    /// What is asked where nobody adds a field.
    private let usual: CacheRequest

    init(
        store: MediaStore, objects: MeasuredObjects, rules: CacheRules, gate: DestinationRules, fetcher: Fetcher,
        failures: FailureMemory,
        maxRedirects: Int, clock: WallClock
    ) {
        self.store = store
        self.objects = objects
        self.rules = rules
        self.gate = gate
        self.fetcher = fetcher
        self.failures = failures
        self.maxRedirects = maxRedirects
        self.clock = clock
        var usual = CacheRequest(fields: fetcher.usualFields)
        usual.fields = usual.fields.sealed
        self.usual = usual
    }

    /// What the cache says of each request, those of many in one go.
    ///
    /// - Parameter remaining: the time that is left for each, for origins that asked to be left alone for a while; nil
    ///   without a deadline.
    func look(_ requests: [LoadRequest], remaining: Duration?) throws(StoreError) -> [CacheView] {
        let known = try store.knowledge(of: requests.map { URLQuestion(url: $0.key, origin: "\($0.url.origin)") })
        var views: [CacheView] = []
        for (request, known) in zip(requests, known) {
            views.append(try walk(Way(request, at: request.url, remaining, since: nil), known))
        }
        return views
    }

    /// The same for one, from a URL that its redirects have led to.
    ///
    /// - Parameters:
    ///   - redirects: how many have led there.
    ///   - joined: what was there when the request began to wait for another's; nil where it does not.
    func look(
        _ request: LoadRequest, from url: RequestURL, remaining: Duration?, redirects: Int = 0,
        since joined: Joined? = nil
    ) throws(StoreError) -> CacheView {
        var way = Way(request, at: url, remaining, since: joined)
        way.redirects = redirects
        return try walk(way, try known(url))
    }

    /// The request as the cache sees it at a URL.
    func cacheRequest(_ request: LoadRequest, at url: RequestURL) -> CacheRequest {
        var seen = usual
        if !request.fields.fields.isEmpty || fetcher.hasFields(for: url) {
            seen = CacheRequest(
                fields: fetcher.requestFields(for: url, adding: request.fields, startingAt: request.url))
            // Its directives are read by now.
            seen.fields = seen.fields.sealed
        }
        switch request.use {
        case .standard: break
        case .revalidate: seen.directives.noCache = true
        case .onlyIfCached: seen.directives.onlyIfCached = true
        }
        return seen
    }

    private func known(_ url: RequestURL) throws(StoreError) -> URLKnowledge {
        let question = question(url)
        return try store.knowledge(of: question.url, origin: question.origin)
    }

    private func question(_ url: RequestURL) -> URLQuestion {
        URLQuestion(url: url.cacheKeyText, origin: "\(url.origin)")
    }
}

// MARK: The way

extension CacheLookup {
    /// How far a request has come.
    struct Way {
        let request: LoadRequest
        let remaining: Duration?
        let joined: Joined?
        var url: RequestURL
        var redirects = 0
        var freshUntil = Int64.max
        var isStale = false
        var needsRefresh = false
        /// Set from the first hop on that has to be asked; what is found behind it can only stand in.
        var asking: Asking?

        init(_ request: LoadRequest, at url: RequestURL, _ remaining: Duration?, since joined: Joined?) {
            self.request = request
            self.remaining = remaining
            self.joined = joined
            self.url = url
        }
    }

    private func walk(_ start: Way, _ first: URLKnowledge) throws(StoreError) -> CacheView {
        var (way, known) = (start, first)
        while true {
            if let refusal = refusal(way) { return end(way, .fail(refusal)) }
            if let view = try step(&way, known) { return view }
            known = try self.known(way.url)
        }
    }

    /// Where a way ends without a stored answer: at the hop that has to be asked, if there is one.
    private func end(_ way: Way, _ view: CacheView) -> CacheView {
        way.asking.map { conclude($0, way) } ?? view
    }

    private func refusal(_ way: Way) -> LoadFailure? {
        do throws(DestinationFault) {
            try gate.judge(way.url)
        } catch {
            let redirected = way.redirects > 0 ? "redirected to \(way.url.redacted): " : ""
            return LoadFailure(unasked: Finding(error.code, redirected + error.explanation, remedy: error.remedy))
        }
        guard way.redirects > maxRedirects else { return nil }
        return LoadFailure(
            unasked: Finding(
                .tooManyRedirects, "more than \(maxRedirects) redirects, the last one to \(way.url.redacted)"))
    }

    /// One hop: nil where it is a redirect that was followed.
    private func step(_ way: inout Way, _ known: URLKnowledge) throws(StoreError) -> CacheView? {
        let asked = cacheRequest(way.request, at: way.url)
        let (decision, found) = try decide(asked, known.responses, at: way.url)
        if let found, isUsable(found, decision, &way) { return take(found, decision, &way) }
        if case .refuse(let why) = decision.step { return end(way, .fail(LoadFailure(unasked: why.finding(way.url)))) }
        let asking = way.asking ?? asking(way, known, decision, found)
        guard let found, decision.allowsStale(at: clock.now) else { return conclude(asking, way) }
        way.asking = asking
        way.isStale = true
        return take(found, decision, &way)
    }

    /// Whether the stored response answers without a question; notes in the way what that means for the answer.
    private func isUsable(_ found: Found, _ decision: CacheDecision, _ way: inout Way) -> Bool {
        switch decision.step {
        case .use: return true
        case .useStale:
            way.isStale = true
            return true
        case .useStaleAndRefresh where !way.request.isRefresh:
            way.isStale = true
            way.needsRefresh = true
            return true
        case .ask, .useStaleAndRefresh: return way.joined?.isAnswered(by: found.stored.response) ?? false
        case .refuse: return false
        }
    }

    private func take(_ found: Found, _ decision: CacheDecision, _ way: inout Way) -> CacheView? {
        way.freshUntil = min(way.freshUntil, decision.freshUntil)
        if let target = found.target {
            way.url = target
            way.redirects += 1
            return nil
        }
        let answer = CachedAnswer(
            stored: found.stored, object: found.object, finalURL: way.url, freshUntil: way.freshUntil,
            age: decision.age, isStale: way.isStale, needsRefresh: way.needsRefresh)
        let view = answer.view(for: way.request)
        guard var asking = way.asking else { return view }
        if case .answer(let standIn) = view { asking.standIn = standIn }
        return conclude(asking, way)
    }
}

extension CacheDecision.Refusal {
    /// Why a URL is not asked.
    fileprivate func finding(_ url: RequestURL) -> Finding {
        switch self {
        case .offline:
            Finding(
                .cancelled,
                "the cache is offline (caching.offline) and holds nothing that may be used for \(url.redacted)",
                remedy: "set caching.offline to false, or prewarm the URL before going offline")
        case .onlyIfCached:
            Finding(
                .cancelled, "only what is cached was asked for, and nothing may be used for \(url.redacted)",
                remedy: "ask without only-if-cached")
        }
    }
}
