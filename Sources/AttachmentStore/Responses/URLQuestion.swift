/// Which URL is asked about, and whom it belongs to.
public struct URLQuestion: Hashable, Sendable {
    /// The text of its cache key.
    public var url: String
    /// The text of its origin, as it is given to ``MediaStore/pause(_:until:message:then:)``.
    public var origin: String

    public init(url: String, origin: String) {
        self.url = url
        self.origin = origin
    }
}
