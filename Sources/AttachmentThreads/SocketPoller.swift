import CLinux
import Glibc

/// Waits for any number of sockets at once (epoll(7)), at a cost that grows with those that have something to do and not
/// with those that are watched. Used by one thread; ``wakeUp()`` alone may be called from others.
public final class SocketPoller: Sendable {
    /// A descriptor with something to do. Both are set where it failed, so that whoever reads or writes finds out.
    public struct Ready: Hashable, Sendable {
        public var descriptor: Int32
        public var isReadable: Bool
        public var isWritable: Bool

        public init(descriptor: Int32, isReadable: Bool, isWritable: Bool) {
            self.descriptor = descriptor
            self.isReadable = isReadable
            self.isWritable = isWritable
        }
    }

    private let poller: Int32
    private let bell: Int32

    /// Throws when the process has no descriptors left.
    public init() throws(ThreadFault) {
        poller = attach_poller()
        bell = attach_event()
        guard poller >= 0, bell >= 0, attach_poller_watch(poller, bell, 0, 1, 0) == 0 else {
            let fault = ThreadFault(errno: errno)
            if poller >= 0 { close(poller) }
            if bell >= 0 { close(bell) }
            throw fault
        }
    }

    deinit {
        close(bell)
        close(poller)
    }

    /// Watches a descriptor; neither reading nor writing ends that.
    ///
    /// - Parameter isKnown: whether it is watched already.
    public func watch(_ descriptor: Int32, isKnown: Bool, reading: Bool, writing: Bool) {
        // A descriptor that is closed has left by itself, so that ending to watch it may fail; and one whose number was
        // used again meanwhile is new.
        guard attach_poller_watch(poller, descriptor, isKnown ? 1 : 0, reading ? 1 : 0, writing ? 1 : 0) != 0,
            reading || writing
        else { return }
        _ = attach_poller_watch(poller, descriptor, errno == EEXIST ? 1 : 0, reading ? 1 : 0, writing ? 1 : 0)
    }

    /// How many one wait can find; where it finds so many there may be more.
    public static let mostAtOnce = 256

    /// Waits until some have something to do, or for so many milliseconds, or until somebody wakes it up.
    public func wait(milliseconds: Int32) -> [Ready] {
        withUnsafeTemporaryAllocation(of: attach_ready.self, capacity: Self.mostAtOnce) { list in
            guard let start = list.baseAddress else { return [] }
            let count = attach_poller_wait(poller, start, Int32(list.count), milliseconds)
            var ready: [Ready] = []
            for place in 0..<max(0, Int(count)) {
                let found = list[place]
                if found.descriptor == bell {
                    silence()
                } else {
                    ready.append(
                        Ready(
                            descriptor: found.descriptor, isReadable: found.readable != 0,
                            isWritable: found.writable != 0))
                }
            }
            return ready
        }
    }

    /// Ends the wait that is under way, or the next one at once. Any thread may call it.
    public func wakeUp() {
        var one: UInt64 = 1
        _ = write(bell, &one, 8)
    }

    private func silence() {
        var count: UInt64 = 0
        _ = read(bell, &count, 8)
    }
}
