public import AttachmentDomain
public import AttachmentURL

/// A complete answer: status 2xx with a whole body, or 304 to a conditional request.
public struct FetchResponse: Sendable {
    /// The URL that answered, after redirects.
    public var finalURL: RequestURL
    /// How many redirects were followed.
    public var redirects: Int
    public var status: Int
    public var headers: HTTPHeaders
    public var body: FetchedBody
    public var timing: Timing
    /// How many requests were sent, redirects not counted.
    public var attempts: Int
    /// Counts the body as waiting for its consumer for as long as the response lives.
    var hold: BodyHold?
}

/// The bytes of a body, after content decoding.
public enum FetchedBody: Sendable {
    case none
    /// Small enough for memory.
    case memory([UInt8])
    /// On disk, hashed while it came; without a digest where a part of it came with an earlier transfer.
    case spooled(any BodySpool, digest: Digest?, bytes: Int64)

    /// The number of decoded bytes.
    public var count: Int64 {
        switch self {
        case .none: 0
        case .memory(let bytes): Int64(bytes.count)
        case .spooled(_, _, let bytes): bytes
        }
    }
}
