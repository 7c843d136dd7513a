@_exported public import AttachmentDomain
import AttachmentCrypto
import AttachmentFetch
import AttachmentJSON
@_exported public import AttachmentPayload
import AttachmentStore
import AttachmentThreads
import AttachmentURL

/// Gets the media of pushes before their deadline, proves what the bytes are, keeps each file once, and says for every
/// attachment: ready, here it is, or exactly why not and what to do.
///
/// One fetcher serves any number of calls at a time, on a few threads of its own; it never blocks Swift's default pool.
/// Several fetchers, in any number of processes, may share one cache directory.
public final class AttachmentFetcher: Sendable {
    /// The policy it works by.
    public let policy: CachePolicy
    let core: FetchCore
    private let reader: PayloadReader
    let calls = OpenCalls()

    /// Opens the cache directory, and makes it if it is missing. Does a few file operations on the caller's thread; no
    /// network.
    ///
    /// - Parameters:
    ///   - policy: what is allowed and how much; the built-in one unless given.
    ///   - cache: the path of a directory on a local file system.
    ///   - dialects: how providers' payloads are read; `DialectTable.adding` takes your own.
    ///   - clock: the time of day, for freshness and stored pushes.
    /// - Throws: ``AttachmentError`` where the policy cannot be used, or the directory cannot.
    public init(
        policy: CachePolicy = CachePolicy(), cache: String, dialects: DialectTable = .builtIn,
        clock: WallClock = .system
    ) throws(AttachmentError) {
        self.policy = policy
        let settings = try Self.fetchSettings(policy, clock)
        let store = try Self.open(cache, policy, clock)
        reader = try Self.reader(policy, dialects)
        core = FetchCore(policy, settings, store, clock)
    }

    /// Fetches the media of a payload: the JSON text of one push in any provider's shape, or a stored push itself.
    ///
    /// The answer is complete by the deadline, with what is there by then. What was on its way goes on behind the
    /// answer. Cancelling the task gives the best attempt at once. A payload without media is no error.
    ///
    /// - Parameters:
    ///   - payload: UTF-8 JSON text.
    ///   - deadline: nil for the policy's total time less its reserve, counted from now.
    /// - Throws: ``AttachmentError`` when the payload is not JSON or the fetcher is shut down.
    public func fetch(_ payload: [UInt8], deadline: Deadline? = nil) async throws(AttachmentError) -> FetchResult {
        try await fetch(payload, deadline: deadline, options: FetchOptions())
    }

    /// The same for a payload as text.
    public func fetch(_ payload: String, deadline: Deadline? = nil) async throws(AttachmentError) -> FetchResult {
        try await fetch(Array(payload.utf8), deadline: deadline)
    }

    /// The same with options.
    public func fetch(
        _ payload: [UInt8], deadline: Deadline?, options: FetchOptions
    ) async throws(AttachmentError) -> FetchResult {
        // Reading a long list takes as long as getting ready for what it will ask for.
        if payload.count >= Self.longPayload { core.fetcher.prepare() }
        let reader = reader
        let read = await core.workers.run {
            Result { () throws(JSONFault) in reader.read(try JSONDocument(payload, limits: reader.limits).root) }
        }
        switch read {
        case .success(let read): return try await fetch(read, deadline: deadline, options: options)
        case .failure(let fault): throw AttachmentError(.payload, fault.finding)
        }
    }

    /// The same for a payload that has been read already.
    public func fetch(
        _ payload: ReadPayload, deadline: Deadline?, options: FetchOptions
    ) async throws(AttachmentError) -> FetchResult {
        if let directory = options.copiesDirectory { try await makeDirectory(directory) }
        let clock = core.clock
        let identity = await core.workers.run { PushIdentity(payload, now: clock.now) }
        let flow = PushFlow(
            core, payload, identity, deadline: deadline ?? standardDeadline(from: options.start), options: options)
        let behind = options.continuesBehindAnswer
        let work = calls.start {
            await flow.work()
            if behind { await flow.storeFinalRecords() }
        }
        guard let work else {
            throw AttachmentError(.shutDown, Finding(.cancelled, "the fetcher was shut down"))
        }
        return await flow.answer { if !behind { work.cancel() } }
    }

    /// The policy's total time less its reserve.
    public func standardDeadline(from start: ContinuousClock.Instant = .now) -> Deadline {
        .after(.seconds(policy.deadline.totalSeconds - policy.deadline.reserveSeconds), from: start)
    }

    /// Throws where no fetcher could be made by the policy: the files that it names for requests are read for that. Blocks
    /// while it reads; no network, no cache.
    public static func check(_ policy: CachePolicy) throws(AttachmentError) {
        _ = try fetchSettings(policy, WallClock { 0 })
    }

    /// Makes what the first call needs and every process makes once: a millisecond or two of work that may as well be
    /// done on another thread while the fetcher opens its cache. Without it the first call does it.
    public static func prepare() {
        _ = DialectTable.builtIn
        _ = SHA256.digest(of: [])
    }

    /// Whether a shutdown is worth its time even where the process ends: it empties the log of the index, and whoever
    /// opens the cache next reads that from end to end.
    public var hasLongLog: Bool { core.store.hasLongLog }

    /// Whether parts of interrupted transfers may still be on their way into the cache; ``settleParts()`` waits for them.
    /// A process that ends before loses them, and the next asks for those media from their beginning.
    public var hasUnsettledParts: Bool { !calls.isEmpty || core.parts.isBusy }

    /// Waits until all calls are over, also behind their answers, and what their interrupted transfers left is in the
    /// cache, for the next call to go on from.
    public func settleParts() async {
        await calls.settle()
        await core.parts.settle()
    }

    /// Whether stored responses that were used stale are being asked about behind their answers (stale-while-revalidate,
    /// RFC 5861 3). A process that ends now leaves them stale.
    public var hasRefreshes: Bool { core.loader.refresher.isBusy }

    /// Waits until those refreshes are over and what came of them is in the cache. What is still under way at that instant
    /// is ended then; what has come of its body is kept for the next transfer, for which ``settleParts()`` waits.
    public func settleRefreshes(until instant: ContinuousClock.Instant) async {
        await core.loader.refresher.settle(until: instant, alarms: core.alarms)
    }

    /// Waits until the transfers that go on behind their answers, refreshes among them, have ended and are stored. Those
    /// of calls that begin meanwhile are not waited for.
    public func settle() async {
        await calls.settle()
        await core.loader.refresher.settle()
    }

    /// Ends all transfers, also those behind their answers, waits for what is being stored, and closes the cache.
    /// Calls under way give their best attempt; later ones throw.
    public func shutdown() async {
        await calls.close()
        await core.loader.refresher.close()
        let core = core
        await core.workers.run {
            core.fetcher.shutdown()
            core.alarms.close()
            core.store.close()
        }
        // The pool cannot wait for its own thread, so another one ends it.
        await withCheckedContinuation { continuation in
            let ending = Result { () throws(ThreadFault) in
                try DedicatedThread(named: "shutdown") {
                    core.workers.close()
                    continuation.resume()
                }
            }
            switch ending {
            case .success(let thread): thread.detach()
            case .failure: continuation.resume()
            }
        }
    }
}

extension AttachmentFetcher {
    private static let longPayload = 65536

    private static func reader(
        _ policy: CachePolicy, _ dialects: DialectTable
    ) throws(AttachmentError) -> PayloadReader {
        do throws(PayloadError) {
            return try PayloadReader(policy: policy.payload, table: dialects)
        } catch {
            throw AttachmentError(.policy, error.finding)
        }
    }

    private static func fetchSettings(
        _ policy: CachePolicy, _ clock: WallClock
    ) throws(AttachmentError) -> FetchSettings {
        do throws(NetworkPolicyFault) {
            var settings = try FetchSettings(policy: policy.network, now: { clock.now })
            try IssuerFile.check(policy.network.caFile)
            settings.originHeaders = try OriginHeaders.read(policy.network.headers)
            return settings
        } catch {
            throw AttachmentError(.policy, error.finding)
        }
    }

    private static func open(
        _ cache: String, _ policy: CachePolicy, _ clock: WallClock
    ) throws(AttachmentError) -> MediaStore {
        do throws(StoreError) {
            return try MediaStore.open(at: cache, limits: policy.cache, pushes: policy.pushes, clock: clock)
        } catch {
            throw AttachmentError(.cache, error.finding)
        }
    }
}
