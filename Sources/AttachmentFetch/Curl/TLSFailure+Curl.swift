import CCurl

extension TLSFailure {
    /// What libcurl and OpenSSL said of a failed connection, as the kind that it is.
    ///
    /// - Parameters:
    ///   - verification: OpenSSL's verdict on the chain (`X509_V_ERR_…`, X509_STORE_CTX_get_error(3)), 0 for none.
    ///   - message: libcurl's own words.
    init(_ code: CURLcode, verification: Int, message: String) {
        self =
            switch code {
            case CURLE_SSL_CACERT_BADFILE: .caFileUnusable(why: message)
            case CURLE_SSL_CLIENTCERT: .clientCertificateWanted
            default: Self.ofChain(verification) ?? Self.ofWords(message) ?? .other(why: message)
            }
    }

    private static func ofChain(_ verification: Int) -> TLSFailure? {
        switch Int32(truncatingIfNeeded: verification) {
        case X509_V_ERR_CERT_HAS_EXPIRED: .expired
        case X509_V_ERR_CERT_NOT_YET_VALID: .notYetValid
        case X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_IP_ADDRESS_MISMATCH: .wrongHost
        case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT: .selfSigned
        case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
            X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN, X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
            .unknownIssuer
        case X509_V_ERR_CERT_REVOKED: .revoked
        default: nil
        }
    }

    /// OpenSSL tells the alerts of the other side (RFC 8446 6.2) in words alone.
    private static func ofWords(_ message: String) -> TLSFailure? {
        let message = message.lowercased()
        let kinds: [(TLSFailure, [String])] = [
            (.clientCertificateWanted, ["certificate required", "bad certificate", "certificate_required"]),
            (.wrongHost, ["no alternative certificate subject name", "does not match target host"]),
            (.handshakeRefused, ["alert handshake failure"]),
            (
                .noCommonVersion,
                ["protocol version", "unsupported protocol", "no protocols available", "no shared cipher"]
            ),
            (.handshakeCut, ["unexpected eof", "ssl_error_syscall", "connection reset"]),
        ]
        return kinds.first { $0.1.contains(where: message.contains) }?.0
    }
}

extension String {
    /// Whether libcurl's words tell that TLS ended without its own end. OpenSSL 3 calls that an unexpected end of file.
    var tellsOfMissingCloseNotify: Bool { lowercased().contains("unexpected eof") }

    /// Whether they tell of an alert by which a server demands a client certificate; with TLS 1.3 it comes only after
    /// the handshake, in the place of a response.
    var tellsOfWantedCertificate: Bool { lowercased().contains("certificate required") }
}
