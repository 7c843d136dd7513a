import Glibc

/// A socket bound to loopback, IPv4 or IPv6, owned by one server.
final class LoopbackSocket: Sendable {
    let descriptor: Int32
    /// The port, chosen by the system where 0 was asked for.
    let port: Int

    /// Binds `host:port`; `kind` is `SOCK_STREAM` or `SOCK_DGRAM`. Throws what `socket`, `bind` and `listen` say.
    init(host: String, port: Int, kind: Int32, backlog: Int32?) throws(SystemFault) {
        let address = try SocketAddress(host: host, port: port)
        let descriptor = try checked(socket(address.family, kind | closeOnExec, 0), "socket")
        do throws(SystemFault) {
            var yes: Int32 = 1
            setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
            try checked(address.with { bind(descriptor, $0, $1) }, "bind \(hostAndPort(host, port))")
            if let backlog {
                try checked(listen(descriptor, backlog), "listen \(hostAndPort(host, port))")
            }
            self.port = try boundPort(descriptor)
        } catch {
            close(descriptor)
            throw error
        }
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }
}

private let closeOnExec = Int32(SOCK_CLOEXEC.rawValue)

/// Non-blocking connect, for filling a queue: the descriptor, whether or not the connection was completed.
func beginConnecting(host: String, port: Int) throws(SystemFault) -> Int32 {
    let kind = Int32(SOCK_STREAM.rawValue) | closeOnExec | Int32(SOCK_NONBLOCK.rawValue)
    let address = try SocketAddress(host: host, port: port)
    let descriptor = try checked(socket(address.family, kind, 0), "socket")
    let result = address.with { connect(descriptor, $0, $1) }
    guard result == 0 || errno == EINPROGRESS else {
        let fault = SystemFault("connect \(hostAndPort(host, port))")
        close(descriptor)
        throw fault
    }
    return descriptor
}

private func boundPort(_ descriptor: Int32) throws(SystemFault) -> Int {
    guard let address = SocketAddress({ Int(getsockname(descriptor, $0, $1)) }) else {
        throw SystemFault("getsockname")
    }
    return address.port
}
