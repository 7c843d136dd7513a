import AttachmentKit
import AttachmentTesting
import Testing

/// Each hop of a way is kept by its own rules.
@Suite(.timeLimit(.minutes(1)))
struct RedirectFlowTests {
    private static func harness(
        _ status: Int, _ hop: String?, _ target: String
    ) throws -> KitHarness {
        var redirect = ScriptedResponse.redirect(to: "/a.gif", status: status)
        if let hop { redirect = redirect.control(hop) }
        return try KitHarness(["/r": redirect, "/a.gif": .gif(target)])
    }

    // Case 82.
    @Test(arguments: [301, 302, 303, 307, 308])
    func `given a redirect that is good for a while, when it is over, then it alone is asked again`(status: Int)
        async throws
    {
        let harness = try Self.harness(status, "max-age=10", "max-age=100")
        let begin = harness.clock.now
        let first = try await harness.record(of: "/r")
        harness.clock.advance(by: 9)
        let second = try await harness.record(of: "/r")
        #expect(harness.origin.requests.map(\.path) == ["/r", "/a.gif"])
        harness.clock.advance(by: 1)
        let third = try await harness.record(of: "/r")

        #expect(first.http?.freshUntil == begin + 10)
        #expect(second.source == .cache)
        #expect(second.http?.freshUntil == begin + 10)
        #expect(second.finalUrl == harness.origin.url("/a.gif"))
        #expect(third.state == .ready)
        #expect(third.http?.freshUntil == begin + 20)
        #expect(harness.origin.requests.map(\.path) == ["/r", "/a.gif", "/r"])
    }

    // Case 82.
    @Test(arguments: [302, 303, 307])
    func `given a redirect that says nothing of itself, when it is asked for, then it alone is asked each time`(
        status: Int
    ) async throws {
        let harness = try Self.harness(status, nil, "max-age=100")
        for _ in 0..<3 { #expect(try await harness.record(of: "/r").state == .ready) }
        #expect(try await harness.record(of: "/a.gif").source == .cache)
        #expect(harness.origin.requests.map(\.path) == ["/r", "/a.gif", "/r", "/r"])
        #expect(try await harness.stored(of: "/r").isEmpty)
    }

    // Case 82.
    @Test func `given a redirect that outlives its target, when that is over, then it alone is asked again`()
        async throws
    {
        let harness = try Self.harness(301, "max-age=100", "max-age=10")
        _ = try await harness.record(of: "/r")
        harness.clock.advance(by: 10)
        _ = try await harness.record(of: "/r")
        #expect(harness.origin.requests.map(\.path) == ["/r", "/a.gif", "/a.gif"])
    }

    // Case 82.
    @Test func `given a target with a tag, when a redirect leads to it past its time, then it is asked about`()
        async throws
    {
        let gif = try ScriptedResponse.gif("max-age=10", etag: "\"a\"")
        let harness = try KitHarness { request in
            if request.path == "/r" { return .redirect(to: "/a.gif") }
            return request.isConditional ? .notModified : gif
        }
        _ = try await harness.record(of: "/r")
        harness.clock.advance(by: 10)
        #expect(try await harness.record(of: "/r").source == .revalidated)
        #expect(harness.origin.requests.map(\.path) == ["/r", "/a.gif", "/r", "/a.gif"])
    }

    // Case 83.
    @Test func `given a stored redirect, when the policy now blocks its target, then nothing is asked or used`()
        async throws
    {
        let other = try ScriptedOrigin(routes: ["/a.gif": .gif("max-age=600")])
        defer { other.stop() }
        let target = other.url("/a.gif")
        let harness = try KitHarness(
            ScriptedOrigin(routes: ["/r": .redirect(to: target, status: 301).control("max-age=600")]))
        let open = try await harness.record(of: "/r") { $0.network.allowOrigins.append(other.origin) }
        let blocked = try await harness.record(of: "/r")

        #expect(open.state == .ready)
        #expect(blocked.state == .failed)
        #expect(blocked.reason?.code == .portBlocked || blocked.reason?.code == .addressBlocked)
        #expect(blocked.source == nil)
        #expect(harness.origin.requestCount + other.requestCount == 2)
    }

    // Case 83.
    @Test func `given a stored answer, when the policy now blocks its URL, then it is not used`() async throws {
        let harness = try KitHarness(["/a.gif": .gif("max-age=600")])
        _ = try await harness.record()
        let blocked = try await harness.record { $0.network.allowOrigins = [] }
        #expect(blocked.state == .failed)
        #expect(harness.origin.requestCount == 1)
    }

    // Case 89.
    @Test func `given a failure that is remembered, when a redirect leads to it, then it is not asked`() async throws {
        let harness = try KitHarness(["/r": .redirect(to: "/gone")])
        _ = try await harness.record(of: "/gone")
        let record = try await harness.record(of: "/r")
        #expect(record.state == .failed)
        #expect(record.http?.status == 404)
        #expect(harness.origin.requests.map(\.path) == ["/gone", "/r"])
    }

    // Case 82.
    @Test func `given redirects that lead in a circle, when they are stored, then the call ends`() async throws {
        let harness = try KitHarness([
            "/r": .redirect(to: "/s", status: 301).control("max-age=600"),
            "/s": .redirect(to: "/r", status: 301).control("max-age=600"),
        ])
        for _ in 0..<2 { #expect(try await harness.record(of: "/r").reason?.code == .tooManyRedirects) }
    }
}
