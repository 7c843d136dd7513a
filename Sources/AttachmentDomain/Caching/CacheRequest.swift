/// A request as a cache sees it.
public struct CacheRequest: Hashable, Sendable {
    public var method = "GET"
    /// The fields that go out with it, without conditions and ranges.
    public var fields: HTTPHeaders
    public var directives: RequestDirectives

    /// A GET with these fields.
    public init(fields: HTTPHeaders = HTTPHeaders()) {
        self.fields = fields
        directives = RequestDirectives(fields)
    }
}
