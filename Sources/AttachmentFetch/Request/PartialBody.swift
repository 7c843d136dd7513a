public import AttachmentDomain
public import AttachmentURL

/// What arrived of a body before it was interrupted: enough to ask for the rest alone (RFC 9110 14.2).
///
/// Only bodies without a content coding, of an answer with a strong validator, become one.
public struct PartialBody: Sendable {
    /// The URL that answered, after redirects. Only its own answer can be continued.
    public var url: RequestURL
    /// The fields of the answer, its validator among them.
    public var headers: HTTPHeaders
    /// The length of the whole, in bytes, where it is known.
    public var total: Int64?
    /// How many bytes are there.
    public var bytes: Int64
    public var content: Content

    /// Where the bytes are.
    public enum Content: Sendable {
        case memory([UInt8])
        case spooled(any BodySpool)
    }

    public init(url: RequestURL, headers: HTTPHeaders, total: Int64?, bytes: Int64, content: Content) {
        self.url = url
        self.headers = headers
        self.total = total
        self.bytes = bytes
        self.content = content
    }
}
