/// Whether a response may be kept for later requests (RFC 9111 3).
public enum Storability: Hashable, Sendable {
    case allowed
    /// Whoever asked gets it, and nobody after.
    case refused(Refusal)

    public enum Refusal: String, Hashable, Sendable {
        /// The request was no GET.
        case method
        /// `no-store` in the request.
        case requestNoStore
        /// `no-store` in the response.
        case noStore
        /// `private`, and the cache is shared.
        case isPrivate
        /// The request carried credentials, the cache is shared, and the response does not allow it (RFC 9111 3.5).
        case credentials
        /// A part of a body, or an answer that confirms another.
        case partial
        /// `must-understand` with a status that this cache does not know.
        case notUnderstood
        /// The status says nothing about storing, and the response does not either.
        case notCacheable
    }

    /// - Parameters:
    ///   - request: the request that was answered.
    ///   - status: of the final response; interim ones are never kept.
    ///   - headers: the fields of the response.
    ///   - mode: whose cache it is.
    public init(_ request: CacheRequest, status: Int, headers: HTTPHeaders, mode: CachingPolicy.Mode) {
        let control = CacheControl(headers["cache-control"])
        if let refusal = Self.refusal(request, status, headers, control, mode) {
            self = .refused(refusal)
        } else {
            self = .allowed
        }
    }

    private static func refusal(
        _ request: CacheRequest, _ status: Int, _ headers: HTTPHeaders, _ control: CacheControl,
        _ mode: CachingPolicy.Mode
    ) -> Refusal? {
        if request.method != "GET" { return .method }
        if request.directives.noStore { return .requestNoStore }
        if status < 200 || status == 206 || status == 304 { return .partial }
        if control.mustUnderstand, !understood.contains(status) { return .notUnderstood }
        // A cache that knows must-understand and the status does not heed the no-store beside it (RFC 9111 5.2.2.3).
        if control.noStore, !control.mustUnderstand { return .noStore }
        if mode == .shared, control.isPrivate { return .isPrivate }
        if mode == .shared, request.fields["authorization"] != nil, !allowsCredentials(control) { return .credentials }
        return isCacheable(status, headers, control, mode) ? nil : .notCacheable
    }

    private static func allowsCredentials(_ control: CacheControl) -> Bool {
        control.isPublic || control.sharedMaxAge != nil || control.mustRevalidate
    }

    private static func isCacheable(
        _ status: Int, _ headers: HTTPHeaders, _ control: CacheControl, _ mode: CachingPolicy.Mode
    ) -> Bool {
        Freshness.heuristicStatuses.contains(status) || control.maxAge != nil || headers["expires"] != nil
            || control.isPublic || mode == .shared && control.sharedMaxAge != nil
    }

    /// The statuses whose caching this cache knows (RFC 9110 15).
    private static let understood: Set = [
        200, 203, 204, 300, 301, 302, 303, 307, 308, 404, 405, 410, 414, 501,
    ]
}
