/// For how long a failure is remembered: the cache's own memory beside HTTP's.
///
/// By the table of codes: what depends on the call is not remembered, what only a change of the origin mends as long as
/// the policy's `permanentSeconds`, what may pass a time that begins with `transientSeconds` and doubles with each failure
/// in a row, up to the former. A response that says how long it is good for is believed within these two.
public struct FailureRule: Hashable, Sendable {
    public var policy: CachingPolicy

    public init(_ policy: CachingPolicy) {
        self.policy = policy
    }

    /// What there is to know of a failure.
    public struct Failure: Hashable, Sendable {
        public var code: Code
        /// What the origin answered, with that status alone or with fields; nil where it did not.
        public var response: CachedResponse?
        /// How many times in a row it has failed, this one included.
        public var attempts: Int

        public init(code: Code, response: CachedResponse?, attempts: Int) {
            self.code = code
            self.response = response
            self.attempts = attempts
        }
    }

    /// From when on, in Unix seconds, it is worth asking again; nil where the failure is not remembered.
    ///
    /// - Parameters:
    ///   - failure: what there is to know of it.
    ///   - now: Unix seconds.
    ///   - chance: a random number from 0 up to 1: a growing time is shortened by up to a quarter, so that many do not come
    ///     back at one moment.
    public func retryAt(_ failure: Failure, now: Int64, chance: Double) -> Int64? {
        let seconds = seconds(failure, now: now, chance: chance)
        return seconds > 0 ? now.plus(seconds) : nil
    }

    private func seconds(_ failure: Failure, now: Int64, chance: Double) -> Int64 {
        switch failure.code.facts.memory {
        case .none: 0
        case .permanent: permanent
        case .transient where failure.code == .httpStatus: byStatus(failure, chance)
        case .transient where failure.code == .rateLimited: asked(failure, now) ?? growing(failure.attempts, chance)
        case .transient: growing(failure.attempts, chance)
        }
    }

    private func byStatus(_ failure: Failure, _ chance: Double) -> Int64 {
        guard let response = failure.response else { return growing(failure.attempts, chance) }
        if CacheControl(response.headers["cache-control"]).noStore { return min(transient, permanent) }
        if let explicit = Freshness.explicitLifetime(of: response, mode: policy.mode) {
            let left = explicit.minus(ResponseAge(of: response).initial)
            return min(max(left, transient), permanent)
        }
        return switch response.status {
        case 404: min(Self.missing, permanent)
        case 410: permanent
        default: growing(failure.attempts, chance)
        }
    }

    /// What Retry-After asks for.
    private func asked(_ failure: Failure, _ now: Int64) -> Int64? {
        guard let response = failure.response, let wait = RetryAfter(response.headers.first("retry-after"), now: now)
        else { return nil }
        return min(max(wait.seconds, 0), permanent)
    }

    private func growing(_ attempts: Int, _ chance: Double) -> Int64 {
        let doublings = min(max(attempts, 1) - 1, 20)
        let (doubled, isTooLong) = transient.multipliedReportingOverflow(by: 1 << doublings)
        let whole = isTooLong ? permanent : min(doubled, permanent)
        // The first time is kept as the policy says it.
        return doublings == 0 ? whole : whole - Int64(Double(whole) * chance / 4)
    }

    /// A file that is not there may be put there: ten minutes.
    private static let missing: Int64 = 600

    private var transient: Int64 { policy.negative.transientSeconds }
    private var permanent: Int64 { policy.negative.permanentSeconds }
}
