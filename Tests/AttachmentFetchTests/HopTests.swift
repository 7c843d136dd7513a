import AttachmentDomain
import AttachmentFetch
import AttachmentTesting
import AttachmentURL
import Testing

/// What is told of the way to an answer: each redirect with its fields and times, for a cache that keeps each by itself.
@Suite(.timeLimit(.minutes(1)))
struct HopTests {
    static let start: Int64 = 1_700_000_000

    /// Each request takes its origin five seconds of the clock.
    private static func origin(
        _ clock: HandMovedClock, _ handler: @escaping ScriptedOrigin.Handler
    ) throws -> ScriptedOrigin {
        try ScriptedOrigin { request in
            clock.advance(by: 5)
            return handler(request)
        }
    }

    @Test func `given redirects, when the last answer comes, then each is told in order with its times`() async throws {
        let clock = HandMovedClock(at: Self.start)
        let origin = try Self.origin(clock) { request in
            switch request.path {
            case "/a": ScriptedResponse.redirect(to: "/b", status: 301).header("Cache-Control", "max-age=60")
            case "/b": .redirect(to: "/m", status: 307)
            default: .ok([1, 2, 3])
            }
        }
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin], clock: clock)
        defer { harness.fetcher.shutdown() }

        let response = try await harness.fetch(origin.url("/a")).get()

        #expect(response.outcome == .whole)
        #expect(response.redirects == 2)
        #expect(response.hops.map(\.url.text) == ["/a", "/b"].map(origin.url))
        #expect(response.hops.map(\.target.text) == ["/b", "/m"].map(origin.url))
        #expect(response.hops.map(\.status) == [301, 307])
        #expect(response.hops.map { $0.headers["cache-control"] } == ["max-age=60", nil])
        #expect(response.hops.map(\.requestedAt) == [Self.start, Self.start + 5])
        #expect(response.hops.map(\.receivedAt) == [Self.start + 5, Self.start + 10])
        #expect(response.requestedAt == Self.start + 10)
        #expect(response.receivedAt == Self.start + 15)
    }

    @Test func `given a redirect to what is not there, when it is followed, then the fault tells of both`() async throws
    {
        let clock = HandMovedClock(at: Self.start)
        let origin = try Self.origin(clock) { $0.path == "/a" ? .redirect(to: "/gone") : .status(410) }
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin], clock: clock)
        defer { harness.fetcher.shutdown() }

        let fault = try #require(try await harness.fault(origin.url("/a")))

        #expect(fault.kind == .httpStatus(410))
        #expect(fault.hops.map(\.target.text) == [origin.url("/gone")])
        #expect(fault.response?.url.text == origin.url("/gone"))
        #expect(fault.response?.requestedAt == Self.start + 5)
        #expect(fault.response?.receivedAt == Self.start + 10)
    }

    @Test func `given a redirect that is not followed, when it is told, then who sent it is named`() async throws {
        let (origin, harness, directory) = try TrustingScene.secure { _ in .redirect(to: "http://media.example.com/") }
        defer { origin.stop() }
        defer { harness.fetcher.shutdown() }
        defer { withExtendedLifetime(directory) {} }

        let fault = try #require(try await harness.fault(origin.url("/a")))

        #expect(fault.kind == .redirectDowngrade)
        #expect(fault.hops.isEmpty)
        #expect(fault.response?.url.text == origin.url("/a"))
        #expect(fault.response?.status == 302)
    }

    @Test func `given a second try, when it is answered, then the redirects of the first are forgotten`() async throws {
        let origin = try ScriptedOrigin { request in
            switch (request.path, request.ordinal) {
            case ("/a", 1): .redirect(to: "/b")
            case ("/a", _): .redirect(to: "/m")
            case ("/b", _): .status(503)
            default: .ok([1])
            }
        }
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin]) { $0.maxAttempts = 2 }
        defer { harness.fetcher.shutdown() }

        let response = try await harness.fetch(origin.url("/a")).get()

        #expect(response.attempts == 2)
        #expect(response.hops.map(\.target.text) == [origin.url("/m")])
    }
}
