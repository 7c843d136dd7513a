import CTesting
import Glibc

/// A door that starts closed: whoever arrives waits until the test opens it, and it stays open.
///
/// With it a test stages a race: hold the origin's answer, wait for `arrivals`, act, `open()`.
public final class Gate: Sendable {
    private let arrived = Monitor(0)
    private let entrance: Int32
    private let handle: Int32
    private let opened = Flag()

    /// Traps when the process has no descriptors left.
    public init() {
        var ends: [Int32] = [-1, -1]
        precondition(attach_testing_pipe(&ends) == 0, "pipe: \(String(cString: strerror(errno)))")
        entrance = ends[0]
        handle = ends[1]
    }

    deinit {
        close(entrance)
        close(handle)
    }

    /// Lets all through, now and later. Opening twice changes nothing.
    public func open() {
        opened.set()
        // The byte is never read, so the pipe stays readable for everyone who polls it.
        var byte: UInt8 = 1
        _ = write(handle, &byte, 1)
    }

    /// Whether it has been opened.
    public var isOpen: Bool { opened.isSet }

    /// How many have come to the gate so far.
    public var count: Int { arrived.value }

    /// Suspends until at least so many have come to the gate.
    public func arrivals(_ count: Int = 1) async {
        await arrived.reached { $0 >= count }
    }

    /// Blocks the calling thread until the gate is open.
    public func wait() {
        // A negative descriptor is skipped by poll.
        _ = pass(unlessClosed: -1)
    }

    /// Blocks the calling thread until the gate is open, or the connection has been closed by either side.
    ///
    /// - Returns: whether the way is free.
    func pass(unlessClosed connection: Int32) -> Bool {
        pass(unless: pollfd(fd: connection, events: hangUp, revents: 0))
    }

    /// Blocks the calling thread until this gate is open, or the other one is.
    ///
    /// - Returns: whether this one is.
    func pass(unlessOpened other: Gate) -> Bool {
        pass(unless: pollfd(fd: other.descriptor, events: Int16(POLLIN), revents: 0))
    }

    /// Readable once the gate is open.
    var descriptor: Int32 { entrance }

    /// Counts somebody who waits by polling `descriptor`.
    func arrive() {
        arrived.withLock { $0 += 1 }
    }

    private func pass(unless other: pollfd) -> Bool {
        arrive()
        var watched = [pollfd(fd: entrance, events: Int16(POLLIN), revents: 0), other]
        while poll(&watched, 2, -1) < 0 {}
        return watched[0].revents != 0
    }
}
