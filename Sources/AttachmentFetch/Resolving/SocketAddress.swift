import AttachmentURL
import CAres
import Glibc

/// A `sockaddr` of either family as an address and a port.
enum SocketAddress {
    /// What `getsockname` or `getpeername` says of a socket; nil where it says nothing.
    static func read(
        _ call: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) -> (address: IPAddress, port: Int)? {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                call($0, &size) == 0 ? address($0) : nil
            }
        }
    }

    /// The socket's own end.
    static func read(of socket: Int32) -> (address: IPAddress, port: Int)? {
        read { getsockname(socket, $0, $1) }
    }

    /// Nil for other families.
    static func address(_ pointer: UnsafePointer<sockaddr>?) -> (address: IPAddress, port: Int)? {
        guard let pointer else { return nil }
        let raw = UnsafeRawPointer(pointer)
        switch Int32(pointer.pointee.sa_family) {
        case AF_INET:
            let value = raw.loadUnaligned(as: sockaddr_in.self)
            return withUnsafeBytes(of: value.sin_addr) { IPAddress(bytes: $0) }
                .map { ($0, Int(UInt16(bigEndian: value.sin_port))) }
        case AF_INET6:
            let value = raw.loadUnaligned(as: sockaddr_in6.self)
            return withUnsafeBytes(of: value.sin6_addr) { IPAddress(bytes: $0) }
                .map { ($0, Int(UInt16(bigEndian: value.sin6_port))) }
        default: return nil
        }
    }
}
