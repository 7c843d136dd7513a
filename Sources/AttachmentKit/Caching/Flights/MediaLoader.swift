import AttachmentDomain
import AttachmentFetch
import AttachmentStore
import AttachmentThreads
import AttachmentURL

/// URLs to responses with their bodies: from the cache where HTTP and the policy allow, else from their origins, each
/// question once.
struct MediaLoader: Sendable {
    let store: MediaStore
    let fetcher: Fetcher
    let inspector: BodyInspector
    let workers: WorkerPool
    let alarms: AlarmClock
    let parts: PartKeeper
    let lookup: CacheLookup
    let keeper: ResponseKeeper
    let failures: FailureMemory
    let flights: Flights
    let refresher: Refresher
    let clock: WallClock

    /// Brings loads on their way: what the cache does not answer is asked for. Blocking; runs on a worker.
    ///
    /// Goes from thread to thread by closures: a task for each of many thousand URLs would cost as much as its work.
    func begin(_ loads: [Load]) {
        guard let first = loads.first else { return }
        do throws(StoreError) {
            // Read first: whoever lets a lock go after this is seen to have done so.
            let beats = loads.map { store.flights.beat(of: FlightKey($0.request).lockName) }
            let views = try lookup.look(loads.map(\.request), remaining: first.time.wanted.remaining())
            let starts = loads.indices.compactMap { advance(loads[$0], views[$0], since: beats[$0]) }
            fetcher.batch { for (flight, fetch) in starts { flight.start(fetch) } }
        } catch {
            for load in loads { load.finish(.failed(LoadFailure(unasked: error.finding))) }
        }
    }

    /// What a load does after a look into the cache.
    ///
    /// - Parameter beat: of the URL's lock, before the look.
    /// - Returns: the flight that has to take off for it.
    private func advance(_ load: Load, _ view: CacheView, since beat: UInt64) -> (Flight, FetchRequest)? {
        switch view {
        case .answer(let answer):
            store.count(hits: 1)
            if answer.needsRefresh { refresh(load.request) }
            load.finish(.loaded(LoadedResponse(answer)))
            return nil
        case .fail(let failure):
            load.finish(.failed(failure))
            return nil
        case .ask(let asking):
            store.count(misses: 1)
            if let standIn = asking.standIn { load.hold(standIn: standIn) }
            return join(load, asking, since: beat)
        }
    }

    private func join(_ load: Load, _ asking: Asking, since beat: UInt64) -> (Flight, FetchRequest)? {
        let restarts = load.restarts
        let (flight, number, isNew) = flights.join(FlightKey(load.request)) { news, flight, number in
            switch news {
            case .standIn(let standIn): offered(load, standIn, by: flight)
            case .landed(let landing): landed(load, landing, flight, number)
            }
        } isOutdated: { flight in
            isPurged(flight.request.url, asking, since: flight.purgeMark)
        } make: {
            Flight(load.request, time: load.time, purgeMark: asking.purgeMark, loader: self)
        }
        if !load.board(flight, as: number, after: restarts), flight.leave(number) {
            load.finish(.failed(load.cancelled))
        }
        if !isNew, let standIn = flight.standIn { offered(load, standIn, by: flight) }
        return isNew && !flight.hasLanded ? (flight, flight.prepare(asking, since: beat)) : nil
    }

    /// Whether a purge of the URL came between the beginning of a flight and this look at the cache.
    private func isPurged(_ url: RequestURL, _ asking: Asking, since mark: Int64) -> Bool {
        guard asking.purgeMark != mark else { return false }
        do throws(StoreError) {
            return try store.isPurged(url.cacheKeyText, since: mark)
        } catch {
            return true
        }
    }

    /// What may stand in for the one that a flight was begun for may not for who wants less of the cache.
    private func offered(_ load: Load, _ standIn: CachedAnswer, by flight: Flight) {
        if load.request.use == flight.request.use { load.hold(standIn: standIn) }
    }

    /// A flight that ended for lack of its own time, or with smaller limits, is no answer for who has more.
    private func landed(_ load: Load, _ landing: Landing, _ flight: Flight, _ number: Int) {
        guard case .failed(let failure) = landing, load.wantsMore(than: failure, of: flight, as: number),
            load.mayStartOver(after: failure)
        else { return load.finish(landing) }
        workers.submit { begin([load]) }
    }

    /// Asks again behind an answer, once for all that want it.
    func refresh(_ request: LoadRequest) {
        var request = request
        request.isRefresh = true
        refresher.refresh(request, with: self)
    }
}

extension MediaLoader {
    /// What the fetcher is told.
    func fetchRequest(_ request: LoadRequest, _ asking: Asking, _ time: TransferTime) -> FetchRequest {
        let store = store
        var fetch = FetchRequest(
            url: asking.url, deadline: time.deadline, limits: request.limits.reading
        ) { () throws(Finding) in
            do throws(StoreError) {
                return try store.makeSpool()
            } catch {
                throw error.finding
            }
        }
        fetch.validators = asking.confirmable?.validators
        fetch.longest = time.longest
        fetch.part = parts.take(asking.url)
        fetch.fields = request.fields
        fetch.takesEveryStatus = request.taking.everyStatus
        fetch.examinesHead = !request.taking.anyType
        fetch.notBefore = beginning(request, asking)
        return fetch
    }

    /// When an origin may be asked that asked to be left alone; nil for at once.
    func beginning(_ request: LoadRequest, _ asking: Asking) -> ContinuousClock.Instant? {
        guard let pause = asking.pause, !request.ignoresFailures else { return nil }
        let seconds = pause.until - clock.now
        return seconds > 0 ? .now.advanced(by: .seconds(seconds)) : nil
    }

    func failure(_ fault: FetchFault, _ request: LoadRequest) -> LoadFailure {
        var failure = LoadFailure(fault.finding)
        failure.timing = fault.timing
        failure.attempts = fault.attempts
        if let response = fault.response { failure.take(response.url, status: response.status, response.headers) }
        if case .tooLarge(_, _, let type, let kind) = fault.kind {
            failure.reason.message += " \(request.limits.owner(of: kind))"
            failure.mediaType = type
            failure.kind = kind == .unknown ? nil : kind
        }
        return failure
    }

    func failure(_ unfit: BodyInspector.Unfit, _ response: FetchResponse) -> LoadFailure {
        var failure = LoadFailure(unfit.finding)
        failure.timing = response.timing
        failure.attempts = response.attempts
        failure.take(response.finalURL, status: response.status, response.headers)
        failure.take(unfit)
        return failure
    }
}
