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
    let caching: CachingPolicy
    let clock: WallClock

    /// What the cache knows of a URL.
    struct Known: Sendable {
        var response: StoredResponse
        var object: StoredObject
    }

    /// Looks up many URLs in one go; nil where nothing usable is stored.
    func lookUp(_ urls: [RequestURL]) async throws(StoreError) -> [Known?] {
        let store = store
        return try await workers.run { () throws(StoreError) -> [Known?] in
            try store.responses(for: urls.map(\.cacheKeyText)).map { response throws(StoreError) in
                guard let response, let digest = response.digest, let object = try store.object(digest) else {
                    return nil
                }
                return Known(response: response, object: object)
            }
        }
    }

    /// Called once with what became of a URL, on whichever thread that was known; it must not block.
    typealias Completion = @Sendable (MediaOutcome) -> Void

    /// Loads one URL. Always gives an outcome; a stored response that is fresh costs no request.
    ///
    /// Goes from thread to thread by closures: a task for each of many thousand URLs would cost as much as its work.
    ///
    /// - Returns: what ends the transfer before its time; nil where there is none.
    func load(
        _ job: MediaPlan.Job, known: Known?, deadline: Deadline, then: @escaping Completion
    ) -> FetchHandle? {
        if let known, isFresh(known.response) {
            store.count(hits: 1)
            then(
                .media(
                    LoadedMedia(
                        object: known.object, response: known.response, source: .cache,
                        ageSeconds: max(0, clock.now - known.response.receivedAt))))
            return nil
        }
        store.count(misses: 1)
        return fetcher.start(request(job, known, deadline)) { result in
            switch result {
            case .failure(let fault): then(.failed(failure(fault, job)))
            case .success(let response) where response.status == 304: revalidated(response, known, then: then)
            case .success(let response): workers.submit { take(response, job, then: then) }
            }
        }
    }

    private func isFresh(_ response: StoredResponse) -> Bool {
        !CacheControl(response.header("cache-control")).noStore && clock.now < response.freshUntil
    }

    private func request(_ job: MediaPlan.Job, _ known: Known?, _ deadline: Deadline) -> FetchRequest {
        let store = store
        var request = FetchRequest(url: job.url, deadline: deadline, limits: job.limits.reading) { () throws(Finding) in
            do throws(StoreError) {
                return try store.makeSpool()
            } catch {
                throw error.finding
            }
        }
        if let stored = known?.response, stored.etag != nil || stored.lastModified != nil {
            request.validators = .init(etag: stored.etag, lastModified: stored.lastModified)
        }
        return request
    }

    /// The origin says that the stored bytes are still right (RFC 9111 4.3.4): only times and validators are renewed.
    private func revalidated(_ response: FetchResponse, _ known: Known?, then: @escaping Completion) {
        guard let known else {
            return then(.failed(LoadFailure(Finding(.protocolError, "status 304 came unasked"))))
        }
        var stored = known.response
        stored.renew(by: response, caching: caching, now: clock.now)
        let media = LoadedMedia(
            object: known.object, response: stored, source: .revalidated, ageSeconds: 0,
            timing: response.timing, attempts: response.attempts)
        store.update(stored) { result in
            switch result {
            case .success: then(.media(media))
            case .failure(let error): then(.failed(LoadFailure(error.finding)))
            }
        }
    }

    /// Inspects a body, places it in the store and enters it. Blocking; runs on a worker.
    private func take(_ response: FetchResponse, _ job: MediaPlan.Job, then: @escaping Completion) {
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
            enter(placed, facts, response, job, timing: timing, storing: storing, then: then)
        }
    }

    private func enter(
        _ placed: PlacedObject, _ facts: Inspection, _ response: FetchResponse, _ job: MediaPlan.Job,
        timing: Timing, storing: Duration, then: @escaping Completion
    ) {
        let stored = StoredResponse(job.url, response, caching: caching, now: clock.now)
        let (attempts, start) = (response.attempts, ContinuousClock.now)
        store.commit(placed, inspection: facts, response: stored) { result in
            switch result {
            case .failure(let error): then(.failed(LoadFailure(error.finding)))
            case .success(let object):
                var timing = timing
                timing.store = (storing + start.duration(to: .now)).milliseconds
                then(
                    .media(
                        LoadedMedia(
                            object: object, response: stored, source: .network, timing: timing, attempts: attempts)))
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
