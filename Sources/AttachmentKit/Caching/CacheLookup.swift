import AttachmentDomain
import AttachmentFetch
import AttachmentStore
import AttachmentURL

/// Looks into the cache for a URL, through the redirects that are stored, each by its own rules. Blocking.
struct CacheLookup: Sendable {
    let store: MediaStore
    let rules: CacheRules
    /// A stored response never leads past what the policy allows today.
    let gate: DestinationRules
    let fetcher: Fetcher
    let failures: FailureMemory
    let maxRedirects: Int
    let clock: WallClock

    /// What the cache says of each request, those of many in one go.
    ///
    /// - Parameter remaining: the time that is left for each, for origins that asked to be left alone for a while; nil
    ///   without a deadline.
    func look(_ requests: [LoadRequest], remaining: Duration?) throws(StoreError) -> [CacheView] {
        let known = try store.knowledge(of: requests.map { question($0.url) })
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
        var seen = CacheRequest(
            fields: fetcher.requestFields(for: url, adding: request.fields, startingAt: request.url))
        // Its directives are read by now.
        seen.fields = seen.fields.sealed
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
    private struct Way {
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

// MARK: What is stored of a hop

extension CacheLookup {
    /// A stored response that can be used: a redirect to a place that can be asked, or one whose body is there.
    private struct Found {
        var stored: StoredResponse
        var target: RequestURL?
        var object: StoredObject?
    }

    /// The decision, and what it is about. A response whose body is lost counts as if it were not there.
    private func decide(
        _ request: CacheRequest, _ stored: [StoredResponse], at url: RequestURL
    ) throws(StoreError) -> (CacheDecision, Found?) {
        var candidates = stored
        while true {
            let decision = rules.decide(request, candidates.map(\.response), now: clock.now)
            guard let place = decision.chosen else { return (decision, nil) }
            if let found = try find(candidates[place], at: url) { return (decision, found) }
            candidates.remove(at: place)
        }
    }

    private func find(_ stored: StoredResponse, at url: RequestURL) throws(StoreError) -> Found? {
        if let location = stored.response.redirectLocation {
            return target(location, of: url).map { Found(stored: stored, target: $0) }
        }
        if stored.response.hasNoBody { return Found(stored: stored) }
        guard let digest = stored.digest, let object = try store.object(digest) else { return nil }
        return Found(stored: stored, object: object)
    }

    /// Nil for a place that cannot be asked: the origin is asked again, and what it says then is reported.
    private func target(_ location: String, of url: RequestURL) -> RequestURL? {
        do throws(URLFault) {
            let target = try url.resolving(location)
            return url.scheme == .https && target.scheme == .http ? nil : target
        } catch {
            return nil
        }
    }

    private func asking(
        _ way: Way, _ known: URLKnowledge, _ decision: CacheDecision, _ found: Found?
    ) -> Asking {
        var asking = Asking(
            url: way.url, known: found?.stored.response, freshUntil: way.freshUntil, failure: known.failure,
            isUncacheable: known.isUncacheable || isUnkept(known.failure, found, way.request),
            purgeMark: known.purgeMark)
        if let found, let object = found.object, way.request.accepts(status: found.stored.response.status),
            let conditions = decision.conditions(of: found.stored.response)
        {
            asking.confirmable = .init(
                stored: found.stored, object: object,
                validators: .init(etag: conditions.etag, lastModified: conditions.lastModified))
        }
        if let pause = known.pause { asking.pause = pause }
        return asking
    }

    /// Whether the answer was a refusal lately that is remembered but not stored: who wants the response itself gets one of
    /// its own.
    private func isUnkept(_ failure: StoredFailure?, _ found: Found?, _ request: LoadRequest) -> Bool {
        guard request.taking.everyStatus, let failure, failure.status != nil, clock.now < failure.retryAt else {
            return false
        }
        return found.map { (200..<300).contains($0.stored.response.status) } ?? true
    }

    /// The origin is asked, unless it has failed or asked to be left alone lately. Whoever has time for it waits.
    private func conclude(_ asking: Asking, _ way: Way) -> CacheView {
        let failure = failures.inForce(asking, way.request, remaining: way.remaining)
        guard let failure else { return .ask(asking) }
        let mayStandIn = CacheRules.mayStandIn(for: failure.reason.code, status: failure.http?.status)
        guard mayStandIn, let standIn = asking.standIn else { return .fail(failure) }
        return .answer(standIn)
    }
}

extension CachedResponse {
    /// Where a redirect leads (RFC 9110 15.4); nil for other responses, and for one that leads nowhere.
    var redirectLocation: String? {
        guard [301, 302, 303, 307, 308].contains(status), let location = headers.first("location") else { return nil }
        return location.isEmpty ? nil : location
    }

    /// Whether it has no body by its status (RFC 9110 15.3.5, 15.3.6).
    var hasNoBody: Bool { status == 204 || status == 205 }
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
                unasked: Finding(.httpStatus, "\(finalURL.redacted) answered with status \(status)"))
            failure.take(finalURL, status: status, stored.response.headers)
            return .fail(failure)
        }
        guard !request.taking.anyType, (200..<300).contains(status) else { return .answer(self) }
        if request.taking.everyStatus, stored.response.hasNoBody { return .answer(self) }
        guard let object, object.bytes > 0 else {
            return .fail(LoadFailure(unasked: Finding(.empty, "the body is empty")))
        }
        guard object.inspection.kind == .unknown else { return .answer(self) }
        var failure = LoadFailure(unasked: NotMedia.finding(object.inspection.mediaType))
        failure.take(finalURL, status: status, stored.response.headers)
        return .fail(failure)
    }
}

extension CacheDecision {
    /// What makes the question conditional, also the one behind an answer; nil where it is not.
    fileprivate func conditions(of response: CachedResponse) -> Conditions? {
        switch step {
        case .ask(let conditions): conditions
        case .useStaleAndRefresh: Conditions(response)
        case .use, .useStale, .refuse: nil
        }
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
