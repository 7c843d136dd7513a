import AttachmentKit
import AttachmentTesting
import Testing

/// What the policy says of caching is what happens.
@Suite(.timeLimit(.minutes(1)))
struct CachingPolicyTests {
    @Test
    func `given a cache that is offline, when an answer is past all its windows, then it is used and its age told`()
        async throws
    {
        let harness = try KitHarness(["/a.gif": .gif("max-age=60, stale-if-error=10")])
        _ = try await harness.record()
        harness.clock.advance(by: 1_000_000)
        let record = try await harness.record { $0.caching.offline = true }
        #expect(record.state == .ready)
        #expect(record.source == .stale)
        #expect(record.ageSeconds == 1_000_000)
        #expect(harness.origin.requestCount == 1)
    }

    @Test(arguments: ["max-age=60, must-revalidate", "no-cache"])
    func `given a cache that is offline, when an answer must be asked about, then it is refused`(control: String)
        async throws
    {
        let harness = try KitHarness(["/a.gif": .gif(control)])
        _ = try await harness.record()
        harness.clock.advance(by: 61)
        let record = try await harness.record { $0.caching.offline = true }
        #expect(record.reason?.code == .cancelled)
        #expect(record.reason?.message.contains("offline") == true)
        #expect(harness.origin.requestCount == 1)
    }

    @Test func `given a cache that is offline, when it holds nothing of a URL, then the message says so`() async throws
    {
        let harness = try KitHarness(["/a.gif": .gif("max-age=60")]) { $0.caching.offline = true }
        let record = try await harness.record()
        #expect(record.state == .failed)
        #expect(record.reason?.code == .cancelled)
        #expect(record.reason?.message.contains("caching.offline") == true)
        #expect(harness.origin.requestCount == 0)
    }

    @Test func `given a cache that is offline, when a fresh answer is wanted confirmed, then it is used as it is`()
        async throws
    {
        let harness = try KitHarness(["/a.gif": .gif("max-age=60")])
        _ = try await harness.record()
        try await harness.withFetcher(policy: { $0.caching.offline = true }) { fetcher in
            let record = try await fetcher.record(of: harness.origin.url("/a.gif"), .use(.revalidate))
            #expect(record.source == .cache)
        }
        #expect(harness.origin.requestCount == 1)
    }

    // Case 32.
    @Test func `given a least freshness, when an answer says nothing, then it counts for so long`() async throws {
        let harness = try KitHarness(["/a.gif": .gif()]) { $0.caching.minFreshSeconds = 100 }
        _ = try await harness.record()
        harness.clock.advance(by: 99)
        #expect(try await harness.record().source == .cache)
        harness.clock.advance(by: 1)
        #expect(try await harness.record().source == .network)
    }

    @Test func `given a least freshness, when an answer says less, then that counts`() async throws {
        let harness = try KitHarness(["/a.gif": .gif("max-age=10")]) { $0.caching.minFreshSeconds = 100 }
        _ = try await harness.record()
        harness.clock.advance(by: 10)
        #expect(try await harness.record().source == .network)
    }

    // Case 25.
    @Test func `given a longest freshness, when an answer says more, then the origin is asked once that is over`()
        async throws
    {
        let harness = try KitHarness(["/a.gif": .gif("max-age=99999999999999999999")]) {
            $0.caching.maxFreshSeconds = 100
        }
        let first = try await harness.record()
        #expect(first.http?.freshUntil == harness.clock.now + 100)
        harness.clock.advance(by: 99)
        #expect(try await harness.record().source == .cache)
        harness.clock.advance(by: 1)
        #expect(try await harness.record().source == .network)
    }

    // Case 73.
    @Test func `given a window for errors in the policy, when it is over, then the origin's failure counts`()
        async throws
    {
        let gif = try ScriptedResponse.gif("max-age=60")
        let harness = try KitHarness(change: { $0.caching.staleIfErrorSeconds = 100 }) {
            $0.ordinal == 1 ? gif : .status(503)
        }
        _ = try await harness.record()
        harness.clock.advance(by: 160)
        #expect(try await harness.record().source == .stale)
        harness.clock.advance(by: 61)
        #expect(try await harness.record().reason?.code == .httpStatus)
    }
}
