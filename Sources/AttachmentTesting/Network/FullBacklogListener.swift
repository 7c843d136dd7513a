import Glibc

/// A port on loopback where connecting never completes: the queue of connections to be accepted is full, and the
/// kernel drops every further SYN (listen(2), tcp(7)).
public final class FullBacklogListener: Sendable {
    private let socket: LoopbackSocket
    private let fillers: [Int32]

    /// - Parameter port: 0 for one that the system chooses.
    public init(host: String = "127.0.0.1", port: Int = 0) throws(SystemFault) {
        socket = try LoopbackSocket(host: host, port: port, kind: Int32(SOCK_STREAM.rawValue), backlog: 0)
        var fillers: [Int32] = []
        // On loopback the handshake is over when connect() returns, unless its SYN was dropped: then the queue is full.
        // A backlog of 0 holds one; the bound is for kernels that are more generous.
        var isFull = false
        while !isFull, fillers.count < 64 {
            let filler = try beginConnecting(host: host, port: socket.port)
            fillers.append(filler)
            isFull = !isConnected(filler)
        }
        self.fillers = fillers
        precondition(isFull, "the accept queue of a listener with backlog 0 took \(fillers.count) connections")
    }

    deinit {
        fillers.forEach { close($0) }
    }

    /// The port where nobody gets through.
    public var port: Int { socket.port }
}

/// Whether the handshake is complete: the socket can be written to.
func isConnected(_ descriptor: Int32) -> Bool {
    var watched = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&watched, 1, 0) == 1
}
