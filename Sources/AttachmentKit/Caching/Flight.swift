import AttachmentDomain
import AttachmentFetch
import AttachmentStore
import AttachmentThreads
import AttachmentURL

/// One question to the origin, for all who want its answer at that moment. It belongs to none of them: whoever leaves ends
/// only its own waiting, and the last one the flight.
///
/// Among processes it is one too: whoever has the lock of the URL asks, the others look into the cache until the answer is
/// there. One that dies leaves the lock to the next; one that gives no sign of life for a while is passed by.
final class Flight: Sendable {
    let key: FlightKey
    /// The count of purges when it began.
    let purgeMark: Int64
    let request: LoadRequest
    let time: TransferTime
    let loader: MediaLoader
    private let state = Locked(State())

    typealias Member = @Sendable (Landing) -> Void

    /// The number of the member that it was begun for.
    static let starter = 0

    private struct State {
        var members: [Int: Member] = [:]
        var next = 0
        var phase = Phase.preparing
        /// Which of its transfers was the last one.
        var transfers = 0
        var lock: FlightLock?
        var isRepeated = false
        /// What the transfer began with.
        var begun: Asking?
        var part: PartialBody?
        /// What was known of each URL that was asked, by their cache keys.
        var asked: [String: Asking] = [:]
    }

    private enum Phase {
        /// Looking, or waiting for another process.
        case preparing
        /// The fetcher is being told.
        case starting
        case flying(FetchHandle)
        /// Every member has left; what is left of the transfer is on its way.
        case abandoned
        case landed
    }

    /// - Parameter purgeMark: the count of purges at the look into the cache that it was begun after.
    init(_ request: LoadRequest, time: TransferTime, purgeMark: Int64, loader: MediaLoader) {
        key = FlightKey(request)
        self.request = request
        self.time = time
        self.purgeMark = purgeMark
        self.loader = loader
    }
}

// MARK: Members

extension Flight {
    /// Adds one who wants the answer; nil once it is given.
    func join(_ member: @escaping Member) -> Int? {
        state.withLock { state in
            switch state.phase {
            case .landed, .abandoned: return nil
            case .preparing, .starting, .flying:
                defer { state.next += 1 }
                state.members[state.next] = member
                return state.next
            }
        }
    }

    /// Takes a member out. The last one of a transfer stays, and is told when that has ended.
    ///
    /// - Returns: whether it is out, and will not be told.
    func leave(_ number: Int) -> Bool {
        let leaving = state.withLock { state -> Leaving in
            guard state.members.count == 1, state.members[number] != nil else {
                return state.members.removeValue(forKey: number) == nil ? .told : .out
            }
            switch state.phase {
            case .preparing:
                state.members = [:]
                return .last
            case .starting:
                state.phase = .abandoned
                return .ending(nil)
            case .flying(let handle):
                state.phase = .abandoned
                return .ending(handle)
            case .abandoned, .landed: return .told
            }
        }
        switch leaving {
        case .out: return true
        case .told: return false
        case .last:
            land(.failed(LoadFailure(unasked: Self.abandoned)))
            return true
        case .ending(let handle):
            handle?.cancel()
            return false
        }
    }

    private static let abandoned = Finding(.cancelled, "nobody waits for it any more")

    private enum Leaving {
        /// It is out; others stay.
        case out
        /// It was told before.
        case told
        /// It was the last, and nothing was asked yet.
        case last
        /// It is the last of a transfer; without a handle whoever starts that ends it.
        case ending(FetchHandle?)
    }

    /// Gives all members the answer. The first one counts.
    func land(_ landing: Landing) {
        let (members, lock) = state.withLock { state -> ([Member], FlightLock?) in
            if case .landed = state.phase { return ([], nil) }
            state.phase = .landed
            defer {
                state.members = [:]
                state.lock = nil
            }
            return (state.members.sorted { $0.key < $1.key }.map(\.value), state.lock)
        }
        // What is stored was stored before, so whoever comes from here on finds it.
        loader.flights.remove(self)
        lock?.release()
        for member in members { member(landing) }
    }

    var hasLanded: Bool {
        state.withLock { if case .landed = $0.phase { true } else { false } }
    }
}

// MARK: Taking off

extension Flight {
    /// What to ask. Blocking; runs on a worker.
    ///
    /// The lock is taken when there is a connection slot: who waits for one must not hold up another process.
    func prepare(_ asking: Asking) -> FetchRequest {
        let beat = loader.store.flights.beat(of: key.lockName)
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
            state.withLock { $0.lock = lock }
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
        if let part, let begun { loader.parts.keep(part, of: begun.url, since: begun.purgeMark) }
        guard isWanted else { return land(.failed(LoadFailure(unasked: Self.abandoned))) }
        if hasLock {
            if let asking = lookAgain(since: nil) { start(makeRequest(asking)) }
        } else {
            wait(Waiting(since: loader.clock.now, beat: loader.store.flights.beat(of: key.lockName)))
        }
    }

    /// What still has to be asked; nil where the flight could land.
    ///
    /// - Parameter joined: since when, in Unix seconds, it has waited for another.
    private func lookAgain(since joined: Int64?) -> Asking? {
        do throws(StoreError) {
            let view = try loader.lookup.look(
                request, from: request.url, remaining: time.deadline.remaining(), since: joined)
            switch view {
            case .ask(let asking): return asking
            case .answer(let answer): land(.loaded(LoadedResponse(answer)))
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
        guard let transfer else { return land(.failed(LoadFailure(unasked: Self.abandoned))) }
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
    private func consult(_ next: RequestURL, _ answer: @Sendable (HopAnswer) -> Void) {
        do throws(StoreError) {
            let view = try loader.lookup.look(request, from: next, remaining: time.deadline.remaining())
            switch view {
            case .answer: answer(.stop)
            case .ask(let asking):
                let isRepeated = state.withLock { state in
                    state.asked[next.cacheKeyText] = asking
                    return state.isRepeated
                }
                answer(.ask(isRepeated ? nil : asking.confirmable?.validators, nil))
            // What failed before is asked again: the way to it is a new one.
            case .fail: answer(.ask(nil, nil))
            }
        } catch {
            answer(.ask(nil, nil))
        }
    }
}

// MARK: Waiting for another process

extension Flight {
    /// How long a process has waited for another's answer.
    struct Waiting: Sendable {
        /// Unix seconds.
        let since: Int64
        /// The other's last sign of life, and when it was first seen.
        var beat: UInt64
        var beatSeen = ContinuousClock.now
        var looks = 0

        /// Until the next look: longer and longer, and not all at one moment.
        var pause: Duration {
            let ceiling = min(100.0, 2 * Double(1 << min(looks, 10)))
            return .microseconds(Int(ceiling * Double.random(in: 500...1000)))
        }
    }

    /// How long the other may give no sign of life. Signs are half a second apart.
    private static let patience = Duration.seconds(3)

    private func wait(_ waiting: Waiting) {
        let instant = ContinuousClock.now.advanced(by: waiting.pause)
        loader.alarms.call(at: instant) { [self] in
            guard !hasLanded else { return }
            loader.workers.submit { self.look(after: waiting) }
        }
    }

    private func look(after waiting: Waiting) {
        guard !hasLanded else { return }
        guard let asking = lookAgain(since: waiting.since) else { return }
        if time.deadline.hasPassed() {
            let message = "the deadline came while another process was fetching \(request.url.redacted)"
            return land(.failed(LoadFailure(unasked: Finding(.deadlineExceeded, message))))
        }
        var waiting = waiting
        waiting.looks += 1
        let beat = loader.store.flights.beat(of: key.lockName)
        if beat != waiting.beat {
            waiting.beat = beat
            waiting.beatSeen = .now
        }
        let isStuck = waiting.beatSeen.duration(to: .now) > Self.patience
        if isStuck || asking.isUncacheable { return start(makeRequest(asking)) }
        do throws(StoreError) {
            guard let lock = try loader.store.flights.tryLock(key.lockName) else { return wait(waiting) }
            state.withLock { $0.lock = lock }
        } catch {
            return start(makeRequest(asking))
        }
        if let asking = lookAgain(since: waiting.since) { start(makeRequest(asking)) }
    }
}
