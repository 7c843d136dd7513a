import AttachmentDomain
import AttachmentFetch
import AttachmentStore
import AttachmentThreads

/// The rooms that every call goes through.
struct FetchCore: Sendable {
    let policy: CachePolicy
    let types: MediaTypeTable
    let clock: WallClock
    let store: MediaStore
    let fetcher: Fetcher
    let workers: WorkerPool
    let alarms = AlarmClock()
    let loader: MediaLoader
    let parts: PartKeeper

    /// Puts the rooms together. Starts nothing yet.
    init(_ policy: CachePolicy, _ settings: FetchSettings, _ store: MediaStore, _ clock: WallClock) {
        self.policy = policy
        self.clock = clock
        self.store = store
        types = MediaTypeTable(policy.types)
        workers = Self.workers(policy.cache.durability)
        parts = PartKeeper(store: store, workers: workers)
        let recognisers = RecogniserPool(types: types)
        fetcher = Fetcher(settings.examining(with: recognisers))
        let lookup = CacheLookup(
            store: store, objects: MeasuredObjects(store: store, recognisers: recognisers),
            rules: CacheRules(policy.caching), gate: settings.rules, fetcher: fetcher,
            failures: FailureMemory(
                store: store, rule: FailureRule(policy.caching), fingerprint: PolicyFingerprint(policy), clock: clock),
            maxRedirects: policy.network.maxRedirects, clock: clock)
        loader = MediaLoader(
            store: store, fetcher: fetcher, inspector: BodyInspector(store: store, recognisers: recognisers),
            workers: workers, alarms: alarms, parts: parts, lookup: lookup,
            keeper: ResponseKeeper(rules: lookup.rules) { lookup.cacheRequest($0, at: $1) },
            failures: lookup.failures, flights: Flights(),
            refresher: Refresher(seconds: policy.deadline.totalSeconds), clock: clock)
    }

    /// Those that wait for the disk are many; without syncs the work is short and only the processor counts.
    private static func workers(_ durability: CacheLimits.Durability) -> WorkerPool {
        durability == .fast
            ? WorkerPool(named: "media", threads: 2, patience: 8) : WorkerPool(named: "media", threads: 8)
    }
}

extension FetchSettings {
    fileprivate func examining(with recognisers: RecogniserPool) -> FetchSettings {
        var settings = self
        settings.makeExaminer = { RecognisingExaminer(recognisers: recognisers) }
        return settings
    }
}
