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
        case CURLE_PROXY: .proxyFailed(why: why, mayPass: false)
        case CURLE_COULDNT_CONNECT: notConnected(progress, why)
        case CURLE_OPERATION_TIMEDOUT: timedOut(progress)
        case CURLE_PARTIAL_FILE: truncated(progress, .closed)
        case CURLE_RECV_ERROR, CURLE_SEND_ERROR: broken(progress, why)
        case CURLE_HTTP2, CURLE_HTTP2_STREAM:
            progress.phase == .body ? truncated(progress, .streamReset) : .protocolError(why: why)
        // What libcurl says of a header line beyond its own limit, DYN_HEADER or CURL_MAX_HTTP_HEADER of 100 KiB.
        case CURLE_OUT_OF_MEMORY where progress.phase == .head || progress.phase == .waiting:
            .protocolError(why: "a line of the response head is larger than 102,400 bytes")
        case CURLE_GOT_NOTHING: .noAnswer(why: "the connection was closed")
        case CURLE_UNSUPPORTED_PROTOCOL: .protocolError(why: "what came does not begin like an answer")
        case _ where tlsCodes.contains(code.rawValue):
            .tlsFailed(TLSFailure(code, verification: progress.verification, message: why))
        default: .protocolError(why: why)
        }
    }

    private static func timedOut(_ progress: TransferProgress) -> FetchFault.Kind {
        progress.phase == .handshake
            ? .tlsFailed(.handshakeTooSlow(seconds: progress.connectSeconds))
            : notConnected(progress, "it takes longer than \(progress.connectSeconds) s (network.connectSeconds)")
    }

    /// With a proxy that is who could not be reached.
    private static func notConnected(_ progress: TransferProgress, _ why: String) -> FetchFault.Kind {
        progress.hasProxy ? .proxyFailed(why: why, mayPass: true) : .connectFailed(why: why)
    }

    /// A connection that broke: with a proxy maybe before it led anywhere.
    private static func broken(_ progress: TransferProgress, _ why: String) -> FetchFault.Kind {
        if let status = progress.proxyStatus {
            return .proxyFailed(why: "it answered with status \(status)", mayPass: status >= 500)
        }
        if progress.hasProxy, progress.phase == .connecting { return .proxyFailed(why: why, mayPass: true) }
        if why.tellsOfBrokenChunks { return .protocolError(why: why) }
        if why.tellsOfWantedCertificate { return .tlsFailed(.clientCertificateWanted) }
        guard progress.phase != .waiting else { return .noAnswer(why: why.withoutLibraryWords) }
        guard progress.phase == .body else {
            return .protocolError(why: why.tellsOfMissingCloseNotify ? BodyCut.withoutCloseNotify.explanation : why)
        }
        return truncated(
            progress, why.tellsOfMissingCloseNotify ? .withoutCloseNotify : .broken(why: why.withoutLibraryWords))
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
    /// Whether the connection leads to a proxy of the policy.
    var hasProxy = false
    /// The status of a proxy that would not make a tunnel.
    var proxyStatus: Int?
}

extension String {
    /// Whether libcurl's words tell of a body whose chunks (RFC 9112 7.1) could not be read, which has the same code as a
    /// connection that broke.
    fileprivate var tellsOfBrokenChunks: Bool { contains("chunked-encoding") }

    /// What the system says of a connection, without the name of the call.
    fileprivate var withoutLibraryWords: String {
        for beginning in ["Recv failure: ", "Send failure: "] where hasPrefix(beginning) {
            return String(dropFirst(beginning.count))
        }
        return self
    }
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
