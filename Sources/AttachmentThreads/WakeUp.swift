import CLinux
import Glibc

/// A counting semaphore (sem_post(3), sem_wait(3)): each signal lets one waiter go, now or later.
public final class WakeUp: @unchecked Sendable {
    // Unchecked: the semaphore lives at a fixed address from init to deinit, and its calls are thread-safe.
    private let semaphore: UnsafeMutablePointer<sem_t>

    public init() {
        semaphore = .allocate(capacity: 1)
        sem_init(semaphore, 0, 0)
    }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    public func signal() {
        sem_post(semaphore)
    }

    /// Blocks the calling thread until there is a signal.
    public func wait() {
        while sem_wait(semaphore) != 0 {}
    }

    /// Blocks until there is a signal or the time is over, whichever comes first; may return early.
    public func wait(atMost duration: Duration) {
        guard duration > .zero else { return }
        let longest = Duration.seconds(86400)
        _ = attach_wait_for(semaphore, min(duration, longest).inNanoseconds)
    }
}

extension Duration {
    fileprivate var inNanoseconds: Int64 {
        components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
    }
}
