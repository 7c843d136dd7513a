import AttachmentDomain
import AttachmentURL

/// Decides what comes next for one URL: which hop to ask, whether to try again, when to give up.
///
/// Pure: each method returns the step, and the loop performs it. After a fault it starts over at the first URL, since
/// the targets of redirects are often signed for one use.
struct FetchPlan {
    let start: RequestURL
    let limits: Limits
    /// The hop that is asked now.
    private(set) var url: RequestURL
    /// The redirects that were followed from the first URL to this hop.
    private(set) var hops: [FetchedHop] = []
    private(set) var attempts = 1

    struct Limits {
        var maxRedirects: Int
        var maxAttempts: Int
    }

    /// A response with a redirecting status (RFC 9110 15.4).
    struct Redirect {
        var status: Int
        /// The bytes of its Location; nil without one.
        var location: [UInt8]?
        var headers = HTTPHeaders()
        /// Unix seconds, as in ``FetchedHop``.
        var requestedAt: Int64 = 0
        var receivedAt: Int64 = 0
    }

    enum Step: Equatable {
        case ask(RequestURL)
        /// Wait, then ask the first URL again.
        case pause(Duration)
        case fail(FetchFault.Kind)
    }

    init(_ url: RequestURL, limits: Limits) {
        start = url
        self.url = url
        self.limits = limits
    }

    /// The hop was answered by a redirect.
    mutating func redirected(_ redirect: Redirect) -> Step {
        guard hops.count < limits.maxRedirects else {
            return .fail(.tooManyRedirects(limit: limits.maxRedirects))
        }
        guard let location = redirect.location, !location.isEmpty else {
            return .fail(.redirectWithoutLocation(status: redirect.status))
        }
        do {
            let next = try url.resolving(bytes: location)
            if url.scheme == .https, next.scheme == .http {
                url = next
                return .fail(.redirectDowngrade)
            }
            follow(redirect, to: next)
            return .ask(next)
        } catch {
            let message = "\(url.redacted) redirects to a place that cannot be asked: \(error.explanation)"
            return .fail(.refused(Finding(error.code, message, remedy: error.remedy)))
        }
    }

    private mutating func follow(_ redirect: Redirect, to next: RequestURL) {
        hops.append(
            FetchedHop(
                url: url, status: redirect.status, headers: redirect.headers, requestedAt: redirect.requestedAt,
                receivedAt: redirect.receivedAt, target: next))
        url = next
    }

    /// What the gate says of the hop, with the way to it where the reader sees another URL.
    func refused(_ finding: Finding) -> FetchFault.Kind {
        guard !hops.isEmpty else { return .refused(finding) }
        let message = "redirected to \(url.redacted): \(finding.message)"
        return .refused(Finding(finding.code, message, remedy: finding.remedy))
    }

    /// A fault, with what remains until the deadline, nil without one.
    ///
    /// - Parameter chance: a random number from 0 up to 1, for full jitter.
    mutating func failed(_ fault: FetchFault.Kind, remaining: Duration?, chance: Double) -> Step {
        // Asking for the whole in the place of a rest is no new attempt: only the way of asking was wrong.
        if case .restUnusable = fault { return .ask(startOver()) }
        guard FetchFault(fault, url: "").retryHelps, attempts < limits.maxAttempts else { return .fail(fault) }
        let pause = Self.pause(after: fault, attempts: attempts, chance: chance)
        guard pause < remaining ?? Self.longestPause else { return .fail(fault) }
        return .pause(pause)
    }

    /// Without a deadline an origin could ask for a wait of years.
    private static let longestPause = Duration.seconds(120)

    /// The pause is over.
    mutating func retried() -> RequestURL {
        attempts += 1
        return startOver()
    }

    private mutating func startOver() -> RequestURL {
        hops = []
        url = start
        return start
    }

    /// What the origin asks for, else a random part of a time that doubles with each attempt, 10 s at most.
    private static func pause(after fault: FetchFault.Kind, attempts: Int, chance: Double) -> Duration {
        if case .rateLimited(_, let wait?) = fault { return .seconds(wait.seconds) }
        let ceiling = min(10.0, 0.25 * Double(1 << min(attempts, 10)))
        return .milliseconds(Int(ceiling * chance * 1000))
    }
}
