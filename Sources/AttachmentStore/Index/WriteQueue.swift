import Glibc

/// What waits for the writing thread, in the order of its arrival.
///
/// Unchecked: a lock of its own guards the two variables; a `Locked` value has no condition to wait on.
final class WriteQueue: @unchecked Sendable {
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let arrival = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var writes: [QueuedWrite] = []
    private var isClosed = false

    init() {
        pthread_mutex_init(lock, nil)
        pthread_cond_init(arrival, nil)
    }

    deinit {
        pthread_cond_destroy(arrival)
        pthread_mutex_destroy(lock)
        arrival.deallocate()
        lock.deallocate()
    }

    /// Adds a write; false when the queue is closed.
    func add(_ write: QueuedWrite) -> Bool {
        locked {
            guard !isClosed else { return false }
            writes.append(write)
            pthread_cond_signal(arrival)
            return true
        }
    }

    /// Waits for writes and takes all of them; nil when the queue is closed and empty.
    func takeAll() -> [QueuedWrite]? {
        locked {
            while writes.isEmpty {
                guard !isClosed else { return nil }
                pthread_cond_wait(arrival, lock)
            }
            return take()
        }
    }

    /// Takes what is there, without waiting.
    func takeMore() -> [QueuedWrite] {
        locked { take() }
    }

    /// Lets nothing in any more; what is inside is still taken.
    func close() {
        locked {
            isClosed = true
            pthread_cond_signal(arrival)
        }
    }

    private func take() -> [QueuedWrite] {
        let taken = writes
        writes = []
        return taken
    }

    private func locked<Result>(_ body: () -> Result) -> Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return body()
    }
}

/// A write with its answer.
struct QueuedWrite: Sendable {
    /// Does the work inside a transaction and returns what to do once that is committed. Runs again, alone, when
    /// another write of the same transaction failed.
    let run: @Sendable (WriteSession) throws(StoreError) -> @Sendable () -> Void
    /// Told that nothing of it was kept.
    let fail: @Sendable (StoreError) -> Void
}
