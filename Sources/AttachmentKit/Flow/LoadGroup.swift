import AttachmentThreads
import AttachmentFetch

/// Several loads that are started together and waited for together; cancelling the waiting task ends their transfers.
final class LoadGroup: Sendable {
    private let state: Locked<State>

    private struct State {
        var remaining: Int
        var handles: [FetchHandle] = []
        var isCancelled = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private init() {
        // One for the starting itself, so that nobody is told before all have been started.
        state = Locked(State(remaining: 1))
    }

    /// Runs the body, which starts loads, and returns when each of them has called its closure.
    static func run(_ body: (LoadGroup) async -> Void) async {
        let group = LoadGroup()
        await withTaskCancellationHandler {
            await body(group)
            await group.wait()
        } onCancel: {
            group.cancel()
        }
    }

    /// Starts one load; it must call the closure that it is given once.
    func start(_ load: (@escaping @Sendable () -> Void) -> FetchHandle?) {
        state.withLock { $0.remaining += 1 }
        if let handle = load({ self.finishOne() }) { keep(handle) }
    }

    private func keep(_ handle: FetchHandle) {
        let isCancelled = state.withLock { state in
            state.handles.append(handle)
            return state.isCancelled
        }
        if isCancelled { handle.cancel() }
    }

    private func cancel() {
        let handles = state.withLock { state in
            state.isCancelled = true
            return state.handles
        }
        for handle in handles { handle.cancel() }
    }

    private func finishOne() {
        let waiter = state.withLock { state in
            state.remaining -= 1
            return state.remaining == 0 ? state.waiter : nil
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
