import AttachmentDomain
import AttachmentFetch
import AttachmentStore
import AttachmentThreads
import AttachmentURL

// From the end of a transfer to what is stored of it, and to the landing.

extension Flight {
    func arrived(_ result: Result<FetchResponse, FetchFault>) {
        switch result {
        case .failure(let fault): failed(fault)
        case .success(let response): loader.workers.submit { self.take(response) }
        }
    }

    /// Blocking; runs on a worker.
    private func take(_ response: FetchResponse) {
        switch response.outcome {
        case .whole: takeBody(of: response)
        case .notModified: confirm(response)
        case .stopped where response.hops.isEmpty: standBy()
        case .stopped: goOn(response)
        }
    }

    /// A transfer that has ended, and what was known before it. Without its body, which must not wait in memory for the
    /// index.
    struct Arrival {
        let finalURL: RequestURL
        let attempts: Int
        let asking: Asking
        /// What it is where media are wanted, for a status outside of 2xx.
        let refusal: FetchFault?
        var timing: Timing
        let start = ContinuousClock.now

        init(_ response: FetchResponse, _ asking: Asking) {
            finalURL = response.finalURL
            attempts = response.attempts
            timing = response.timing
            refusal = response.refusal
            self.asking = asking
        }
    }
}

// MARK: Failures

extension Flight {
    private func failed(_ fault: FetchFault) {
        let failure = loader.failure(fault, request)
        guard let asking = begun else { return land(.failed(failure)) }
        if isAboutConditions(fault), mayRepeat() {
            guard let part = fault.part else { return askForAll(asking) }
            return loader.parts.keep(part, of: asking.url, since: asking.purgeMark) { [self] in askForAll(asking) }
        }
        if let part = fault.part { keep(part, asking) }
        remember(fault, failure, asking) { self.land(.failed(failure)) }
    }

    /// Remembers a failure, and for how long its origin asked to be left alone.
    private func remember(
        _ fault: FetchFault, _ failure: LoadFailure, _ asking: Asking, then: @escaping @Sendable () -> Void
    ) {
        if case .rateLimited(_, let wait?) = fault.kind, let url = fault.response?.url {
            loader.failures.notePause(failure, by: url, wait)
        }
        loader.failures.remember(
            failure, of: failing(fault, asking), response: fault.response?.cached, limit: fault.limit, then: then)
    }

    /// What a failure is remembered of: what was asked for, so that a dead link costs nothing. Where a stored response at
    /// the end of redirects may stand in it is the URL that failed, since the way there has to be gone again.
    private func failing(_ fault: FetchFault, _ asking: Asking) -> Asking {
        guard standIn != nil, let target = fault.hops.last?.target else { return asking }
        return asked(target) ?? asking
    }

    /// Keeps what has come. Whoever asks next goes on from it, so nobody does before.
    func keep(_ part: PartialBody, _ asking: Asking) {
        let lock = takeLock()
        loader.parts.keep(part, of: asking.url, since: asking.purgeMark) { lock?.release() }
    }

    /// Whether an answer is about conditions that were sent, or that were not (RFC 9110 15.4.5, 15.5.13, 15.5.17).
    private func isAboutConditions(_ fault: FetchFault) -> Bool {
        guard case .httpStatus(let status) = fault.kind, let url = fault.response?.url else { return false }
        return isAboutConditions(status, of: url)
    }

    private func isAboutConditions(_ status: Int, of url: RequestURL) -> Bool {
        status == 304 || (status == 412 || status == 416) && asked(url)?.confirmable != nil
    }

    /// Asks for the whole, without conditions; once, and false from then on.
    func askAgain(_ asking: Asking) -> Bool {
        guard mayRepeat() else { return false }
        askForAll(asking)
        return true
    }

    private func askForAll(_ asking: Asking) {
        var asking = asking
        asking.confirmable = nil
        start(makeRequest(asking))
    }
}

// MARK: Bodies

extension Flight {
    private func takeBody(of response: FetchResponse) {
        guard let asking = begun else { return }
        if isAboutConditions(response.status, of: response.finalURL), askAgain(asking) { return }
        let arrival = Arrival(response, asking)
        let isAnyBody = request.taking.anyType || !(200..<300).contains(response.status)
        if isAnyBody || request.taking.everyStatus, response.status == 204 || response.status == 205 {
            return enter(loader.keeper.way(of: response, request, bytes: nil), .none, .network, arrival)
        }
        let isError = !(200..<300).contains(response.status)
        let body = loader.inspector.take(
            response.body, limits: request.limits, anyType: isAnyBody, empty: request.taking.everyStatus || isError)
        switch body {
        case .failed(let unfit):
            let failure = loader.failure(unfit, response)
            let limit = unfit.finding.code == .tooLarge ? request.limits.reading[unfit.kind ?? .unknown] : nil
            loader.failures.remember(failure, of: asking, response: nil, limit: limit) { self.land(.failed(failure)) }
        case .placed(let placed, let facts, let inspect, let storing):
            var arrival = arrival
            arrival.timing.inspect = inspect.milliseconds
            let way = loader.keeper.way(of: response, request, bytes: placed.bytes).sparing(success: asking.hasSuccess)
            store(placed, facts, way, arrival, storing)
        }
    }

    /// Enters the object with all that may be kept of the way to it. What may not be kept is media for the push that asked
    /// for it, and a file that passes for whoever asked for the response alone.
    private func store(
        _ placed: PlacedObject, _ facts: Inspection, _ way: StoredWay, _ arrival: Arrival, _ storing: Duration
    ) {
        if way.kept.isEmpty, request.isForResponse {
            return land(landing(way, .passing(placed, facts), .network, arrival), way, arrival)
        }
        loader.store.commit(
            placed, inspection: facts, responses: way.kept, since: arrival.asking.purgeMark
        ) { [self] result in
            switch result {
            case .failure(let error): land(.failed(LoadFailure(unasked: error.finding)))
            case .success(let object):
                var arrival = arrival
                arrival.timing.store = (storing + arrival.start.duration(to: .now)).milliseconds
                land(landing(way, .stored(object), .network, arrival), way, arrival)
            }
        }
    }

    /// Lands once what is not stored of an answer is noted: a refusal is remembered as it is for who wants media, and
    /// changes nothing else; what an answer says of others is forgotten.
    private func land(_ landing: Landing, _ way: StoredWay, _ arrival: Arrival) {
        guard let refusal = arrival.refusal else { return setAside(way, arrival.asking) { self.land(landing) } }
        let failure = loader.failure(refusal, request)
        let remembering: @Sendable () -> Void = { [self] in
            remember(refusal, failure, arrival.asking) { self.land(landing) }
        }
        if way.kept.isEmpty { remembering() } else { setAside(way, arrival.asking, then: remembering) }
    }

    /// Enters responses whose body, if they have one, is there already.
    func enter(
        _ way: StoredWay, _ body: LoadedResponse.Body, _ source: AttachmentSource, _ arrival: Arrival
    ) {
        let landing = landing(way, body, source, arrival)
        guard !way.kept.isEmpty else { return setAside(way, arrival.asking) { self.land(landing) } }
        loader.store.update(way.kept, since: arrival.asking.purgeMark) { [self] result in
            switch result {
            case .failure(let error): land(.failed(LoadFailure(unasked: error.finding)))
            case .success: setAside(way, arrival.asking) { self.land(landing) }
            }
        }
    }

    private func landing(
        _ way: StoredWay, _ body: LoadedResponse.Body, _ source: AttachmentSource, _ arrival: Arrival
    ) -> Landing {
        guard let last = way.hops.last?.stored else {
            return .failed(LoadFailure(unasked: Finding(.protocolError, "the response has no head")))
        }
        if case .stored(let object) = body,
            let unfit = request.unfitness(of: object, status: last.response.status)
        {
            return .failed(failure(unfit, last.response, arrival))
        }
        var loaded = LoadedResponse(
            response: last.response, body: body, finalURL: arrival.finalURL,
            freshUntil: min(way.freshUntil, arrival.asking.freshUntil), source: source)
        if source != .network { loaded.age = ResponseAge(of: last.response).current(at: loader.clock.now) }
        loaded.timing = arrival.timing
        loaded.attempts = arrival.attempts
        return .loaded(loaded)
    }

    /// What was kept for calls that take anything, and is confirmed now, may be no media.
    private func failure(_ unfit: BodyInspector.Unfit, _ response: CachedResponse, _ arrival: Arrival) -> LoadFailure {
        var failure = LoadFailure(unfit.finding)
        failure.take(unfit)
        failure.take(arrival.finalURL, status: response.status, response.headers)
        failure.timing = arrival.timing
        failure.attempts = arrival.attempts
        return failure
    }

    /// For how long processes do not wait for each other's answer where it cannot be stored.
    private static let uncacheableSeconds: Int64 = 120

    /// Forgets what the cache had of URLs whose newest answer may not be kept, and lets nobody wait for the next one. What
    /// cannot be forgotten now is stale, and asked about at its next use.
    func setAside(_ way: StoredWay, _ asking: Asking, then: @escaping @Sendable () -> Void) {
        let urls = way.setAside
        guard !urls.isEmpty else { return then() }
        let until = loader.clock.now + Self.uncacheableSeconds
        for (place, url) in urls.enumerated() {
            loader.store.setAside(url, uncacheableUntil: until, since: asking.purgeMark) { _ in
                if place == urls.count - 1 { then() }
            }
        }
    }
}

extension FetchFault {
    /// The limit that a body exceeded, in bytes.
    fileprivate var limit: Int64? {
        if case .tooLarge(let limit, _, _, _) = kind { limit } else { nil }
    }
}

extension FetchFault.Response {
    /// As far as the memory of failures needs it.
    fileprivate var cached: CachedResponse {
        CachedResponse(
            status: status, headers: headers, variant: Variant(vary: nil, request: HTTPHeaders()),
            requestedAt: requestedAt, receivedAt: receivedAt)
    }
}
