import Synchronization

/// How many bytes of finished bodies are in memory, waiting for whoever asked for them.
///
/// The network can be faster than hashing and the disk; no new transfer begins while too much waits, so that a long
/// list takes no more memory than a short one. A response counts for as long as it lives: who keeps many holds up the
/// transfers to come.
final class BodyBacklog: Sendable {
    private static let room = 4 << 20

    private let bytes = Atomic(0)
    /// Whether the loop found no room and wants to hear of some.
    private let isAwaited = Atomic(false)
    private let wakeUp: @Sendable () -> Void

    init(wakeUp: @escaping @Sendable () -> Void) {
        self.wakeUp = wakeUp
    }

    /// Whether a transfer may begin; when not, the loop is woken as soon as it may.
    var hasRoom: Bool {
        if bytes.load(ordering: .sequentiallyConsistent) < Self.room { return true }
        isAwaited.store(true, ordering: .sequentiallyConsistent)
        // Looked at again: the last body may have gone between the two lines above.
        return bytes.load(ordering: .sequentiallyConsistent) < Self.room
    }

    fileprivate func add(_ count: Int) {
        bytes.add(count, ordering: .sequentiallyConsistent)
    }

    fileprivate func remove(_ count: Int) {
        let left = bytes.subtract(count, ordering: .sequentiallyConsistent).newValue
        guard left < Self.room / 2, isAwaited.exchange(false, ordering: .sequentiallyConsistent) else { return }
        wakeUp()
    }
}

/// One body in the backlog, for as long as it lives.
final class BodyHold: Sendable {
    private let count: Int
    private let backlog: BodyBacklog

    init(_ count: Int, in backlog: BodyBacklog) {
        self.count = count
        self.backlog = backlog
        backlog.add(count)
    }

    deinit {
        backlog.remove(count)
    }
}
