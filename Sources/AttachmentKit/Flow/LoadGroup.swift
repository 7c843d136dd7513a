import AttachmentFetch
import Synchronization

/// Several loads that are started together and waited for together; cancelling the waiting task ends their transfers.
final class LoadGroup: Sendable {
    private let state: Mutex<State>

    private struct State {
        var remaining: Int
        var handles: [FetchHandle] = []
        var isCancelled = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private init(count: Int) {
        // One more, which the starting itself takes off, so that nobody is told before all have been started.
        state = Mutex(State(remaining: count + 1))
    }

    /// Starts a load for each place and returns when each has called the closure that it was given, once.
    static func run(
        _ places: [Int], start: (Int, @escaping @Sendable () -> Void) -> FetchHandle?
    ) async {
        let group = LoadGroup(count: places.count)
        await withTaskCancellationHandler {
            for place in places {
                if let handle = start(place, { group.finishOne() }) { group.keep(handle) }
            }
            await group.wait()
        } onCancel: {
            group.cancel()
        }
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
