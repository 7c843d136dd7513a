import CTesting
import Glibc

/// TLS on one connection, used by the connection's thread alone.
final class TLSSession {
    private let handle: OpaquePointer
    /// Whether the end of the connection is announced by close_notify.
    private var saysGoodbye = true

    init?(_ server: TLSServer, connection: Int32) {
        guard let made = attach_testing_session_make(server.handle, connection) else { return nil }
        handle = made
    }

    deinit {
        attach_testing_session_free(handle)
    }

    /// Whether the handshake was completed.
    func accept() -> Bool { attach_testing_session_accept(handle) == 1 }

    /// The name that the client asked for (SNI).
    var serverName: String? { attach_testing_session_server_name(handle).map { String(cString: $0) } }

    /// - Returns: how many bytes have come, at most a record; 0 once there are no more.
    func receive(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard let start = buffer.baseAddress else { return 0 }
        return attach_testing_session_read(handle, start, buffer.count)
    }

    /// - Returns: whether all bytes are on their way.
    func send(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let start = bytes.baseAddress else { return true }
        return attach_testing_session_write(handle, start, bytes.count) == 1
    }

    /// From now on the connection ends without close_notify, as if it had been cut.
    func forgetGoodbye() {
        saysGoodbye = false
    }

    /// To be called before the descriptor is closed.
    func end() {
        if saysGoodbye { attach_testing_session_say_goodbye(handle) }
    }
}
