import AttachmentKit
import AttachmentTesting
import Testing

/// What arrived of a body counts only as the beginning of the same state.
@Suite(.timeLimit(.minutes(1)))
struct PartFlowTests {
    /// How the answer about the rest differs from what the first one promised.
    enum Rest: Hashable, Sendable, CaseIterable {
        case otherTag, weakTag, otherStart, otherTotal, noRange
    }

    private static func rest(_ rest: Rest, _ media: [UInt8], from start: Int) -> ScriptedResponse {
        let from = rest == .otherStart ? start + 1 : start
        let total = rest == .otherTotal ? media.count + 1 : media.count
        var response = ScriptedResponse.ok(Array(media[from...]), type: "image/gif")
        response.status = 206
        response = response.header("ETag", rest == .otherTag ? "\"b\"" : rest == .weakTag ? "W/\"a\"" : "\"a\"")
        return rest == .noRange
            ? response : response.header("Content-Range", "bytes \(from)-\(media.count - 1)/\(total)")
    }

    // Case 84.
    @Test(arguments: Rest.allCases)
    func `given a rest that does not fit its beginning, when it comes, then the whole is asked for`(rest: Rest)
        async throws
    {
        let media = try KitHarness.media("wave.gif")
        let whole = try ScriptedResponse.gif("max-age=600", etag: "\"a\"")
        let harness = try KitHarness(change: { $0.network.maxAttempts = 2 }) { request in
            if request.ordinal == 1 { return whole.stalling(at: .body(100)) }
            return request.header("Range") == nil ? whole : Self.rest(rest, media, from: 100)
        }
        let record = try await Self.recordInTwoCalls(harness)

        #expect(record.state == .ready)
        #expect(try readFile(try #require(record.path)) == media)
        #expect(harness.origin.requests.map { $0.header("Range") } == [nil, "bytes=100-", nil])
    }

    // Case 84.
    @Test func `given the rest of the same state, when it comes, then both are one answer`() async throws {
        let media = try KitHarness.media("wave.gif")
        let whole = try ScriptedResponse.gif("max-age=600", etag: "\"a\"")
        let harness = try KitHarness { request in
            if request.ordinal == 1 { return whole.stalling(at: .body(100)) }
            var rest = ScriptedResponse.ok(Array(media[100...]), type: "image/gif").header("ETag", "\"a\"")
            rest.status = 206
            return rest.header("Content-Range", "bytes 100-\(media.count - 1)/\(media.count)")
        }
        let record = try await Self.recordInTwoCalls(harness)
        let again = try await harness.record()

        #expect(try readFile(try #require(record.path)) == media)
        #expect(again.source == .cache)
        #expect(harness.origin.requests.map { $0.header("If-Range") } == [nil, "\"a\""])
        #expect(try await harness.storedHeaders(of: "/a.gif")["content-length"] == "\(media.count)")
    }

    // Case 85.
    @Test func `given a weak tag alone, when a transfer was interrupted, then the whole is asked for`() async throws {
        let whole = try ScriptedResponse.gif("max-age=600", etag: "W/\"a\"")
        let harness = try KitHarness { $0.ordinal == 1 ? whole.stalling(at: .body(100)) : whole }
        let record = try await Self.recordInTwoCalls(harness)
        #expect(record.state == .ready)
        #expect(harness.origin.requests.map { $0.header("Range") } == [nil, nil])
        #expect(harness.origin.requests.map { $0.header("If-Range") } == [nil, nil])
    }

    /// The first call ends within the body, the second one has time.
    private static func recordInTwoCalls(_ harness: KitHarness) async throws -> AttachmentRecord {
        try await harness.withFetcher { fetcher in
            let url = harness.origin.url("/a.gif")
            let first = try await fetcher.record(of: url, .endingWithAnswer, within: 1)
            #expect(first.state == .expired)
            await fetcher.settleParts()
            return try await fetcher.record(of: url)
        }
    }
}
