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
    let state = Locked(State())

    /// Told of what may stand in and at last how it ended, and which number of which flight it was.
    typealias Member = @Sendable (News, Flight, _ number: Int) -> Void

    enum News: Sendable {
        /// What may be used where the rest of the way cannot be had. The end follows.
        case standIn(CachedAnswer)
        case landed(Landing)
    }

    /// The number of the member that it was begun for.
    static let starter = 0

    struct State {
        var members: [Int: Member] = [:]
        var next = 0
        var phase = Phase.preparing
        /// Which of its transfers was the last one.
        var transfers = 0
        var lock: FlightLock?
        /// What was there before it began: what another process has brought since is an answer.
        var joined: Joined?
        var isRepeated = false
        /// What is stored at the end of the redirects that were followed, past its time.
        var standIn: CachedAnswer?
        /// What the transfer began with.
        var begun: Asking?
        var part: PartialBody?
        /// What was known of each URL that was asked, by their cache keys.
        var asked: [String: Asking] = [:]

        var hasLanded: Bool { if case .landed = phase { true } else { false } }

        /// Ends it; what is to be told and let go then, once.
        mutating func end() -> (members: [(Int, Member)], lock: FlightLock?) {
            guard !hasLanded else { return ([], nil) }
            phase = .landed
            defer { (members, lock) = ([:], nil) }
            return (members.sorted { $0.key < $1.key }, lock)
        }
    }

    enum Phase {
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

    /// Tells all of what may be used where the rest of the way cannot be had. Who joins later finds it.
    func offer(_ standIn: CachedAnswer?) {
        guard let standIn else { return }
        let members = state.withLock { state in
            state.standIn = standIn
            return state.members
        }
        for (number, member) in members { member(.standIn(standIn), self, number) }
    }

    var standIn: CachedAnswer? { state.withLock { $0.standIn } }

    var memberCount: Int { state.withLock { $0.members.count } }

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
                // At once, so that nobody joins what is at its end.
                return .last(state.end().lock)
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
        case .last(let lock):
            close(lock)
            return true
        case .ending(let handle):
            handle?.cancel()
            return false
        }
    }

    static let abandoned = Finding(.cancelled, "nobody waits for it any more")

    private enum Leaving {
        /// It is out; others stay.
        case out
        /// It was told before.
        case told
        /// It was the last, and nothing was asked yet; the lock of the flight, which has ended.
        case last(FlightLock?)
        /// It is the last of a transfer; without a handle whoever starts that ends it.
        case ending(FetchHandle?)
    }

    /// Gives all members the answer. The first one counts.
    func land(_ landing: Landing) {
        let (members, lock) = state.withLock { $0.end() }
        close(lock)
        for (number, member) in members { member(.landed(landing), self, number) }
    }

    /// Lets others ask. What is stored was stored before, so whoever comes from here on finds it.
    private func close(_ lock: FlightLock?) {
        loader.flights.remove(self)
        lock?.release()
    }

    var hasLanded: Bool { state.withLock { $0.hasLanded } }
}
