import Glibc

/// An IPv4 socket bound to loopback, owned by one server.
final class LoopbackSocket: Sendable {
    let descriptor: Int32
    /// The port, chosen by the system where 0 was asked for.
    let port: Int

    /// Binds `host:port`; `kind` is `SOCK_STREAM` or `SOCK_DGRAM`. Throws what `socket`, `bind` and `listen` say.
    init(host: String, port: Int, kind: Int32, backlog: Int32?) throws(SystemFault) {
        let descriptor = try checked(socket(AF_INET, kind | closeOnExec, 0), "socket")
        do throws(SystemFault) {
            var yes: Int32 = 1
            setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
            let address = try loopbackAddress(host: host, port: port)
            try checked(
                withSocketAddress(address) { bind(descriptor, $0, $1) }, "bind \(host):\(port)")
            if let backlog {
                try checked(listen(descriptor, backlog), "listen \(host):\(port)")
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
    let descriptor = try checked(socket(AF_INET, kind, 0), "socket")
    let address = try loopbackAddress(host: host, port: port)
    let result = withSocketAddress(address) { connect(descriptor, $0, $1) }
    guard result == 0 || errno == EINPROGRESS else {
        let fault = SystemFault("connect \(host):\(port)")
        close(descriptor)
        throw fault
    }
    return descriptor
}

private func loopbackAddress(host: String, port: Int) throws(SystemFault) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    guard let number = UInt16(exactly: port), inet_pton(AF_INET, host, &address.sin_addr) == 1 else {
        throw SystemFault("address \(host):\(port)", number: EINVAL)
    }
    address.sin_port = number.bigEndian
    return address
}

private func withSocketAddress(
    _ address: sockaddr_in, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
) -> Int32 {
    withUnsafePointer(to: address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
    }
}

private func boundPort(_ descriptor: Int32) throws(SystemFault) -> Int {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    try checked(result, "getsockname")
    return Int(UInt16(bigEndian: address.sin_port))
}
