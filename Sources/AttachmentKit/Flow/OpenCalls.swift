import AttachmentThreads

/// The work of the calls that are under way, also behind their answers, so that a shutdown can end all of it.
final class OpenCalls: Sendable {
    private let state = Locked(State())

    private struct State {
        var next = 0
        var tasks: [Int: Task<Void, Never>] = [:]
        var isClosed = false
    }

    /// Starts the work and keeps it until it ends; nil once closed.
    func start(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never>? {
        state.withLock { state in
            guard !state.isClosed else { return nil }
            let number = state.next
            state.next += 1
            let task = Task { [self] in
                await work()
                self.state.withLock { $0.tasks[number] = nil }
            }
            state.tasks[number] = task
            return task
        }
    }

    /// Whether nothing is under way.
    var isEmpty: Bool { state.withLock { $0.tasks.isEmpty } }

    /// Waits until all that is under way now has ended by itself.
    func settle() async {
        let tasks = state.withLock { Array($0.tasks.values) }
        for task in tasks { await task.value }
    }

    /// The same; what has not ended at that instant is cancelled then.
    func settle(until instant: ContinuousClock.Instant, alarms: AlarmClock) async {
        let tasks = state.withLock { Array($0.tasks.values) }
        alarms.call(at: instant) { for task in tasks { task.cancel() } }
        for task in tasks { await task.value }
    }

    /// Cancels what is under way and waits for it; nothing can be started any more.
    func close() async {
        let tasks = state.withLock { state in
            state.isClosed = true
            return Array(state.tasks.values)
        }
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }
}
