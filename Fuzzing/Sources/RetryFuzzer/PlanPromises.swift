import AttachmentDomain
import AttachmentURL
import FuzzPromises

@testable import AttachmentFetch

/// Whatever goes wrong in whatever order, the requests and the waits for one URL come to an end.
func checkPlan(_ choices: Choices, _ texts: [String]) {
    var run = PlanRun(choices, texts)
    for _ in 0..<32 {
        guard run.step() else { return }
    }
}

/// One URL from its first request on, with what may still be asked and waited.
private struct PlanRun {
    private var choices: Choices
    private let texts: [String]
    private var plan: FetchPlan
    private var remaining: Duration?
    /// Requests from the first URL on, and redirects since the last of them.
    private var attempts = 1
    private var redirects = 0

    init(_ choices: Choices, _ texts: [String]) {
        self.choices = choices
        self.texts = texts
        let limits = FetchPlan.Limits(
            maxRedirects: self.choices.number(below: 6), maxAttempts: self.choices.number(below: 5))
        plan = FetchPlan(starts[self.choices.number(below: starts.count)], limits: limits)
        remaining = self.choices.byte() < 64 ? nil : .milliseconds(self.choices.number(below: 256) * 500)
    }

    /// Lets the next thing happen; false where the plan gave up.
    mutating func step() -> Bool {
        choices.byte() % 3 == 0 ? redirect() : meet(fault())
    }

    private mutating func redirect() -> Bool {
        let from = plan.url
        let location = text()
        switch plan.redirected(.init(status: 302, location: location.map { Array($0.utf8) })) {
        case .ask(let next):
            redirects += 1
            require(
                plan.hops.count == redirects && plan.hops.last?.url == from, "each redirect that is followed is kept")
            require(redirects <= plan.limits.maxRedirects, "no more redirects are followed than allowed")
            require(next == plan.url, "what is asked is where the plan stands")
            require(location.flatMap { try? from.resolving($0) } == next, "a redirect leads where its Location says")
            require(from.scheme == .http || next.scheme == .https, "no redirect leads from https to http")
            return true
        case .pause: fail("no redirect is waited for")
        case .fail: return false
        }
    }

    private mutating func meet(_ fault: FetchFault.Kind) -> Bool {
        // Both ends of the random numbers too.
        let byte = choices.byte()
        let chance = byte == 255 ? 1.0.nextDown : Double(byte) / 255
        switch plan.failed(fault, remaining: remaining, chance: chance) {
        case .ask(let url):
            guard case .restUnusable = fault else { fail("only the whole in the place of a rest is asked for at once") }
            require(url == plan.start && plan.url == url, "what is asked again is the first URL")
            redirects = 0
            require(plan.hops.isEmpty, "a new start forgets the redirects")
            return true
        case .pause(let pause):
            wait(pause, after: fault)
            return true
        case .fail(let kind):
            require(kind == fault, "the plan gives up with what went wrong")
            return false
        }
    }

    private mutating func wait(_ pause: Duration, after fault: FetchFault.Kind) {
        require(pause >= .zero, "no wait is negative")
        if case .rateLimited(_, let asked?) = fault {
            require(pause == .seconds(asked.seconds), "an origin is left alone as long as it asks")
        } else {
            require(pause <= .seconds(10), "a wait of our own is short: \(pause)")
            require(pause <= .milliseconds(250 << attempts), "a wait doubles at most: \(pause)")
        }
        if let left = remaining {
            require(pause < left, "no wait lasts as long as there is time: \(pause)")
            remaining = left - pause
        }
        require(plan.retried() == plan.start, "what is tried again is the first URL")
        attempts += 1
        redirects = 0
        require(plan.hops.isEmpty, "a new try forgets the redirects")
        require(attempts <= plan.limits.maxAttempts && attempts == plan.attempts, "no more is tried than allowed")
    }

    private mutating func text() -> String? {
        texts.isEmpty ? nil : texts[choices.number(below: texts.count)]
    }

    private mutating func fault() -> FetchFault.Kind {
        switch choices.number(below: 10) {
        case 0: .restUnusable(why: "it is of other bytes")
        case 1: .rateLimited(status: 429, RetryAfter(text(), now: 1_700_000_000))
        case 2: .rateLimited(status: 503, RetryAfter(text(), now: 1_700_000_000))
        case 3: .httpStatus(100 + Int(choices.byte()) * 2)
        case 4: .connectFailed(why: "refused")
        case 5: .truncated(received: 1, expected: 2, .coding)
        case 6: .stalled(received: 1, floor: StallFloor(bytesPerSecond: 1, seconds: 1))
        case 7: .deadlineExceeded(.body, received: 1)
        case 8: .tooLarge(limit: 1, announced: nil, mediaType: nil, kind: .unknown)
        default: .protocolError(why: "nonsense")
        }
    }
}

private let starts: [RequestURL] = ["https://a.example/b/c?d", "http://a.example"].map { text in
    guard let url = try? RequestURL.parse(text) else { fail("a plain URL is one") }
    return url
}
