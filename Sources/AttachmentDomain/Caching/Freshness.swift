/// What a response said about its own use, as far as freshness needs it.
public struct ResponseDates: Hashable, Sendable {
    public var cacheControl: CacheControl
    /// The Expires field as it came.
    public var expires: String?
    /// The Date field as it came.
    public var date: String?
    /// The Age field as it came.
    public var age: String?
    /// Unix seconds when the response arrived.
    public var receivedAt: Int64

    public init(cacheControl: CacheControl, expires: String?, date: String?, age: String?, receivedAt: Int64) {
        self.cacheControl = cacheControl
        self.expires = expires
        self.date = date
        self.age = age
        self.receivedAt = receivedAt
    }
}

/// For how long a stored response may be used without asking (RFC 9111 4.2).
public struct Freshness: Hashable, Sendable {
    /// Unix seconds until which nothing needs to be asked; not after `receivedAt` when it must always be asked.
    public let freshUntil: Int64
    /// Whether the response may be stored for reuse at all.
    public let mayStore: Bool

    /// Max-age, else Expires, else the policy's minimum, never beyond the policy's maximum; the age that the response
    /// already had on arrival is taken off.
    public init(of response: ResponseDates, policy: CachingPolicy) {
        let control = response.cacheControl
        mayStore = !control.noStore && !(policy.mode == .shared && control.isPrivate)
        guard mayStore, !control.noCache else {
            freshUntil = response.receivedAt
            return
        }
        let lifetime = Self.lifetime(of: response, policy: policy)
        freshUntil = response.receivedAt + min(lifetime, policy.maxFreshSeconds)
    }

    /// Whether nothing needs to be asked at `now` (Unix seconds).
    public func isFresh(at now: Int64) -> Bool {
        mayStore && now < freshUntil
    }

    /// Seconds from arrival.
    private static func lifetime(of response: ResponseDates, policy: CachingPolicy) -> Int64 {
        let control = response.cacheControl
        let shared = policy.mode == .shared ? control.sharedMaxAge : nil
        if let maxAge = shared ?? control.maxAge {
            return max(0, maxAge - age(of: response))
        }
        if let expires = response.expires {
            return max(0, expiry(expires, of: response) - age(of: response))
        }
        return policy.minFreshSeconds
    }

    /// The lifetime that Expires gives, counted from the origin's own Date so that its clock need not be right. A date
    /// that cannot be read means "already expired" (RFC 9111 5.3).
    private static func expiry(_ expires: String, of response: ResponseDates) -> Int64 {
        guard let end = HTTPDate.seconds(of: expires) else { return 0 }
        let start = response.date.flatMap(HTTPDate.seconds) ?? response.receivedAt
        return end - start
    }

    private static func age(of response: ResponseDates) -> Int64 {
        response.age.map { CacheControl.seconds($0) } ?? 0
    }
}
