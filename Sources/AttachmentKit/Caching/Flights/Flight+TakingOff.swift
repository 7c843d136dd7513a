import AttachmentDomain
import AttachmentFetch
import AttachmentStore
import AttachmentThreads
import AttachmentURL

// How a flight takes off: the lock of its URL, the look into the cache, the transfer.

extension Flight {
    /// What to ask. Blocking; runs on a worker.
    ///
    /// The lock is taken when there is a connection slot: who waits for one must not hold up another process.
    ///
    /// - Parameter beat: of the lock, before the look into the cache that `asking` comes from.
    func prepare(_ asking: Asking, since beat: UInt64) -> FetchRequest {
        state.withLock { $0.joined = Joined(at: loader.clock.now, known: asking.known) }
        var fetch = makeRequest(asking)
        fetch.mayBegin = { [self] in claim(asking, since: beat) }
        return fetch
    }

    /// Whether the transfer may begin; if not, the flight stands by. Does not block.
    ///
    /// - Parameter beat: at the last look into the cache.
    private func claim(_ asking: Asking, since beat: UInt64) -> Bool {
        do throws(StoreError) {
            guard let lock = try loader.store.flights.tryLock(key.lockName) else {
                // Whoever waits for an answer that cannot be stored would only queue.
                return begins(asking.isUncacheable)
            }
            guard hold(lock) else { return begins(false) }
            return begins(loader.store.flights.beat(of: key.lockName) == beat)
        } catch {
            // Without locks nobody can be excluded.
            return begins(true)
        }
    }

    /// Leaves what an earlier transfer left to the one that begins.
    private func begins(_ mayBegin: Bool) -> Bool {
        if mayBegin { state.withLock { $0.part = nil } }
        return mayBegin
    }

    /// Another process is asking, or has asked since the last look into the cache. Blocking; runs on a worker.
    func standBy() {
        let (isWanted, hasLock, part) = state.withLock { state in
            defer { state.part = nil }
            switch state.phase {
            case .preparing, .starting, .flying:
                state.phase = .preparing
                return (true, state.lock != nil, state.part)
            case .abandoned, .landed: return (false, false, state.part)
            }
        }
        guard isWanted else {
            if let part, let begun { keep(part, begun) }
            return land(.failed(LoadFailure(unasked: Self.abandoned)))
        }
        guard let part, let begun else { return goOn(hasLock: hasLock) }
        loader.parts.keep(part, of: begun.url, since: begun.purgeMark) { [self] in goOn(hasLock: hasLock) }
    }

    /// Looks whether the other's answer is there, or waits for it.
    private func goOn(hasLock: Bool) {
        let joined = state.withLock { $0.joined }
        if hasLock {
            if let asking = lookAgain(since: joined) { start(makeRequest(asking)) }
        } else {
            wait(Waiting(joined: joined, beat: loader.store.flights.beat(of: key.lockName)))
        }
    }

    /// Keeps the lock until the landing; false, and the lock is let go, where the flight has ended meanwhile.
    func hold(_ lock: FlightLock) -> Bool {
        let isHeld = state.withLock { state in
            if !state.hasLanded { state.lock = lock }
            return !state.hasLanded
        }
        if !isHeld { lock.release() }
        return isHeld
    }

    /// The lock, for somebody who lets it go later than the landing would.
    func takeLock() -> FlightLock? {
        state.withLock { state in
            defer { state.lock = nil }
            return state.lock
        }
    }

    /// What still has to be asked; nil where the flight could land.
    func lookAgain(since joined: Joined?) -> Asking? {
        do throws(StoreError) {
            let view = try loader.lookup.look(
                request, from: request.url, remaining: time.wanted.remaining(), since: joined)
            switch view {
            case .ask(let asking): return asking
            case .answer(let answer):
                if answer.needsRefresh { loader.refresh(request) }
                land(.loaded(LoadedResponse(answer)))
            case .fail(let failure): land(.failed(failure))
            }
        } catch {
            land(.failed(LoadFailure(unasked: error.finding)))
        }
        return nil
    }

    func makeRequest(_ asking: Asking) -> FetchRequest {
        var fetch = loader.fetchRequest(request, asking, time)
        state.withLock { state in
            state.begun = asking
            state.part = fetch.part
            state.asked[asking.url.cacheKeyText] = asking
        }
        fetch.consult = { [self] next, answer in
            loader.workers.submit { self.consult(next, answer) }
        }
        return fetch
    }

    /// What the last transfer began with.
    var begun: Asking? { state.withLock { $0.begun } }

    /// What was known of a URL when it was asked.
    func asked(_ url: RequestURL) -> Asking? { state.withLock { $0.asked[url.cacheKeyText] } }

    /// Whether it may ask again without conditions: once.
    func mayRepeat() -> Bool {
        state.withLock { state in
            defer { state.isRepeated = true }
            return !state.isRepeated
        }
    }

    /// Begins the transfer.
    func start(_ fetch: FetchRequest) {
        let transfer = state.withLock { state -> Int? in
            switch state.phase {
            case .preparing, .starting, .flying:
                state.phase = .starting
                state.transfers += 1
                return state.transfers
            case .abandoned, .landed: return nil
            }
        }
        guard let transfer else {
            if let part = fetch.part, let begun { keep(part, begun) }
            return land(.failed(LoadFailure(unasked: Self.abandoned)))
        }
        let handle = loader.fetcher.start(fetch) { [self] result in arrived(result) }
        let isAbandoned = state.withLock { state in
            // It may have ended already, and another one begun.
            guard state.transfers == transfer else { return false }
            switch state.phase {
            case .starting: state.phase = .flying(handle)
            case .abandoned: return true
            case .preparing, .flying, .landed: break
            }
            return false
        }
        if isAbandoned { handle.cancel() }
    }

    /// What the cache has of a URL that a redirect leads to. Blocking; runs on a worker.
    private func consult(_ next: RequestURL, _ answer: @escaping @Sendable (HopAnswer) -> Void) {
        do throws(StoreError) {
            let view = try loader.lookup.look(request, from: next, remaining: time.wanted.remaining())
            switch view {
            // What is remembered of failures, and what an origin asked for, count however one comes to it.
            case .answer, .fail: answer(.stop)
            case .ask(let asking):
                offer(asking.standIn)
                let isRepeated = state.withLock { state in
                    state.asked[next.cacheKeyText] = asking
                    return state.isRepeated
                }
                let ask = HopAnswer.ask(isRepeated ? nil : asking.confirmable?.validators, nil)
                guard let instant = loader.beginning(request, asking) else { return answer(ask) }
                loader.alarms.call(at: instant) { answer(ask) }
            }
        } catch {
            answer(.ask(nil, nil))
        }
    }
}
