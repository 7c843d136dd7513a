@testable import AttachmentFetch
import AttachmentDomain
import AttachmentTesting
import AttachmentURL
import Testing

@Suite(.timeLimit(.minutes(1)))
struct RetryTests {
    static let url = try? RequestURL.parse("https://media.example.com/a.jpg")

    private func plan(attempts: Int = 3) throws -> FetchPlan {
        FetchPlan(try #require(Self.url), limits: .init(maxRedirects: 5, maxAttempts: attempts))
    }

    @Test(arguments: [
        (FetchFault.Kind.connectFailed(why: ""), true), (.truncated(received: 1, expected: 2, .closed), true),
        (.httpStatus(503), true), (.httpStatus(404), false), (.tlsFailed(.expired), false),
        (.dnsFailed(host: "", .unknown(why: "")), false), (.dnsFailed(host: "", .trouble(why: "")), true),
        (.dnsFailed(host: "", .silence(seconds: 5)), false), (.rateLimited(status: 429, nil), true),
        (.cancelled, false),
    ])
    func `given a fault, when it may pass, then it is tried again`(kind: FetchFault.Kind, isRetried: Bool) throws {
        var plan = try plan()
        let step = plan.failed(kind, remaining: .seconds(20), chance: 0.5)
        #expect(step == (isRetried ? .pause(step.pause ?? .zero) : .fail(kind)))
    }

    @Test func `given Retry-After, when it lies before the deadline, then exactly that is waited`() throws {
        var plan = try plan()
        #expect(
            plan.failed(.rateLimited(status: 429, RetryAfter("7", now: 0)), remaining: .seconds(20), chance: 0.1)
                == .pause(.seconds(7)))
    }

    @Test func `given Retry-After, when it lies past the deadline, then the fault keeps its own code`() throws {
        var plan = try plan()
        let kind = FetchFault.Kind.rateLimited(status: 429, RetryAfter("30", now: 0))
        #expect(plan.failed(kind, remaining: .seconds(20), chance: 0.1) == .fail(kind))
    }

    @Test(arguments: [(119, true), (120, false), (2_147_483_648, false)])
    func `given no deadline, when an origin asks for a long wait, then a short one is granted`(
        seconds: Int, isGranted: Bool
    ) throws {
        var plan = try plan()
        let kind = FetchFault.Kind.rateLimited(status: 429, RetryAfter("\(seconds)", now: 0))
        let step = plan.failed(kind, remaining: nil, chance: 0.1)
        #expect(step == (isGranted ? .pause(.seconds(seconds)) : .fail(kind)))
    }

    @Test func `given a try that gets no slot, when the deadline comes, then the record has the fault before it`()
        async throws
    {
        let gate = Gate()
        let origin = try ScriptedOrigin { request in
            request.path == "/busy" ? .status(503) : ScriptedResponse.ok([1]).held(by: gate)
        }
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin]) {
            $0.maxAttempts = 20
            $0.maxConnections = 1
        }
        defer { harness.fetcher.shutdown() }
        let first = Task { try await harness.fetch(origin.url("/busy"), within: 2) }
        await origin.arrivals(of: "/busy")
        // Gets the only slot as soon as the first one waits for its next try, and keeps it.
        let second = Task { try await harness.code(origin.url("/held"), within: 30) }
        await gate.arrivals()

        guard case .failure(let fault) = try await first.value else {
            Issue.record("it did not fail")
            return
        }
        #expect(fault.kind == .httpStatus(503))
        gate.open()
        #expect(try await second.value == nil)
    }

    @Test func `given the last attempt, when it fails, then nothing is tried again`() throws {
        var plan = try plan(attempts: 2)
        _ = plan.failed(.httpStatus(503), remaining: nil, chance: 0)
        _ = plan.retried()
        #expect(plan.failed(.httpStatus(503), remaining: nil, chance: 0) == .fail(.httpStatus(503)))
    }

    @Test func `given a redirect from https to http, when it is followed, then it is refused`() throws {
        var plan = try plan()
        let location = Array("http://media.example.com/b.jpg".utf8)
        #expect(plan.redirected(.init(status: 302, location: location)) == .fail(.redirectDowngrade))
    }

    @Test func `given an origin that fails once, when it is fetched, then the second try has the body`() async throws {
        let origin = try ScriptedOrigin { request in
            request.ordinal == 1 ? .status(503) : .ok([1, 2, 3], type: "image/jpeg")
        }
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin]) { $0.maxAttempts = 3 }
        defer { harness.fetcher.shutdown() }

        let response = try await harness.fetch(origin.url("/m")).get()

        #expect(response.attempts == 2)
        #expect(response.body.bytes == [1, 2, 3])
    }
}

extension FetchPlan.Step {
    fileprivate var pause: Duration? {
        if case .pause(let duration) = self { duration } else { nil }
    }
}
