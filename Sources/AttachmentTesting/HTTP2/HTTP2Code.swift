/// Why a stream or a connection ends (RFC 9113 section 7).
public enum HTTP2Code: UInt32, Sendable {
    case noError = 0
    case protocolError = 1
    case internalError = 2
    case flowControlError = 3
    case streamClosed = 5
    case frameSizeError = 6
    /// The request was not touched and may be sent again.
    case refusedStream = 7
    case cancel = 8
    case compressionError = 9
    case enhanceYourCalm = 11
    case inadequateSecurity = 12
    /// The client is to come back with HTTP/1.1.
    case http11Required = 13
}
