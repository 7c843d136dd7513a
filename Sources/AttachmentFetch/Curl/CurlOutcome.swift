import CCurl

/// What libcurl said about a transfer, as the kind of fault it belongs to.
enum CurlOutcome {
    /// - Parameters:
    ///   - transfer: how far it had come, as the callbacks saw it.
    ///   - message: libcurl's own words.
    static func fault(_ code: CURLcode, _ progress: TransferProgress, message: String) -> FetchFault.Kind {
        let why = message.isEmpty ? String(cString: attach_curl_easy_strerror(code)) : message
        return switch code {
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
            .dnsFailed(host: progress.host, .trouble(why: why))
        case CURLE_COULDNT_CONNECT, CURLE_PROXY: .connectFailed(why: why)
        case CURLE_OPERATION_TIMEDOUT: timedOut(progress)
        case CURLE_PARTIAL_FILE: truncated(progress, .closed)
        case CURLE_RECV_ERROR, CURLE_SEND_ERROR: broken(progress, why)
        case CURLE_HTTP2, CURLE_HTTP2_STREAM:
            progress.phase == .body ? truncated(progress, .streamReset) : .protocolError(why: why)
        // What libcurl says of a header line beyond its own limit, DYN_HEADER or CURL_MAX_HTTP_HEADER of 100 KiB.
        case CURLE_OUT_OF_MEMORY where progress.phase == .head || progress.phase == .waiting:
            .protocolError(why: "a line of the response head is larger than 102,400 bytes")
        case CURLE_GOT_NOTHING: .protocolError(why: "the connection ended without a response")
        case _ where tlsCodes.contains(code.rawValue):
            .tlsFailed(TLSFailure(code, verification: progress.verification, message: why))
        default: .protocolError(why: why)
        }
    }

    private static func timedOut(_ progress: TransferProgress) -> FetchFault.Kind {
        progress.phase == .handshake
            ? .tlsFailed(.handshakeTooSlow(seconds: progress.connectSeconds))
            : .connectFailed(why: "it takes longer than \(progress.connectSeconds) s (network.connectSeconds)")
    }

    /// A connection that broke: with a proxy maybe before it led anywhere.
    private static func broken(_ progress: TransferProgress, _ why: String) -> FetchFault.Kind {
        if let status = progress.proxyStatus {
            return .connectFailed(why: "the proxy answered with status \(status)")
        }
        if why.tellsOfBrokenChunks { return .protocolError(why: why) }
        if why.tellsOfWantedCertificate { return .tlsFailed(.clientCertificateWanted) }
        guard progress.phase == .body else {
            return .protocolError(why: why.tellsOfMissingCloseNotify ? BodyCut.withoutCloseNotify.explanation : why)
        }
        return truncated(progress, why.tellsOfMissingCloseNotify ? .withoutCloseNotify : .broken(why: why))
    }

    private static func truncated(_ progress: TransferProgress, _ cut: BodyCut) -> FetchFault.Kind {
        .truncated(received: progress.received, expected: progress.expected, cut)
    }

    private static let tlsCodes: Set<UInt32> = Set(
        [
            CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ENGINE_NOTFOUND,
            CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_USE_SSL_FAILED,
            CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS,
            CURLE_SSL_CLIENTCERT,
        ].map(\.rawValue))
}

/// How far a transfer has come.
struct TransferProgress {
    var host: String
    var phase: FetchPhase
    /// Decoded bytes of the body so far.
    var received: Int64
    /// The length of the whole body, where it was given.
    var expected: Int64?
    /// The connect budget of the policy.
    var connectSeconds: Double
    /// OpenSSL's verdict on the certificate chain, 0 for none.
    var verification = 0
    /// The status of a proxy that would not make a tunnel.
    var proxyStatus: Int?
}

extension String {
    /// Whether libcurl's words tell of a body whose chunks (RFC 9112 7.1) could not be read, which has the same code as a
    /// connection that broke.
    fileprivate var tellsOfBrokenChunks: Bool { contains("chunked-encoding") }
}

extension CURLcode {
    /// Whether a connection that was used again can be the reason: it broke, or what came on it was no answer.
    var mayBeOfOldConnection: Bool {
        switch self {
        case CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_WEIRD_SERVER_REPLY,
            CURLE_UNSUPPORTED_PROTOCOL, CURLE_HTTP2, CURLE_HTTP2_STREAM, CURLE_ABORTED_BY_CALLBACK:
            true
        default: false
        }
    }
}
