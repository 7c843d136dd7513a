/// For how long a stored response may be used without asking (RFC 9111 4.2).
public struct Freshness: Hashable, Sendable {
    /// The first second, in Unix time, in which the origin has to be asked.
    public let freshUntil: Int64
    /// Whether the origin itself said how long: max-age, s-maxage or Expires.
    public let isExplicit: Bool
    private let receivedAt: Int64

    /// What the response says counts, up to the policy's maximum. Where it says nothing a tenth of the time since its last
    /// change counts (RFC 9111 4.2.2), a day at most, and for a successful response no less than the policy's minimum.
    public init(of response: CachedResponse, policy: CachingPolicy) {
        self.init(of: response, CacheControl(response.headers["cache-control"]), ResponseAge(of: response), policy)
    }

    init(of response: CachedResponse, _ control: CacheControl, _ age: ResponseAge, _ policy: CachingPolicy) {
        let age = age.initial
        receivedAt = response.receivedAt
        if let explicit = Self.explicitLifetime(of: response, control, mode: policy.mode) {
            isExplicit = true
            freshUntil = receivedAt.plus(min(explicit, policy.maxFreshSeconds).minus(age))
        } else {
            isExplicit = false
            let heuristic = min(Self.heuristicLifetime(of: response, control) ?? 0, policy.maxFreshSeconds).minus(age)
            let floor = Self.isSuccess(response.status) ? min(policy.minFreshSeconds, policy.maxFreshSeconds) : 0
            freshUntil = receivedAt.plus(max(heuristic, floor))
        }
    }

    /// Whether nothing needs to be asked at `now` (Unix seconds). A clock that was set back makes nothing fresh that was
    /// stale when it came.
    public func isFresh(at now: Int64) -> Bool {
        max(now, receivedAt) < freshUntil
    }

    /// What the response says of its lifetime, in seconds from when the origin made it; nil where it says nothing.
    public static func explicitLifetime(of response: CachedResponse, mode: CachingPolicy.Mode) -> Int64? {
        explicitLifetime(of: response, CacheControl(response.headers["cache-control"]), mode: mode)
    }

    private static func explicitLifetime(
        of response: CachedResponse, _ control: CacheControl, mode: CachingPolicy.Mode
    ) -> Int64? {
        if mode == .shared, let shared = control.sharedMaxAge { return shared }
        return control.maxAge ?? expiresLifetime(of: response)
    }

    /// From the origin's own Date, so that its clock need not be right. A date that cannot be read, and one that is
    /// contradicted by another, mean "already expired" (RFC 9111 5.3).
    private static func expiresLifetime(of response: CachedResponse) -> Int64? {
        let fields = response.headers.fields.filter { $0.name.equalsIgnoringCase("expires") }.map(\.value)
        guard let first = fields.first else { return nil }
        guard fields.allSatisfy({ $0 == first }), let end = HTTPDate.seconds(of: first, around: response.receivedAt)
        else { return 0 }
        return max(0, end.minus(date(of: response)))
    }

    /// The statuses whose responses may be kept though they do not say for how long (RFC 9110 15.1).
    static let heuristicStatuses: Set = [200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501]

    /// Nil where nothing may be guessed: of another status, and without a change that lies in the past.
    private static func heuristicLifetime(of response: CachedResponse, _ control: CacheControl) -> Int64? {
        guard
            heuristicStatuses.contains(response.status) || control.isPublic,
            let field = response.headers.first("last-modified"),
            let changed = HTTPDate.seconds(of: field, around: response.receivedAt),
            changed < date(of: response), changed <= response.receivedAt
        else { return nil }
        return min(date(of: response).minus(changed) / 10, longestHeuristic)
    }

    private static let longestHeuristic: Int64 = 86400

    private static func date(of response: CachedResponse) -> Int64 {
        response.headers.first("date").flatMap { HTTPDate.seconds(of: $0, around: response.receivedAt) }
            ?? response.receivedAt
    }

    private static func isSuccess(_ status: Int) -> Bool { (200..<300).contains(status) }
}
