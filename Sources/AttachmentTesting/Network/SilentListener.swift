import CTesting
import Glibc

/// Accepts TCP connections on loopback and never says a word: for a client it stalls in TLS, or before the first byte.
public final class SilentListener: Sendable {
    private let socket: LoopbackSocket
    private let accepted = Monitor(State())

    private struct State: Sendable {
        var connections: [Int32] = []
        var isAccepting = true
        var isStopped = false
    }

    /// - Parameter port: 0 for one that the system chooses.
    public init(host: String = "127.0.0.1", port: Int = 0) throws(SystemFault) {
        socket = try LoopbackSocket(host: host, port: port, kind: Int32(SOCK_STREAM.rawValue), backlog: 1024)
        let (socket, accepted) = (socket, accepted)
        startThread { Self.acceptAll(socket, into: accepted) }
    }

    deinit {
        stop()
    }

    /// The port it listens on.
    public var port: Int { socket.port }

    /// How many connections have been accepted.
    public var connectionCount: Int { accepted.value.connections.count }

    /// Suspends until so many connections have been accepted.
    public func connections(_ count: Int = 1) async {
        await accepted.reached { $0.connections.count >= count }
    }

    /// Closes the listener and all connections. Stopping twice changes nothing.
    public func stop() {
        accepted.withLock { state in
            guard !state.isStopped else { return }
            state.isStopped = true
            shutdown(socket.descriptor, Int32(SHUT_RDWR))
            state.connections.forEach { close($0) }
        }
        accepted.wait { !$0.isAccepting }
    }

    private static func acceptAll(_ socket: LoopbackSocket, into accepted: Monitor<State>) {
        while true {
            let connection = attach_testing_accept(socket.descriptor)
            if connection < 0, errno == EINTR || errno == ECONNABORTED { continue }
            let goesOn = accepted.withLock { state in
                guard connection >= 0, !state.isStopped else {
                    if connection >= 0 { close(connection) }
                    state.isAccepting = false
                    return false
                }
                state.connections.append(connection)
                return true
            }
            guard goesOn else { return }
        }
    }
}
