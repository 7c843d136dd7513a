import AttachmentKit
import AttachmentTesting
import Testing

/// Two fetchers on one directory behave as two processes do.
@Suite(.timeLimit(.minutes(1)))
struct ProcessFlowTests {
    private let gate = Gate()

    /// Runs the body with two fetchers; both are shut down afterwards.
    private func withTwo(
        _ harness: KitHarness, _ body: (AttachmentFetcher, AttachmentFetcher) async throws -> Void
    ) async throws {
        try await harness.withFetcher { first in
            try await harness.withFetcher { second in try await body(first, second) }
        }
    }

    // Case 96.
    @Test func `given a question of one process, when another has it too, then it waits and is answered by the cache`()
        async throws
    {
        let harness = try KitHarness(["/a.gif": .gif("max-age=600").held(by: gate)])
        let url = harness.origin.url("/a.gif")
        try await withTwo(harness) { first, second in
            async let one = first.record(of: url)
            await harness.origin.arrivals(of: "/a.gif")
            async let two = second.record(of: url)
            await second.waiters(1)
            gate.open()
            let oneRecord = try await one
            #expect(oneRecord.source == .network)
            let twoRecord = try await two
            #expect(twoRecord.source == .cache)
        }
        #expect(harness.origin.requestCount == 1)
    }

    // Case 96.
    @Test func `given a question of one process, when it fails, then the other is told and does not ask`() async throws
    {
        let harness = try KitHarness(["/a.gif": .status(404).held(by: gate)])
        let url = harness.origin.url("/a.gif")
        try await withTwo(harness) { first, second in
            async let one = first.record(of: url)
            await harness.origin.arrivals(of: "/a.gif")
            async let two = second.record(of: url)
            await second.waiters(1)
            gate.open()
            let oneRecord = try await one
            #expect(oneRecord.http?.status == 404)
            let twoRecord = try await two
            #expect(twoRecord.http?.status == 404)
        }
        #expect(harness.origin.requestCount == 1)
    }

    // Case 96.
    @Test func `given a process that waits for another, when its time is over, then it does not wait longer`()
        async throws
    {
        let harness = try KitHarness(["/a.gif": .gif("max-age=600").held(by: gate)])
        let url = harness.origin.url("/a.gif")
        try await withTwo(harness) { first, second in
            async let one = first.record(of: url)
            await harness.origin.arrivals(of: "/a.gif")
            #expect(try await second.record(of: url, .endingWithAnswer, within: 1).state == .expired)
            gate.open()
            let oneRecord = try await one
            #expect(oneRecord.state == .ready)
        }
        #expect(harness.origin.requestCount == 1)
    }

    // Case 96.
    @Test func `given a process that waits for another, when its call is given up, then it ends at once`() async throws
    {
        let harness = try KitHarness(["/a.gif": .gif("max-age=600").held(by: gate)])
        let url = harness.origin.url("/a.gif")
        try await withTwo(harness) { first, second in
            async let one = first.record(of: url)
            await harness.origin.arrivals(of: "/a.gif")
            let two = Task { try await second.record(of: url, .endingWithAnswer) }
            await second.waiters(1)
            two.cancel()
            let twoRecord = try await two.value
            #expect(twoRecord.reason?.code == .cancelled)
            gate.open()
            let oneRecord = try await one
            #expect(oneRecord.state == .ready)
        }
        #expect(harness.origin.requestCount == 1)
    }

    // Case 96.
    @Test func `given a process that ends within a transfer, when another waits for it, then that goes on from there`()
        async throws
    {
        let media = try KitHarness.media("wave.gif")
        let whole = try ScriptedResponse.gif("max-age=600", etag: "\"a\"")
        let harness = try KitHarness { request in
            guard request.ordinal > 1 else { return whole.stalling(at: .body(100)) }
            guard request.header("Range") == "bytes=100-" else { return whole }
            var rest = ScriptedResponse.ok(Array(media[100...]), type: "image/gif").header("ETag", "\"a\"")
            rest.status = 206
            return rest.header("Content-Range", "bytes 100-\(media.count - 1)/\(media.count)")
        }
        let url = harness.origin.url("/a.gif")
        let (first, second) = (try harness.makeFetcher(), try harness.makeFetcher())
        // Its transfer goes on behind this answer, and what the origin has sent has come by then.
        #expect(try await first.record(of: url, within: 1).state == .expired)
        let two = Task { try await second.record(of: url) }
        await second.waiters(1)
        await first.shutdown()
        let record = try await two.value
        await second.shutdown()

        #expect(record.state == .ready)
        #expect(try readFile(try #require(record.path)) == media)
        #expect(harness.origin.requests.map { $0.header("Range") } == [nil, "bytes=100-"])
    }

    // Case 97.
    @Test func `given answers that are not stored, when two processes ask, then neither waits for the other`()
        async throws
    {
        let gif = try ScriptedResponse.gif("no-store")
        let gate = gate
        let harness = try KitHarness { $0.ordinal == 1 ? gif : gif.held(by: gate) }
        let url = harness.origin.url("/a.gif")
        try await withTwo(harness) { first, second in
            #expect(try await first.record(of: url).source == .network)
            async let one = first.record(of: url)
            async let two = second.record(of: url)
            await harness.origin.arrivals(of: "/a.gif", count: 3)
            gate.open()
            let records = [try await one, try await two]
            #expect(records.map(\.source) == [.network, .network])
        }
        #expect(harness.origin.requestCount == 3)
    }

    // Case 97.
    @Test func `given an answer that turns out not to be stored, when another process waits, then it asks for itself`()
        async throws
    {
        let harness = try KitHarness(["/a.gif": .gif("no-store").held(by: gate)])
        let url = harness.origin.url("/a.gif")
        try await withTwo(harness) { first, second in
            async let one = first.record(of: url)
            await harness.origin.arrivals(of: "/a.gif")
            async let two = second.record(of: url)
            await second.waiters(1)
            gate.open()
            let records = [try await one, try await two]
            #expect(records.map(\.source) == [.network, .network])
        }
        #expect(harness.origin.requestCount == 2)
    }

    // Case 61.
    @Test func `given an answer of the same second, when another process asks meanwhile, then the old one is none`()
        async throws
    {
        let old = try ScriptedResponse.gif("no-cache", etag: "\"a\"")
        let new = try ScriptedResponse.gif("no-cache", etag: "\"b\"", mark: "new").held(by: gate)
        let harness = try KitHarness { $0.ordinal == 1 ? old : new }
        let url = harness.origin.url("/a.gif")
        try await withTwo(harness) { first, second in
            let before = try await first.record(of: url)
            async let one = first.record(of: url)
            await harness.origin.arrivals(of: "/a.gif", count: 2)
            async let two = second.record(of: url)
            await second.waiters(1)
            gate.open()
            let digests = try await [one.digest, two.digest]
            #expect(digests[0] != before.digest)
            #expect(digests[1] == digests[0])
        }
        #expect(harness.origin.requestCount == 2)
    }
}
