import AttachmentKit
import AttachmentTesting
import Testing

/// Calls that take a response of any status keep to what the cache knows, and add to it as others do.
@Suite(.timeLimit(.minutes(1)))
struct AnyStatusFlowTests {
    private static var taking: GetOptions {
        var options = GetOptions()
        options.takesEveryStatus = true
        return options
    }

    private static func get(_ harness: KitHarness, _ options: GetOptions = taking) async throws -> GetResponse {
        try await harness.withFetcher { try await $0.get(harness.origin.url("/a.gif"), options: options) }
    }

    // Case 68.
    @Test(arguments: [429, 500, 502, 503, 504], [nil, "max-age=600"])
    func `given an answer past its time, when the origin is in trouble, then it stands in and is kept`(
        status: Int, control: String?
    ) async throws {
        let gif = try ScriptedResponse.gif("max-age=60, stale-if-error=600")
        var trouble = ScriptedResponse.status(status)
        if let control { trouble = trouble.control(control) }
        let harness = try KitHarness { [trouble] in $0.ordinal == 1 ? gif : trouble }
        _ = try await harness.record()
        harness.clock.advance(by: 70)

        let response = try await Self.get(harness)
        #expect(response.status == 200)
        #expect(response.source == .stale)
        #expect(response.ageSeconds == 70)
        #expect(try await harness.record().source == .stale)
        // Case 94: what is remembered of the trouble is enough.
        _ = try await Self.get(harness)
        #expect(harness.origin.requestCount == 2)

        harness.clock.advance(by: 1000)
        #expect(try await Self.get(harness).status == status)
    }

    // Cases 69, 91.
    @Test(arguments: [404, 410, 403, 500, 503])
    func `given a refusal that was shown, when media are wanted, then it is remembered and nobody asks`(status: Int)
        async throws
    {
        let harness = try KitHarness { _ in .status(status) }
        #expect(try await Self.get(harness).status == status)
        let record = try await harness.record()
        #expect(record.reason?.code == .httpStatus)
        #expect(record.attempts == 0)
        #expect(harness.origin.requestCount == 1)
        #expect(try await Self.get(harness).status == status)
        #expect(harness.origin.requestCount == 2)
    }

    // Case 92.
    @Test(arguments: [429, 503])
    func `given a shown answer that asks for a pause, when another URL is wanted, then the origin is left alone`(
        status: Int
    ) async throws {
        let harness = try KitHarness {
            $0.path == "/a.gif" ? .status(status).header("Retry-After", "100") : .status(200)
        }
        #expect(try await Self.get(harness).status == status)
        let other = try await harness.record(of: "/b.gif")
        #expect(other.reason?.code == .rateLimited)
        #expect(harness.origin.requestCount == 1)
    }

    // Cases 56, 60.
    @Test(arguments: [412, 416, 304])
    func `given an answer about conditions of the cache's own, when it comes, then the whole is asked for`(
        status: Int
    ) async throws {
        let gif = try ScriptedResponse.gif("max-age=0", etag: "\"a\"")
        let unfounded = ScriptedResponse.status(status).header("ETag", "\"b\"")
        let harness = try KitHarness { $0.isConditional ? unfounded : gif }
        _ = try await Self.get(harness)
        let second = try await Self.get(harness)
        #expect(second.status == 200)
        #expect(harness.origin.requests.map(\.isConditional) == [false, true, false])
    }

    // Case 56.
    @Test func `given a 304 to nothing, when it comes, then it is asked for once more`() async throws {
        let gif = try ScriptedResponse.gif()
        let harness = try KitHarness { $0.ordinal == 1 ? .notModified : gif }
        #expect(try await Self.get(harness).status == 200)
        #expect(harness.origin.requestCount == 2)
    }

    @Test func `given an empty body that was kept for who takes any status, when media are wanted, then it is empty`()
        async throws
    {
        let harness = try KitHarness { _ in .ok("", type: "image/gif").control("max-age=600") }
        var anyStatus = GetOptions()
        anyStatus.takesEveryStatus = true
        #expect(try await Self.get(harness, anyStatus).body?.bytes == 0)
        #expect(try await harness.record().reason?.code == .empty)
        #expect(harness.origin.requestCount == 1)
    }

    @Test func `given a redirect that leads nowhere, when it is shown again, then it is the same from the cache`()
        async throws
    {
        let harness = try KitHarness { _ in .status(301).header("Location", "").control("max-age=600") }
        #expect(try await Self.get(harness).status == 301)
        let second = try await Self.get(harness)
        #expect(second.status == 301)
        #expect(second.source == .cache)
    }
}
