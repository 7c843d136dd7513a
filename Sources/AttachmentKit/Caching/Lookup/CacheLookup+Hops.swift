import AttachmentDomain
import AttachmentFetch
import AttachmentStore
import AttachmentURL

// One hop of the way: what is stored of it, and what there is to ask.

extension CacheLookup {
    /// A stored response that can be used: a redirect to a place that can be asked, or one whose body is there.
    struct Found {
        var stored: StoredResponse
        var target: RequestURL?
        var object: StoredObject?
    }

    /// The decision, and what it is about. A response whose body is lost counts as if it were not there.
    func decide(
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

    func find(_ stored: StoredResponse, at url: RequestURL) throws(StoreError) -> Found? {
        if let location = stored.response.redirectLocation {
            return target(location, of: url).map { Found(stored: stored, target: $0) }
        }
        if stored.response.hasNoBody { return Found(stored: stored) }
        guard let digest = stored.digest, let object = try objects.object(digest) else { return nil }
        return Found(stored: stored, object: object)
    }

    /// Nil for a place that cannot be asked: the origin is asked again, and what it says then is reported.
    func target(_ location: String, of url: RequestURL) -> RequestURL? {
        do throws(URLFault) {
            let target = try url.resolving(location)
            return url.scheme == .https && target.scheme == .http ? nil : target
        } catch {
            return nil
        }
    }

    func asking(
        _ way: Way, _ known: URLKnowledge, _ decision: CacheDecision, _ found: Found?
    ) -> Asking {
        var asking = Asking(
            url: way.url, known: found?.stored.response, freshUntil: way.freshUntil, failure: known.failure,
            isUncacheable: known.isUncacheable || isUnkept(known.failure, found, way.request),
            hasSuccess: known.responses.contains { $0.response.status < 400 }, purgeMark: known.purgeMark)
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
    func conclude(_ asking: Asking, _ way: Way) -> CacheView {
        let failure = failures.inForce(asking, way.request, remaining: way.remaining)
        guard let failure else { return .ask(asking) }
        let mayStandIn = CacheRules.mayStandIn(for: failure.reason.code, status: failure.http?.status)
        guard mayStandIn, var standIn = asking.standIn else { return .fail(failure) }
        standIn.reason = failure.reason
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
