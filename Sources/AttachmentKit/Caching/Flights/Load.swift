import AttachmentDomain
import AttachmentThreads
import AttachmentURL

/// One request of one caller on its way to its outcome, which comes once.
final class Load: Sendable {
    let request: LoadRequest
    let time: TransferTime
    private let report: @Sendable (Event) -> Void
    private let state = Locked(State())

    enum Event: Sendable {
        /// What may be used if nothing better comes in time. The outcome follows.
        case standIn(LoadedResponse)
        /// The last event.
        case over(Landing)
    }

    private struct State {
        var isOver = false
        var isCancelled = false
        var restarts = 0
        var flight: (Flight, number: Int)?
        var standIn: CachedAnswer?
    }

    /// - Parameter report: called on whichever thread knows; it must not block.
    init(_ request: LoadRequest, time: TransferTime, report: @escaping @Sendable (Event) -> Void) {
        self.request = request
        self.time = time
        self.report = report
    }

    /// Whether nobody waits for it any more.
    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Ends it before its time with what may stand in, else with `cancelled`. Others that share its flight are not
    /// disturbed; of the last one what has come is brought to safety first.
    func cancel() {
        let (isFirst, flight) = state.withLock { state in
            defer { state.isCancelled = true }
            return (!state.isCancelled, state.flight)
        }
        guard isFirst else { return }
        if let flight, !flight.0.leave(flight.number) { return }
        if flight != nil { finish(.failed(cancelled)) }
    }

    /// Why it ended, where the caller gave up.
    var cancelled: LoadFailure {
        LoadFailure(unasked: Finding(.cancelled, "the call ended before \(request.url.redacted) was complete"))
    }

    /// Keeps a stored response for the case that nothing better comes by the time that the answer is due.
    func hold(standIn answer: CachedAnswer) {
        let isNew = state.withLock { state in
            defer { state.standIn = answer }
            return state.standIn == nil && !state.isOver
        }
        guard isNew else { return }
        let reason = Finding(.deadlineExceeded, "the deadline came before \(request.url.redacted) had confirmed it")
        report(.standIn(LoadedResponse(answer, inPlaceOf: reason, in: time.wanted.remaining() ?? .zero)))
    }

    /// How many times it has started over.
    var restarts: Int { state.withLock { $0.restarts } }

    /// Notes which flight it shares, unless that has ended and it has started over meanwhile.
    ///
    /// - Parameter restarts: those before it joined.
    /// - Returns: false where the caller has given up meanwhile.
    func board(_ flight: Flight, as number: Int, after restarts: Int) -> Bool {
        state.withLock { state in
            guard state.restarts == restarts else { return true }
            state.flight = (flight, number)
            return !state.isCancelled
        }
    }

    /// Whether it may ask again for itself after a flight that ended for reasons of others: a few times at most, but as
    /// often as the time of others is over before its own, since each of those is over once.
    func mayStartOver(after failure: LoadFailure) -> Bool {
        let isLate = failure.reason.code == .deadlineExceeded
        return state.withLock { state in
            guard !state.isOver, !state.isCancelled, isLate || state.restarts < 3, !time.deadline.hasPassed() else {
                return false
            }
            state.restarts += 1
            state.flight = nil
            return true
        }
    }

    /// Whether a failure of the flight that it shares as that number is one of whoever that was begun for: its time was
    /// over, it was given up, or it was to read less.
    func wantsMore(than failure: LoadFailure, of flight: Flight, as number: Int) -> Bool {
        guard number != Flight.starter else { return false }
        let kind = failure.kind ?? .unknown
        return switch failure.reason.code {
        case .deadlineExceeded, .cancelled: true
        case .tooLarge: request.limits.reading[kind] > flight.request.limits.reading[kind]
        default: false
        }
    }

    /// Reports the outcome: of a failure that a stored response may stand in for, that response. So it is with an answer
    /// that says no, for who takes any status.
    func finish(_ landing: Landing) {
        let (isFirst, standIn) = state.withLock { state in
            defer { state.isOver = true }
            return (!state.isOver, state.standIn)
        }
        guard isFirst else { return }
        guard let standIn, let reason = landing.reasonToStandIn else { return report(.over(landing)) }
        var loaded = LoadedResponse(standIn, inPlaceOf: reason)
        switch landing {
        case .failed(let failure): (loaded.timing, loaded.attempts) = (failure.timing, failure.attempts)
        case .loaded(let refusal): (loaded.timing, loaded.attempts) = (refusal.timing, refusal.attempts)
        }
        report(.over(.loaded(loaded)))
    }
}

extension Landing {
    /// Why a stored response may stand in for it; nil where it may not.
    fileprivate var reasonToStandIn: Finding? {
        switch self {
        case .failed(let failure):
            return CacheRules.mayStandIn(for: failure.reason.code, status: failure.http?.status) ? failure.reason : nil
        case .loaded(let loaded):
            let status = loaded.response.status
            guard loaded.source == .network, CacheRules.mayStandIn(forStatus: status) else { return nil }
            return Finding(.httpStatus, "\(loaded.finalURL.redacted) answered with status \(status)")
        }
    }
}

extension LoadedResponse {
    /// A stored response in the place of an answer that could not be had.
    ///
    /// - Parameters:
    ///   - reason: why not.
    ///   - later: how long after now it will be used.
    fileprivate init(_ answer: CachedAnswer, inPlaceOf reason: Finding, in later: Duration = .zero) {
        self.init(answer)
        let seen = answer.seenAt.duration(to: .now.advanced(by: later))
        age = answer.age + seen.components.seconds
        source = .stale
        self.reason = reason
    }
}

/// How long a transfer may take.
struct TransferTime: Sendable {
    var deadline: Deadline
    /// From when it has a connection slot; nil for as long as the deadline allows.
    var longest: Duration?
    /// When the answer is due that it is for; the transfer may go on behind that.
    var wanted: Deadline

    /// - Parameter wanted: nil where that is the deadline.
    init(deadline: Deadline, longest: Duration? = nil, wanted: Deadline? = nil) {
        self.deadline = deadline
        self.longest = longest
        self.wanted = wanted ?? deadline
    }
}
