import Glibc

/// A value behind a lock that threads and tasks can wait on: every change wakes all waiters, each looks at its condition.
///
/// It is what lets a test wait for an event ("the third request has arrived") instead of sleeping.
public final class Monitor<State: Sendable>: @unchecked Sendable {
    // Unchecked: `state` is touched only between lock and unlock of `mutex`.
    private var state: State
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    public init(_ state: State) {
        self.state = state
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(changed, nil)
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(mutex)
        changed.deallocate()
        mutex.deallocate()
    }

    /// A copy of the value as it is now.
    public var value: State {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return state
    }

    /// Reads and changes the value; wakes all waiters afterwards.
    public func withLock<Result, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer {
            pthread_cond_broadcast(changed)
            pthread_mutex_unlock(mutex)
        }
        return try body(&state)
    }

    /// Blocks the calling thread until the condition holds, then runs `body` under the same lock.
    @discardableResult
    public func wait<Result>(until condition: (State) -> Bool, then body: (inout State) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while !condition(state) {
            pthread_cond_wait(changed, mutex)
        }
        return body(&state)
    }

    /// Blocks the calling thread until the condition holds. Never call it on Swift's default pool.
    public func wait(until condition: (State) -> Bool) {
        wait(until: condition) { _ in }
    }

    /// Suspends the task until the condition holds, or until the task is cancelled (a test's time limit does that).
    ///
    /// - Returns: whether the condition came true.
    @discardableResult
    public func reached(_ condition: @escaping @Sendable (State) -> Bool) async -> Bool {
        let cancelled = Flag()
        return await withTaskCancellationHandler {
            await onOwnThread {
                self.wait(until: { condition($0) || cancelled.isSet }) { condition($0) }
            }
        } onCancel: {
            withLock { _ in cancelled.set() }
        }
    }
}
