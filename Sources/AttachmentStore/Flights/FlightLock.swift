import Synchronization

/// The right to fetch one key, among all processes that use the cache. It ends with ``release()``, when it is dropped,
/// when its store is closed, and when the process dies.
public final class FlightLock: Sendable {
    private let locks: FlightLocks
    private let place: FlightPlace
    private let isReleased = Atomic(false)

    init(_ locks: FlightLocks, _ place: FlightPlace) {
        self.locks = locks
        self.place = place
    }

    deinit {
        release()
    }

    /// Lets others fetch the key. Never blocks; calling it again changes nothing.
    public func release() {
        guard !isReleased.exchange(true, ordering: .acquiringAndReleasing) else { return }
        locks.release(place)
    }
}
