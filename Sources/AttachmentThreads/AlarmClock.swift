/// Calls closures at instants of the monotonic clock, on a thread of its own: what guards deadlines must not depend on
/// Swift's default pool having a thread free.
public final class AlarmClock: Sendable {
    private let state = Locked(State())
    private let wake = WakeUp()

    private struct State {
        var timers = TimerQueue<@Sendable () -> Void>()
        var thread: DedicatedThread?
        var isClosed = false
    }

    public init() {}

    /// Calls the closure at that instant, or at once when it has passed. It must not block.
    ///
    /// After ``close()``, and where the system refuses a thread, it is called at once: too early is safe, never is not.
    public func call(at instant: ContinuousClock.Instant, _ body: @escaping @Sendable () -> Void) {
        let accepted = state.withLock { state in
            guard !state.isClosed, startThread(&state) else { return false }
            state.timers.add(body, at: instant)
            return true
        }
        if accepted {
            wake.signal()
        } else {
            body()
        }
    }

    /// Drops what is still to come and ends the thread.
    public func close() {
        let thread = state.withLock { state in
            state.isClosed = true
            defer { state.thread = nil }
            return state.thread
        }
        wake.signal()
        thread?.join()
    }

    private func startThread(_ state: inout State) -> Bool {
        guard state.thread == nil else { return true }
        let started = Result { () throws(ThreadFault) in
            try DedicatedThread(named: "alarm") { [self] in run() }
        }
        guard case .success(let thread) = started else { return false }
        state.thread = thread
        return true
    }

    private func run() {
        while true {
            let (due, sleep, isClosed) = state.withLock { state in
                var due: [@Sendable () -> Void] = []
                let now = ContinuousClock.now
                while !state.isClosed, let body = state.timers.popDue(at: now) { due.append(body) }
                return (due, state.timers.next.map { now.duration(to: $0) }, state.isClosed)
            }
            if isClosed { return }
            for body in due { body() }
            if let sleep { wake.wait(atMost: sleep) } else { wake.wait() }
        }
    }
}
