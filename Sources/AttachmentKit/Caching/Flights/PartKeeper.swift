import AttachmentDomain
import AttachmentFetch
import AttachmentStore
import AttachmentThreads
import AttachmentURL

/// Carries what interrupted transfers left into the cache, and back to the next transfer of the same URL.
final class PartKeeper: Sendable {
    private let store: MediaStore
    private let workers: WorkerPool
    private let state = Locked(State())

    private struct State {
        var pending = 0
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    init(store: MediaStore, workers: WorkerPool) {
        self.store = store
        self.workers = workers
    }

    /// Whether something that was to be kept is not in the cache yet.
    var isBusy: Bool { state.withLock { $0.pending > 0 } }

    /// Keeps the part for the URL that was asked for; returns at once. What cannot be kept is given up: the URL is then
    /// asked for from its beginning, which costs time and nothing else.
    ///
    /// - Parameters:
    ///   - purgeMark: the count of purges when the transfer began.
    ///   - done: called once it is kept, or given up.
    func keep(
        _ part: PartialBody, of url: RequestURL, since purgeMark: Int64, then done: @escaping @Sendable () -> Void
    ) {
        // No part of an answer either (RFC 9111 5.2.2.5).
        guard !CacheControl(part.headers["cache-control"]).noStore else {
            if case .spooled(let spool) = part.content { spool.discard() }
            return done()
        }
        state.withLock { $0.pending += 1 }
        workers.submit { [self] in
            do throws(StoreError) {
                try put(part, url, purgeMark)
            } catch {
                if case .spooled(let spool) = part.content { spool.discard() }
            }
            done()
            finishOne()
        }
    }

    /// Waits until all that was to be kept is kept.
    func settle() async {
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                if state.pending > 0 { state.waiters.append(continuation) }
                return state.pending == 0
            }
            if isIdle { continuation.resume() }
        }
    }

    /// What an earlier transfer left of the URL, taken out of the cache; nil where there is nothing. Blocking.
    func take(_ url: RequestURL) -> PartialBody? {
        guard let stored = store.takePart(of: url.cacheKeyText) else { return nil }
        let facts = stored.facts
        do throws(URLFault) {
            return PartialBody(
                url: try RequestURL.parse(facts.finalUrl), headers: facts.headers,
                total: facts.total, bytes: facts.bytes, content: .spooled(stored.spool))
        } catch {
            return nil
        }
    }

    private func put(_ part: PartialBody, _ url: RequestURL, _ purgeMark: Int64) throws(StoreError) {
        let facts = StoredPart.Facts(
            url: url.cacheKeyText, finalUrl: part.url.text,
            headers: part.headers, bytes: part.bytes, total: part.total)
        switch part.content {
        case .memory(let bytes): try store.keep(facts, bytes, since: purgeMark)
        case .spooled(let spool as TemporaryFile): try store.keep(facts, in: spool, since: purgeMark)
        case .spooled(let spool): spool.discard()
        }
    }

    private func finishOne() {
        let waiters = state.withLock { state in
            state.pending -= 1
            guard state.pending == 0 else { return [CheckedContinuation<Void, Never>]() }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}
