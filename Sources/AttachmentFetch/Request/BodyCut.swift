/// How a body ended before its end.
public enum BodyCut: Hashable, Sendable {
    /// The connection was closed.
    case closed
    /// The connection was reset, or broke in another way.
    case broken(why: String)
    /// TLS ended without close_notify (RFC 8446 6.1), so nothing says that the end was meant.
    case withoutCloseNotify
    /// The origin ended the HTTP/2 stream with an error (RFC 9113 5.4.2).
    case streamReset
    /// The framing was whole, but the content coding inside was not.
    case coding
    /// The framing was whole, but the part was shorter than its Content-Range.
    case shortRange

    var explanation: String {
        switch self {
        case .closed: "the connection was closed"
        case .broken(let why): why
        case .withoutCloseNotify: "the TLS connection ended without close_notify"
        case .streamReset: "the origin reset the HTTP/2 stream"
        case .coding: "its content coding is cut"
        case .shortRange: "the part is shorter than its Content-Range"
        }
    }
}
