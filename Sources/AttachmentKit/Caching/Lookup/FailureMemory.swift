import AttachmentCrypto
import AttachmentDomain
import AttachmentFetch
import AttachmentJSON
import AttachmentStore
import AttachmentURL
import Synchronization
import AttachmentThreads

/// What is remembered of URLs that could not be had, so that a dead link costs one request and not one for each push.
struct FailureMemory: Sendable {
    let store: MediaStore
    let rule: FailureRule
    let fingerprint: PolicyFingerprint
    let clock: WallClock

    /// What keeps a request from asking: a failure that is remembered, or a pause that its time is too short for.
    func inForce(_ asking: Asking, _ request: LoadRequest, remaining: Duration?) -> LoadFailure? {
        guard !request.ignoresFailures else { return nil }
        // Where the origin said for how long, that counts, and may be waited for.
        if let failure = asking.failure, isInForce(failure, asking, request),
            failure.code != .rateLimited || asking.pause == nil
        {
            return remembered(failure, asking.url)
        }
        guard let pause = asking.pause, pause.until > clock.now else { return nil }
        let wait = Duration.seconds(pause.until - clock.now)
        guard let remaining, wait >= remaining else { return wait > Self.longestWait ? paused(pause, asking.url) : nil }
        return paused(pause, asking.url)
    }

    /// Without a deadline an origin could ask for a wait of years.
    private static let longestWait = Duration.seconds(120)

    private func isInForce(_ failure: StoredFailure, _ asking: Asking, _ request: LoadRequest) -> Bool {
        guard clock.now < failure.retryAt, failure.policy == fingerprint.text else { return false }
        if request.taking.everyStatus, failure.code == .httpStatus || failure.code == .empty {
            // Whoever takes any answer gets the origin's, unless a stored one is used in its place.
            return asking.standIn != nil && CacheRules.mayStandIn(for: failure.code, status: failure.status)
        }
        if request.taking.anyType, Self.isOfType(failure.code) { return false }
        guard let limit = failure.limitBytes else { return true }
        return request.limits.reading[failure.kind ?? .unknown] <= limit
    }

    /// Whether a call that takes any type may see it otherwise.
    private static func isOfType(_ code: Code) -> Bool {
        [.notMedia, .typeUnsupported, .empty, .damaged].contains(code)
    }

    private func remembered(_ failure: StoredFailure, _ url: RequestURL) -> LoadFailure {
        let message =
            "\(failure.message) (remembered since \(HTTPDate.text(of: failure.failedAt)); asked again from "
            + "\(HTTPDate.text(of: failure.retryAt)) on)"
        let remedy = "\(failure.code.facts.remedy); then attachfetch cache purge URL asks again at once"
        var loadFailure = LoadFailure(unasked: Finding(failure.code, message, remedy: remedy))
        loadFailure.kind = failure.kind
        if let status = failure.status { loadFailure.http = HTTPFacts(status: status) }
        return loadFailure
    }

    private func paused(_ pause: OriginPause, _ url: RequestURL) -> LoadFailure {
        LoadFailure(
            unasked: Finding(
                .rateLimited, "\(url.redacted) is not asked now: \(pause.message)",
                remedy: "\(Code.rateLimited.facts.remedy); attachfetch cache purge URL asks again at once"))
    }
}

extension FailureMemory {
    /// Remembers a failure of a URL, if it is of the kind that is, and calls `then` when that is written. A memory that
    /// cannot be written is none: the next call asks again.
    ///
    /// - Parameters:
    ///   - response: what was answered, where anybody did.
    ///   - limit: how much of a body was read at most, in bytes, where that was too little.
    func remember(
        _ failure: LoadFailure, of asking: Asking, response: CachedResponse?, limit: Int64?,
        then: @escaping @Sendable () -> Void
    ) {
        let now = clock.now
        let attempts = (asking.failure?.attempts ?? 0) + 1
        let retryAt = rule.retryAt(
            .init(code: failure.reason.code, response: response, attempts: attempts), now: now,
            chance: Double.random(in: 0..<1))
        guard let retryAt else { return then() }
        let stored = StoredFailure(
            url: asking.url.cacheKeyText, code: failure.reason.code, message: failure.reason.message,
            status: failure.http?.status, attempts: attempts, failedAt: now, retryAt: retryAt, limitBytes: limit,
            kind: failure.kind, policy: fingerprint.text)
        store.remember(stored, since: asking.purgeMark) { _ in then() }
    }

    /// Notes that an origin asked to be left alone, where it said for how long, up to what the policy remembers at most.
    func notePause(_ failure: LoadFailure, by url: RequestURL, _ wait: RetryAfter) {
        let until = min(wait.instant, clock.now + rule.policy.negative.permanentSeconds)
        guard until > clock.now else { return }
        store.pause("\(url.origin)", until: until, message: failure.reason.message) { _ in }
    }
}

/// What stands for the policy in what is remembered of failures: another policy may judge otherwise.
///
/// Made of the parts that decide whether and where media can be had, when it is first needed.
final class PolicyFingerprint: Sendable {
    private let policy: CachePolicy
    private let known = Locked<String?>(nil)

    init(_ policy: CachePolicy) {
        self.policy = policy
    }

    /// 16 hexadecimal digits.
    var text: String {
        known.withLock { known in
            if let known { return known }
            let text = Self.text(of: policy)
            known = text
            return text
        }
    }

    private struct Parts: Encodable {
        var network: NetworkPolicy
        var types: [MediaType]
        var profiles: NamedValues<Profile>
        var maxBytes: Int64
    }

    private static func text(of policy: CachePolicy) -> String {
        let parts = Parts(
            network: policy.network, types: policy.types, profiles: policy.profiles, maxBytes: policy.cache.maxBytes)
        do {
            return String(SHA256.digest(of: try JSONText.encode(parts)).hex.prefix(16))
        } catch {
            // Values that were read from JSON can be written as such; a policy of its own is no other policy's.
            return ""
        }
    }
}
