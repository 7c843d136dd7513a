/// What a request asks of caches (RFC 9111 5.2.1).
///
/// Read as that of a response: of a repeated directive the smallest value counts, and what is no number counts as 0.
public struct RequestDirectives: Hashable, Sendable {
    /// Only a response that the origin has confirmed now.
    public var noCache = false
    /// The response to this request is not to be kept.
    public var noStore = false
    /// Only what is stored; nothing is asked.
    public var onlyIfCached = false
    /// No response older than that, in seconds.
    public var maxAge: Int64?
    /// Only a response that stays fresh for so many seconds more.
    public var minFresh: Int64?
    /// How many seconds past its freshness a response may be; `Int64.max` where any is taken. Nil for none.
    public var maxStale: Int64?

    /// Those of a request with these fields. `Pragma: no-cache` counts where there is no Cache-Control (RFC 9111 5.4).
    public init(_ fields: HTTPHeaders = HTTPHeaders()) {
        guard let control = fields["cache-control"] else {
            noCache = DirectiveList(fields["pragma"]).has("no-cache")
            return
        }
        let list = DirectiveList(control)
        noCache = list.has("no-cache")
        noStore = list.has("no-store")
        onlyIfCached = list.has("only-if-cached")
        maxAge = list.seconds("max-age")
        minFresh = list.seconds("min-fresh")
        maxStale = list.directives.filter { $0.name == "max-stale" }
            .map { $0.value == nil ? .max : $0.seconds }.min()
    }
}
