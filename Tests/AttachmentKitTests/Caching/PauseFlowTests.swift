import AttachmentKit
import AttachmentTesting
import Testing

/// An origin that asks to be left alone is left alone, as a whole.
@Suite(.timeLimit(.minutes(1)))
struct PauseFlowTests {
    /// An origin that asks for a pause at `/busy`.
    private static func harness(_ retryAfter: String?, status: Int = 429) throws -> KitHarness {
        var busy = ScriptedResponse.status(status)
        if let retryAfter { busy = busy.header("Retry-After", retryAfter) }
        return try KitHarness(["/busy": busy, "/a.gif": .gif("max-age=600"), "/r": .redirect(to: "/a.gif")])
    }

    // Case 92.
    @Test(arguments: [429, 503], ["100", "Tue, 14 Nov 2023 22:15:00 GMT"])
    func `given a pause longer than the call, when another URL is asked for, then it fails at once and unasked`(
        status: Int, retryAfter: String
    ) async throws {
        let harness = try Self.harness(retryAfter, status: status)
        let busy = try await harness.record(of: "/busy")
        let other = try await harness.record()
        #expect(busy.reason?.code == .rateLimited)
        #expect(other.reason?.code == .rateLimited)
        #expect(other.attempts == 0)
        #expect(harness.origin.requestCount == 1)

        harness.clock.advance(by: 100)
        #expect(try await harness.record().state == .ready)
    }

    // Case 92.
    @Test func `given a pause that the call has time for, when another URL is asked for, then it waits`() async throws {
        let harness = try Self.harness("1")
        _ = try await harness.record(of: "/busy")
        let start = ContinuousClock.now
        let other = try await harness.record()
        #expect(other.state == .ready)
        #expect(start.duration(to: .now) >= .seconds(1))
        #expect(harness.origin.requestCount == 2)
    }

    // Case 92.
    @Test func `given a pause longer than the call, when a fallback lies elsewhere, then that is taken in time`()
        async throws
    {
        let harness = try Self.harness("10")
        let start = ContinuousClock.now
        try await harness.withFetcher { fetcher in
            _ = try await fetcher.record(of: harness.origin.url("/busy"))
            let record = try await fetcher.record(of: harness.origin.url("/a.gif"), within: 5)
            #expect(record.reason?.code == .rateLimited)
        }
        #expect(start.duration(to: .now) < .seconds(5))
    }

    // Case 92.
    @Test(arguments: ["Mon, 13 Nov 2023 22:15:00 GMT", "soon", nil])
    func `given a time that is past or cannot be read, when another URL is asked for, then it is asked`(
        retryAfter: String?
    ) async throws {
        let harness = try Self.harness(retryAfter)
        _ = try await harness.record(of: "/busy")
        #expect(try await harness.record().state == .ready)
    }

    // Case 92.
    @Test func `given a time that cannot be read, when the URL is asked for again, then our own pause counts`()
        async throws
    {
        let harness = try Self.harness("soon")
        _ = try await harness.record(of: "/busy")
        harness.clock.advance(by: 29)
        _ = try await harness.record(of: "/busy")
        #expect(harness.origin.requestCount == 1)
        harness.clock.advance(by: 1)
        _ = try await harness.record(of: "/busy")
        #expect(harness.origin.requestCount == 2)
    }

    // Case 92.
    @Test func `given a pause without end, when the longest memory is over, then the origin is asked again`()
        async throws
    {
        let harness = try Self.harness("99999999")
        _ = try await harness.record(of: "/busy")
        harness.clock.advance(by: 3500)
        #expect(try await harness.record().reason?.code == .rateLimited)
        harness.clock.advance(by: 100)
        #expect(try await harness.record().state == .ready)
    }

    // Case 92.
    @Test func `given a pause, when a redirect of another origin leads into it, then its target is not asked`()
        async throws
    {
        let harness = try Self.harness("100")
        let other = try ScriptedOrigin(routes: ["/r": .redirect(to: harness.origin.url("/a.gif"))])
        defer { other.stop() }
        try await harness.withFetcher(policy: { $0.network.allowOrigins.append(other.origin) }) { fetcher in
            _ = try await fetcher.record(of: harness.origin.url("/busy"))
            let record = try await fetcher.record(of: other.url("/r"))
            #expect(record.reason?.code == .rateLimited)
        }
        #expect(harness.origin.requestCount == 1)
        #expect(other.requestCount == 1)
    }

    // Case 92.
    @Test func `given a short pause, when a redirect of another origin leads into it, then its target waits`()
        async throws
    {
        let harness = try Self.harness("1")
        let other = try ScriptedOrigin(routes: ["/r": .redirect(to: harness.origin.url("/a.gif"))])
        defer { other.stop() }
        try await harness.withFetcher(policy: { $0.network.allowOrigins.append(other.origin) }) { fetcher in
            _ = try await fetcher.record(of: harness.origin.url("/busy"))
            let start = ContinuousClock.now
            let record = try await fetcher.record(of: other.url("/r"))
            #expect(record.state == .ready)
            #expect(start.duration(to: .now) >= .milliseconds(900))
        }
    }

    // Case 93.
    @Test func `given a pause, when a caller wants it asked anew, then it is asked`() async throws {
        let harness = try Self.harness("100")
        _ = try await harness.record(of: "/busy")
        #expect(try await harness.record(.use(.revalidate)).state == .ready)
    }
}
