import AttachmentDomain
import AttachmentFetch
import AttachmentStore
import AttachmentThreads
import AttachmentURL

/// One distinct URL to media in the store: from the cache while fresh, else from its origin.
struct MediaLoader: Sendable {
    let store: MediaStore
    let fetcher: Fetcher
    let inspector: BodyInspector
    let workers: WorkerPool
    let parts: PartKeeper
    let caching: CachingPolicy
    let clock: WallClock

    /// What the cache knows of a URL.
    struct Known: Sendable {
        /// The stored answer and its media.
        var stored: Stored?
        /// How many purges the cache had seen.
        var purgeMark: Int64 = 0
        /// What an interrupted transfer left, where the URL has to be asked.
        var part: PartialBody?
    }

    struct Stored: Sendable {
        var response: StoredResponse
        var object: StoredObject
    }

    /// Looks up many URLs in one go.
    func lookUp(_ urls: [RequestURL]) async throws(StoreError) -> [Known] {
        try await workers.run { () throws(StoreError) -> [Known] in
            let found = try store.knowledge(of: urls.map { URLQuestion(url: $0.cacheKeyText, origin: "") })
            var known: [Known] = []
            for (url, knowledge) in zip(urls, found) { known.append(try self.known(url, knowledge)) }
            return known
        }
    }

    private func known(_ url: RequestURL, _ knowledge: URLKnowledge) throws(StoreError) -> Known {
        var known = Known()
        known.purgeMark = knowledge.purgeMark
        let response = knowledge.responses.first { $0.response.variant.matches(HTTPHeaders()) }
        if let response, let digest = response.digest, let object = try store.object(digest) {
            known.stored = Stored(response: response, object: object)
        }
        if !(known.stored.map { isFresh($0.response) } ?? false) { known.part = parts.take(url) }
        return known
    }

    /// Called once with what became of a URL, on whichever thread that was known; it must not block.
    typealias Completion = @Sendable (MediaOutcome) -> Void

    /// Loads one URL. Always gives an outcome; a stored response that is fresh costs no request.
    ///
    /// Goes from thread to thread by closures: a task for each of many thousand URLs would cost as much as its work.
    ///
    /// - Returns: what ends the transfer before its time; nil where there is none.
    func load(
        _ job: MediaPlan.Job, known: Known, time: TransferTime, then: @escaping Completion
    ) -> FetchHandle? {
        if let stored = known.stored, isFresh(stored.response) {
            store.count(hits: 1)
            then(
                .media(
                    LoadedMedia(
                        object: stored.object, response: stored.response, finalUrl: stored.response.url, source: .cache,
                        ageSeconds: max(0, clock.now - stored.response.response.receivedAt))))
            return nil
        }
        store.count(misses: 1)
        return fetcher.start(request(job, known, time)) { result in
            switch result {
            case .failure(let fault):
                if let part = fault.part { parts.keep(part, of: job.url) }
                then(.failed(failure(fault, job)))
            case .success(let response) where response.status == 304: revalidated(response, known, then: then)
            case .success(let response): workers.submit { take(response, job, since: known.purgeMark, then: then) }
            }
        }
    }

    private func isFresh(_ response: StoredResponse) -> Bool {
        clock.now < response.freshUntil
    }

    /// How long a transfer may take.
    struct TransferTime: Sendable {
        var deadline: Deadline
        /// From when it has a connection slot; nil for as long as the deadline allows.
        var longest: Duration?
    }

    private func request(_ job: MediaPlan.Job, _ known: Known, _ time: TransferTime) -> FetchRequest {
        let store = store
        let limits = job.limits.reading
        var request = FetchRequest(url: job.url, deadline: time.deadline, limits: limits) { () throws(Finding) in
            do throws(StoreError) {
                return try store.makeSpool()
            } catch {
                throw error.finding
            }
        }
        if let stored = known.stored?.response, stored.etag != nil || stored.lastModified != nil {
            request.validators = .init(etag: stored.etag, lastModified: stored.lastModified)
        }
        request.longest = time.longest
        request.part = known.part
        return request
    }

    /// The origin says that the stored bytes are still right (RFC 9111 4.3.4): only times and validators are renewed.
    private func revalidated(_ response: FetchResponse, _ known: Known, then: @escaping Completion) {
        guard let before = known.stored else {
            return then(.failed(LoadFailure(Finding(.protocolError, "status 304 came unasked"))))
        }
        var stored = before.response
        stored.renew(by: response, caching: caching, now: clock.now)
        let media = LoadedMedia(
            object: before.object, response: stored, finalUrl: response.finalURL.text, source: .revalidated,
            ageSeconds: 0,
            timing: response.timing, attempts: response.attempts)
        store.update([stored], since: known.purgeMark) { result in
            switch result {
            case .success: then(.media(media))
            case .failure(let error): then(.failed(LoadFailure(error.finding)))
            }
        }
    }

    /// Inspects a body, places it in the store and enters it. Blocking; runs on a worker.
    private func take(
        _ response: FetchResponse, _ job: MediaPlan.Job, since purgeMark: Int64, then: @escaping Completion
    ) {
        switch inspector.take(response.body, limits: job.limits) {
        case .failed(let finding, let mediaType, let kind):
            var failure = LoadFailure(finding)
            failure.timing = response.timing
            failure.attempts = response.attempts
            failure.take(response.finalURL, status: response.status, response.headers)
            failure.mediaType = mediaType
            failure.kind = kind
            then(.failed(failure))
        case .placed(let placed, let facts, let inspect, let storing):
            var timing = response.timing
            timing.inspect = inspect.milliseconds
            enter(
                placed, facts, response, job, since: purgeMark, timing: timing, storing: storing, then: then)
        }
    }

    private func enter(
        _ placed: PlacedObject, _ facts: Inspection, _ response: FetchResponse, _ job: MediaPlan.Job,
        since purgeMark: Int64, timing: Timing, storing: Duration, then: @escaping Completion
    ) {
        let stored = StoredResponse(job.url, response, caching: caching, now: clock.now)
        let (attempts, start) = (response.attempts, ContinuousClock.now)
        // The hops of a redirect are not known here: its answer is for this call alone.
        let isKept = response.redirects == 0 && !CacheControl(stored.response.headers["cache-control"]).noStore
        store.commit(placed, inspection: facts, responses: isKept ? [stored] : [], since: purgeMark) { result in
            switch result {
            case .failure(let error): then(.failed(LoadFailure(error.finding)))
            case .success(let object):
                var timing = timing
                timing.store = (storing + start.duration(to: .now)).milliseconds
                then(
                    .media(
                        LoadedMedia(
                            object: object, response: stored, finalUrl: response.finalURL.text, source: .network,
                            timing: timing, attempts: attempts)))
            }
        }
    }

    private func failure(_ fault: FetchFault, _ job: MediaPlan.Job) -> LoadFailure {
        var failure = LoadFailure(fault.finding)
        failure.timing = fault.timing
        failure.attempts = fault.attempts
        if let response = fault.response { failure.take(response.url, status: response.status, response.headers) }
        if case .tooLarge(_, _, let type, let kind) = fault.kind {
            failure.reason.message += " \(job.limits.owner(of: kind))"
            failure.mediaType = type
            failure.kind = kind == .unknown ? nil : kind
        }
        return failure
    }
}
