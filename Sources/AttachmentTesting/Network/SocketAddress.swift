import Glibc

/// An IPv4 or IPv6 address with a port, as the calls on sockets take it.
struct SocketAddress: @unchecked Sendable {
    // Unchecked: plain bytes.
    private var storage = sockaddr_storage()

    /// - Parameter host: an address in text.
    init(host: String, port: Int) throws(SystemFault) {
        guard let number = UInt16(exactly: port), let bytes = addressBytes(host) else {
            throw SystemFault("address \(hostAndPort(host, port))", number: EINVAL)
        }
        if bytes.count == 4 {
            fill(sockaddr_in.self) { address in
                address.sin_family = sa_family_t(AF_INET)
                address.sin_port = number.bigEndian
                withUnsafeMutableBytes(of: &address.sin_addr) { $0.copyBytes(from: bytes) }
            }
        } else {
            fill(sockaddr_in6.self) { address in
                address.sin6_family = sa_family_t(AF_INET6)
                address.sin6_port = number.bigEndian
                withUnsafeMutableBytes(of: &address.sin6_addr) { $0.copyBytes(from: bytes) }
            }
        }
    }

    /// What a call puts into the room it is given; nil when it fails.
    init?(_ body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int) {
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let result = withUnsafeMutablePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, &length) }
        }
        guard result >= 0 else { return nil }
    }

    var family: Int32 { Int32(storage.ss_family) }

    /// IPv4 and IPv6 have it in the same place, after the family.
    var port: Int {
        withUnsafeBytes(of: storage) { Int($0[2]) << 8 | Int($0[3]) }
    }

    func with<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        let length = family == AF_INET6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
        return withUnsafePointer(to: storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(length)) }
        }
    }

    private mutating func fill<Kind>(_ kind: Kind.Type, _ body: (inout Kind) -> Void) {
        withUnsafeMutablePointer(to: &storage) {
            $0.withMemoryRebound(to: kind, capacity: 1) { body(&$0.pointee) }
        }
    }
}

/// `127.0.0.1:80`, `[::1]:80`.
func hostAndPort(_ host: String, _ port: Int) -> String {
    host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
}
