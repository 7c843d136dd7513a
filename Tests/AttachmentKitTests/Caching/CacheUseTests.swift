import AttachmentKit
import AttachmentTesting
import Testing

/// What a caller wants of the cache.
@Suite(.timeLimit(.minutes(1)))
struct CacheUseTests {
    // Case 63.
    @Test func `given a fresh answer, when a caller wants it confirmed, then the origin is asked about it`()
        async throws
    {
        let gif = try ScriptedResponse.gif("max-age=600", etag: "\"a\"")
        let harness = try KitHarness { $0.isConditional ? .notModified : gif }
        _ = try await harness.record()
        let confirmed = try await harness.record(.use(.revalidate))
        #expect(confirmed.source == .revalidated)
        #expect(harness.origin.requests.map(\.isConditional) == [false, true])
    }

    // Case 63.
    @Test func `given a caller that wants it confirmed, when the origin is down, then nothing stands in`() async throws
    {
        let gif = try ScriptedResponse.gif("max-age=600")
        let harness = try KitHarness { $0.ordinal == 1 ? gif : .status(503) }
        _ = try await harness.record()
        #expect(try await harness.record(.use(.revalidate)).reason?.code == .httpStatus)
        #expect(try await harness.record().source == .cache)
    }

    // Case 63.
    @Test func `given nothing stored, when only that is wanted, then nothing is asked`() async throws {
        let harness = try KitHarness(["/a.gif": .gif("max-age=600")])
        let record = try await harness.record(.use(.onlyIfCached))
        #expect(record.state == .failed)
        #expect(record.reason?.code == .cancelled)
        #expect(record.reason?.message.contains("only what is cached") == true)
        #expect(harness.origin.requestCount == 0)
    }

    // Case 63.
    @Test func `given a stored answer, when only that is wanted, then it counts as long as it is fresh`() async throws {
        let harness = try KitHarness(["/a.gif": .gif("max-age=600")])
        _ = try await harness.record()
        #expect(try await harness.record(.use(.onlyIfCached)).source == .cache)
        harness.clock.advance(by: 600)
        #expect(try await harness.record(.use(.onlyIfCached)).reason?.code == .cancelled)
        #expect(harness.origin.requestCount == 1)
    }

    // Case 65.
    @Test func `given an immutable answer, when a caller wants it confirmed, then it is asked about once it is over`()
        async throws
    {
        let gif = try ScriptedResponse.gif("max-age=600, immutable", etag: "\"a\"")
        let harness = try KitHarness { $0.isConditional ? .notModified : gif }
        _ = try await harness.record()
        #expect(try await harness.record(.use(.revalidate)).source == .cache)
        harness.clock.advance(by: 600)
        #expect(try await harness.record(.use(.revalidate)).source == .revalidated)
        #expect(harness.origin.requestCount == 2)
    }

    // Case 93.
    @Test func `given a remembered failure, when callers want it asked anew, then that is one request`() async throws {
        let gate = Gate()
        let gif = try ScriptedResponse.gif("max-age=600").held(by: gate)
        let harness = try KitHarness { $0.ordinal == 1 ? .status(404) : gif }
        try await harness.withFetcher { fetcher in
            let url = harness.origin.url("/a.gif")
            _ = try await fetcher.record(of: url)
            #expect(try await fetcher.record(of: url).attempts == 0)
            async let one = fetcher.record(of: url, .use(.revalidate))
            async let two = fetcher.record(of: url, .use(.revalidate))
            await fetcher.waiters(2)
            gate.open()
            let records = [try await one, try await two]
            #expect(records.map(\.state) == [.ready, .ready])
        }
        #expect(harness.origin.requestCount == 2)
    }
}
