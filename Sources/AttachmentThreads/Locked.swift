import Glibc

/// A value that is read and changed under a lock (pthread_mutex_lock(3)).
///
/// In the place of `Synchronization.Mutex`: its futex is unknown to the thread sanitizer, which would take every use of
/// it for a race and hide the real ones.
public struct Locked<Value>: ~Copyable, @unchecked Sendable {
    // Unchecked: the value is touched only between lock and unlock, and both live at fixed addresses until deinit.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let value: UnsafeMutablePointer<Value>

    public init(_ initial: sending Value) {
        mutex = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
        value = .allocate(capacity: 1)
        value.initialize(to: initial)
    }

    deinit {
        value.deinitialize(count: 1)
        value.deallocate()
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Reads or changes the value while nobody else does. The body must not come back here, nor block for long.
    public borrowing func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value.pointee)
    }
}
