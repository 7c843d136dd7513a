import AttachmentThreads

/// Several loads that are started together and waited for together; cancelling the waiting task ends their transfers.
final class LoadGroup: Sendable {
    private let state: Locked<State>

    private struct State {
        var remaining: Int
        var loads: [Load] = []
        var isCancelled = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private init() {
        // One for the starting itself, so that nobody is told before all have been started.
        state = Locked(State(remaining: 1))
    }

    /// Runs the body, which starts loads, and returns when each of them has ended.
    static func run(_ body: (LoadGroup) async -> Void) async {
        let group = LoadGroup()
        await withTaskCancellationHandler {
            await body(group)
            await group.wait()
        } onCancel: {
            group.cancel()
        }
    }

    /// Adds loads that are about to begin; for each ``finishOne()`` is called once.
    func add(_ loads: [Load]) {
        let isCancelled = state.withLock { state in
            state.remaining += loads.count
            state.loads += loads
            return state.isCancelled
        }
        if isCancelled { for load in loads { load.cancel() } }
    }

    private func cancel() {
        let loads = state.withLock { state in
            state.isCancelled = true
            return state.loads
        }
        for load in loads { load.cancel() }
    }

    /// One load has ended.
    func finishOne() {
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
            state.remaining -= 1
            guard state.remaining == 0 else { return nil }
            // Each of them knows the group by whom it reports to.
            state.loads = []
            return state.waiter
        }
        waiter?.resume()
    }

    private func wait() async {
        await withCheckedContinuation { continuation in
            state.withLock { $0.waiter = continuation }
            finishOne()
        }
    }
}
