import AttachmentKit
import AttachmentTesting
import Testing

/// Whatever comes together, every call ends, nothing stays locked, and what is kept is right.
@Suite(.timeLimit(.minutes(2)))
struct StormTests {
    /// Answers of all kinds, by turns.
    private static func handler() throws -> ScriptedOrigin.Handler {
        let (gif, tagged) = (try ScriptedResponse.gif("max-age=0"), try ScriptedResponse.gif("no-cache", etag: "\"a\""))
        let answers: [ScriptedResponse] = [
            gif, .status(503), tagged, gif.control("no-store"), gif.reset(at: .body(10)), .status(404),
            .redirect(to: "/0"), tagged.cut(at: .body(20)), .status(429), .redirect(to: "/1").control("max-age=1"),
            gif.pausing(20, at: .beforeFirstByte), tagged.pausing(20, at: .body(30)),
        ]
        return { request in
            if request.isConditional, request.ordinal % 2 == 0 { return .notModified }
            return answers[(request.ordinal + request.path.utf8.count) % answers.count]
        }
    }

    // Cases 96, 97.
    @Test(arguments: 0..<4)
    func `given calls of two processes in a storm, when some are given up, then all end and the cache is sound`(
        seed: Int
    ) async throws {
        let harness = try KitHarness(change: { $0.network.maxAttempts = 2 }, answering: try Self.handler())
        let fetchers = [try harness.makeFetcher(), try harness.makeFetcher()]
        let uses: [CacheUse] = [.standard, .revalidate, .standard, .onlyIfCached]
        var calls: [Task<AttachmentRecord, any Error>] = []
        for number in 0..<200 {
            let mixed = (number * 7919 + seed * 104_729) % 1009
            let url = harness.origin.url("/\(mixed % 5)")
            let fetcher = fetchers[mixed % 2]
            let use = uses[mixed % 4]
            let ends = mixed % 3 == 0
            let call = Task {
                var options = FetchOptions.use(use)
                options.continuesBehindAnswer = !ends
                return try await fetcher.record(of: url, options, within: 5)
            }
            calls.append(call)
            if mixed % 7 == 0 { call.cancel() }
            if number % 20 == 0 { harness.clock.advance(by: 31) }
        }
        for call in calls { _ = try await call.value }
        for fetcher in fetchers { await fetcher.settle() }
        #expect(fetchers.allSatisfy { !$0.isAsking })
        for fetcher in fetchers { await fetcher.shutdown() }

        harness.clock.advance(by: 100_000)
        try await harness.withFetcher { fetcher in
            for target in 0..<5 {
                let record = try await fetcher.record(of: harness.origin.url("/\(target)"), within: 5)
                let bytes = try record.path.map { try readFile($0).count }
                #expect(bytes.map(Int64.init) == record.bytes)
            }
        }
    }

    // Case 96.
    @Test(arguments: 0..<4)
    func `given calls in a storm, when the fetcher is shut down, then all of them end`(seed: Int) async throws {
        let harness = try KitHarness(answering: try Self.handler())
        let (first, second) = (try harness.makeFetcher(), try harness.makeFetcher())
        let calls = (0..<100).map { number in
            let fetcher = number % 2 == 0 ? first : second
            return Task { try await fetcher.record(of: harness.origin.url("/\((number + seed) % 5)"), within: 5) }
        }
        await harness.origin.arrivals(of: "/\(seed)")
        await first.shutdown()
        // Those that came too late for it are told so.
        for (number, call) in calls.enumerated() where number % 2 == 0 { _ = await call.result }
        for (number, call) in calls.enumerated() where number % 2 == 1 { _ = try await call.value }
        await second.settle()
        #expect(!second.isAsking)
        await second.shutdown()
    }
}
