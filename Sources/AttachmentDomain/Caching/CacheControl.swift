/// The directives of a response's Cache-Control that decide about its storing and its use (RFC 9111 5.2.2, RFC 5861,
/// RFC 8246).
///
/// Unknown directives are passed over. Of a repeated directive the smallest value counts; a value that is no number of
/// seconds counts as 0, so that a broken field is never read as leave to reuse. Numbers too large for 31 bits count as
/// 2³¹.
public struct CacheControl: Hashable, Sendable {
    public var noStore = false
    /// Every use has to be confirmed by the origin.
    public var noCache = false
    /// The fields, in lower case, that `no-cache="…"` names: they are not used again without asking.
    public var noCacheFields: [String] = []
    public var mustRevalidate = false
    public var proxyRevalidate = false
    public var mustUnderstand = false
    /// With or without names of fields: what is private in a part is taken as private as a whole.
    public var isPrivate = false
    public var isPublic = false
    public var immutable = false
    /// Seconds, as are the following.
    public var maxAge: Int64?
    public var sharedMaxAge: Int64?
    public var staleWhileRevalidate: Int64?
    public var staleIfError: Int64?

    /// - Parameter field: the value of Cache-Control, its lines joined by commas; nil reads as empty.
    public init(_ field: String?) {
        guard let field else { return }
        let list = DirectiveList(field)
        noStore = list.has("no-store")
        mustRevalidate = list.has("must-revalidate")
        proxyRevalidate = list.has("proxy-revalidate")
        mustUnderstand = list.has("must-understand")
        isPrivate = list.has("private")
        isPublic = list.has("public")
        immutable = list.has("immutable")
        maxAge = list.seconds("max-age")
        sharedMaxAge = list.seconds("s-maxage")
        staleWhileRevalidate = list.seconds("stale-while-revalidate")
        staleIfError = list.seconds("stale-if-error")
        let unqualified = list.directives.filter { $0.name == "no-cache" && $0.fieldNames.isEmpty }
        noCache = !unqualified.isEmpty
        noCacheFields = list.directives.filter { $0.name == "no-cache" }.flatMap(\.fieldNames)
    }
}
