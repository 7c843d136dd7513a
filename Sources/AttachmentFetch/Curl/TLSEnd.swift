import CCurl

/// How the TLS of one connection came to its end, also after libcurl has let the connection go.
final class TLSEnd {
    private let end: OpaquePointer

    /// Nil where the transfer's connection is none of TLS.
    init?(of easy: CurlEasy) {
        guard let end = attach_tls_end_of(easy.handle) else { return nil }
        self.end = end
    }

    deinit {
        attach_tls_end_release(end)
    }

    /// Whether the other side said that it was the end (close_notify, RFC 8446 6.1).
    var isAnnounced: Bool { attach_tls_is_closed(end) != 0 }
}
