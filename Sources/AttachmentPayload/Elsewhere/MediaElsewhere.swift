/// A URL that looks like media but stands outside the slots of its payload's dialect. It is not fetched.
public struct MediaElsewhere: Encodable, Hashable, Sendable {
    /// The decoded JSON string, untouched.
    public var url: String
    /// Where the member stands (RFC 6901).
    public var jsonPointer: String
    /// Where the URL stands inside the JSON text that the member holds.
    public var innerPointer: String?
    /// The provider whose slot the place is; nil where it is nobody's.
    public var dialect: String?
    /// Where it stands and where this provider's client looks, for people.
    public var message: String
}
