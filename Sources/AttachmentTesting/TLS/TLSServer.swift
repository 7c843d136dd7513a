import CTesting
import Glibc

/// What all connections of an origin over TLS share.
final class TLSServer: @unchecked Sendable {
    // Unchecked: set up before `init` returns; OpenSSL makes sessions from it on any thread.
    let handle: OpaquePointer
    let serving: TLSServing

    init(_ serving: TLSServing) throws(SystemFault) {
        let application = serving.application
        let made = attach_testing_tls_make(
            serving.certificate.handle, application.name, application.isRequired ? 1 : 0)
        guard let made else { throw SystemFault("TLS server", number: EINVAL) }
        handle = made
        self.serving = serving
        if serving.sendsIntermediates {
            serving.intermediates.forEach { attach_testing_tls_add_issuer(made, $0.certificate.handle) }
        }
        if let authority = serving.clientAuthority { attach_testing_tls_demand(made, authority.certificate.handle) }
        if let version = serving.version.number { attach_testing_tls_speak_only(made, version) }
    }

    deinit {
        attach_testing_tls_free(handle)
    }

    /// Performs the handshake by blocking calls, when it is time for it.
    ///
    /// - Returns: nil when there is none: the client does not like the server, the other way round, or one has gone.
    func session(on connection: Int32) -> TLSSession? {
        switch serving.handshake {
        case .prompt: break
        case .held(let gate):
            guard gate.pass(unlessClosed: connection) else { return nil }
        case .stalled:
            _ = waitForHangUp(connection)
            return nil
        }
        guard let session = TLSSession(self, connection: connection) else { return nil }
        if session.accept() { return session }
        linger(on: connection)
        return nil
    }

    /// Ends the stream and waits for the client to do so: closed at once with bytes unread, the connection would be reset,
    /// and the client might not get to see the alert.
    private func linger(on connection: Int32) {
        shutdown(connection, Int32(SHUT_WR))
        var rest = [UInt8](repeating: 0, count: 4096)
        while recv(connection, &rest, rest.count, 0) > 0 {}
    }
}
