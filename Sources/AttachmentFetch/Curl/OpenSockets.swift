import Glibc

/// The sockets of all connections of a loop, so that one that is used again can be looked at before.
///
/// An origin that sends more than its Content-Length leaves bytes in a connection that libcurl takes for the next answer
/// (RFC 9112 6.3): another picture under the wrong URL. Such a connection has something to read before anything was asked.
final class OpenSockets {
    /// Both ends of a connection, as libcurl tells them. One alone is not enough: connections to different places may
    /// have the same port here.
    struct Ends: Hashable {
        var local: String
        var localPort: Int
        var remote: String
        var remotePort: Int
    }

    private var sockets: [Ends: Int32] = [:]
    private var ends: [Int32: Ends] = [:]
    /// Those that were connected when they were closed, until their numbers are used again.
    private var closedConnected: Set<Int32> = []

    /// A socket was made.
    func opened(_ socket: Int32) {
        closedConnected.remove(socket)
    }

    /// A connection was made with this socket.
    func connected(_ socket: Int32, _ connection: Ends) {
        sockets[connection] = socket
        ends[socket] = connection
    }

    /// The socket is about to be closed.
    func willClose(_ socket: Int32) {
        if Self.isConnected(socket) { closedConnected.insert(socket) }
        guard let connection = ends.removeValue(forKey: socket), sockets[connection] == socket else { return }
        sockets[connection] = nil
    }

    /// Whether the socket is connected to anybody now.
    static func isConnected(_ socket: Int32) -> Bool {
        SocketAddress.read { getpeername(socket, $0, $1) } != nil
    }

    /// Whether it was when it was closed.
    func wasConnected(_ socket: Int32) -> Bool { closedConnected.contains(socket) }

    /// Whether there is something to read from the connection, its end included; a connection that is not known here
    /// counts as one.
    func hasUnread(_ connection: Ends) -> Bool {
        guard let socket = sockets[connection] else { return true }
        var watched = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        return poll(&watched, 1, 0) != 0
    }
}
