import AttachmentKit
import AttachmentTesting
import Testing

/// Answers past their time that are given before the origin has answered.
@Suite(.timeLimit(.minutes(1)))
struct StaleAtOnceTests {
    private let gate = Gate()

    /// An origin whose second answer waits at the gate.
    private func harness(_ control: String) throws -> KitHarness {
        let gif = try ScriptedResponse.gif(control, etag: "\"a\"")
        let gate = gate
        return try KitHarness { $0.ordinal == 1 ? gif : .notModified.held(by: gate) }
    }

    // Case 71.
    @Test func `given a window for asking meanwhile, when ten ask within it, then each is answered at once`()
        async throws
    {
        let harness = try harness("max-age=60, stale-while-revalidate=30")
        try await harness.withFetcher { fetcher in
            let url = harness.origin.url("/a.gif")
            _ = try await fetcher.record(of: url)
            harness.clock.advance(by: 70)

            let records = try await withThrowingTaskGroup(of: AttachmentRecord.self) { group in
                for _ in 0..<10 { group.addTask { try await fetcher.record(of: url) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(records.map(\.source) == Array(repeating: .stale, count: 10))
            #expect(records.map(\.ageSeconds) == Array(repeating: 70, count: 10))

            await harness.origin.arrivals(of: "/a.gif", count: 2)
            gate.open()
            await fetcher.settle()
            let fresh = try await fetcher.record(of: url)
            #expect(fresh.source == .cache)
            #expect(fresh.ageSeconds == 0)
        }
        #expect(harness.origin.requests.map(\.isConditional) == [false, true])
    }

    // Case 71.
    @Test func `given a window for asking meanwhile, when it is over, then the call waits for the origin`()
        async throws
    {
        let harness = try harness("max-age=60, stale-while-revalidate=30")
        gate.open()
        _ = try await harness.record()
        harness.clock.advance(by: 91)
        #expect(try await harness.record().source == .revalidated)
    }

    // Case 71.
    @Test func `given a question behind an answer, when the fetcher is shut down, then that ends at once`() async throws
    {
        let harness = try harness("max-age=60, stale-while-revalidate=30")
        try await harness.withFetcher { fetcher in
            _ = try await fetcher.record(of: harness.origin.url("/a.gif"))
            harness.clock.advance(by: 70)
            #expect(try await fetcher.record(of: harness.origin.url("/a.gif")).source == .stale)
            await harness.origin.arrivals(of: "/a.gif", count: 2)
        }
        await harness.origin.allClosed()
    }

    // Case 72.
    @Test
    func `given a question that takes longer than the call, when its time is over, then the old answer stands in`()
        async throws
    {
        let harness = try harness("max-age=60, stale-if-error=600")
        try await harness.withFetcher { fetcher in
            let url = harness.origin.url("/a.gif")
            _ = try await fetcher.record(of: url)
            harness.clock.advance(by: 70)
            let late = try await fetcher.record(of: url, within: 0.5)
            #expect(late.state == .ready)
            #expect(late.source == .stale)
            #expect(late.ageSeconds == 70)

            gate.open()
            await fetcher.settle()
            let next = try await fetcher.record(of: url)
            #expect(next.source == .cache)
            #expect(next.ageSeconds == 0)
        }
        #expect(harness.origin.requestCount == 2)
    }

    // Case 72.
    @Test func `given a call whose transfers end with it, when its time is over, then the old answer stands in`()
        async throws
    {
        let harness = try harness("max-age=60, stale-if-error=600")
        try await harness.withFetcher { fetcher in
            let url = harness.origin.url("/a.gif")
            _ = try await fetcher.record(of: url)
            harness.clock.advance(by: 70)
            #expect(try await fetcher.record(of: url, .endingWithAnswer, within: 0.5).source == .stale)
            harness.clock.advance(by: 600)
            let beyond = try await fetcher.record(of: url, .endingWithAnswer, within: 0.5)
            #expect(beyond.reason?.code == .deadlineExceeded)
        }
    }

    // Case 72.
    @Test func `given a call that is given up, when the old answer may stand in, then it does`() async throws {
        let harness = try harness("max-age=60, stale-if-error=600")
        try await harness.withFetcher { fetcher in
            let url = harness.origin.url("/a.gif")
            _ = try await fetcher.record(of: url)
            harness.clock.advance(by: 70)
            let call = Task { try await fetcher.record(of: url) }
            await harness.origin.arrivals(of: "/a.gif", count: 2)
            call.cancel()
            #expect(try await call.value.source == .stale)
            gate.open()
        }
    }
}
