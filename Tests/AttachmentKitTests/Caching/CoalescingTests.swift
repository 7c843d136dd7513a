import AttachmentKit
import AttachmentTesting
import Testing

/// Many that ask the same at once are one question, and each goes its own way.
@Suite(.timeLimit(.minutes(1)))
struct CoalescingTests {
    private let gate = Gate()

    private func harness(_ control: String) throws -> KitHarness {
        try KitHarness(["/a.gif": .gif(control).held(by: gate)])
    }

    // Case 96.
    @Test func `given a hundred calls for one URL, when it is not stored, then it is asked for once`() async throws {
        let harness = try harness("max-age=600")
        try await harness.withFetcher { fetcher async throws in
            let url = harness.origin.url("/a.gif")
            let records = try await withThrowingTaskGroup(of: AttachmentRecord.self) { group in
                for _ in 0..<100 { group.addTask { try await fetcher.record(of: url) } }
                await fetcher.waiters(100)
                gate.open()
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(records.map(\.state) == Array(repeating: .ready, count: 100))
            #expect(Set(records.map(\.digest)).count == 1)
        }
        #expect(harness.origin.requestCount == 1)
    }

    // Case 96.
    @Test(arguments: [true, false])
    func `given calls for one URL, when the time of one is over, then the others get theirs`(isFirst: Bool)
        async throws
    {
        let harness = try harness("max-age=600")
        try await harness.withFetcher { fetcher async throws in
            let url = harness.origin.url("/a.gif")
            let first = Task { try await fetcher.record(of: url, within: isFirst ? 1 : 20) }
            await fetcher.waiters(1)
            let second = Task { try await fetcher.record(of: url, within: isFirst ? 20 : 1) }
            await fetcher.waiters(2)
            let (short, long) = isFirst ? (first, second) : (second, first)
            #expect(try await short.value.state == .expired)
            gate.open()
            #expect(try await long.value.state == .ready)
        }
        #expect(harness.origin.requestCount == 1)
    }

    // Case 96.
    @Test func `given a call that takes its transfer with it, when its time is over, then who joined begins anew`()
        async throws
    {
        let harness = try harness("max-age=600")
        try await harness.withFetcher { fetcher async throws in
            let url = harness.origin.url("/a.gif")
            let first = Task { try await fetcher.record(of: url, .endingWithAnswer, within: 1) }
            await fetcher.waiters(1)
            let second = Task { try await fetcher.record(of: url) }
            await fetcher.waiters(2)
            #expect(try await first.value.state == .expired)
            gate.open()
            #expect(try await second.value.state == .ready)
        }
        #expect(harness.origin.requestCount <= 2)
    }

    // Case 96.
    @Test func `given calls whose times end one after another, when one has more, then none of theirs counts for it`()
        async throws
    {
        let harness = try harness("max-age=600")
        try await harness.withFetcher { fetcher async throws in
            let url = harness.origin.url("/a.gif")
            var calls: [Task<AttachmentRecord, any Error>] = []
            for (place, seconds) in [0.5, 0.8, 1.1, 1.4, 1.7, 2.0, 20].enumerated() {
                calls.append(Task { try await fetcher.record(of: url, .endingWithAnswer, within: seconds) })
                await fetcher.waiters(place + 1)
            }
            for call in calls.dropLast() { #expect(try await call.record().state == .expired) }
            gate.open()
            #expect(try await calls[6].record().state == .ready)
        }
    }

    // Case 96.
    @Test(arguments: [0, 1])
    func `given calls for one URL, when one is given up, then the other gets its answer`(place: Int) async throws {
        let harness = try harness("max-age=600")
        try await harness.withFetcher { fetcher async throws in
            let url = harness.origin.url("/a.gif")
            var calls: [Task<AttachmentRecord, any Error>] = []
            for count in 1...2 {
                calls.append(Task { try await fetcher.record(of: url, .endingWithAnswer) })
                await fetcher.waiters(count)
            }
            calls[place].cancel()
            #expect(try await calls[place].value.reason?.code == .cancelled)
            gate.open()
            #expect(try await calls[1 - place].value.state == .ready)
        }
        #expect(harness.origin.requestCount == 1)
    }

    // Case 96.
    @Test func `given calls for one URL, when all are given up, then the transfer ends and the next begins anew`()
        async throws
    {
        let harness = try harness("max-age=600")
        try await harness.withFetcher { fetcher async throws in
            let url = harness.origin.url("/a.gif")
            let calls = (0..<3).map { _ in Task { try await fetcher.record(of: url, .endingWithAnswer) } }
            await fetcher.waiters(3)
            await harness.origin.arrivals(of: "/a.gif")
            for call in calls { call.cancel() }
            for call in calls { #expect(try await call.value.reason?.code == .cancelled) }
            await harness.origin.allClosed()
            gate.open()
            #expect(try await fetcher.record(of: url).state == .ready)
        }
        #expect(harness.origin.requestCount == 2)
    }

    // Case 96.
    @Test func `given a call that takes less, when it is too large for that, then who takes more gets it`()
        async throws
    {
        let large = try ScriptedResponse.gif("max-age=600", mark: String(repeating: "x", count: 600_000))
        let harness = try KitHarness(["/a.gif": large.held(by: gate)])
        var (less, more) = (FetchOptions(), FetchOptions())
        (less.profiles, more.profiles) = (["hms"], ["ios"])
        let (small, big) = (less, more)
        try await harness.withFetcher { fetcher async throws in
            let url = harness.origin.url("/a.gif")
            let first = Task { try await fetcher.record(of: url, small) }
            await fetcher.waiters(1)
            let second = Task { try await fetcher.record(of: url, big) }
            await fetcher.waiters(2)
            gate.open()
            #expect(try await first.value.reason?.code == .tooLarge)
            #expect(try await second.value.state == .ready)
        }
        #expect(harness.origin.requestCount == 2)
    }

    // Case 97.
    @Test func `given an answer that is not to be stored, when many wait for it, then they share it and no other does`()
        async throws
    {
        let harness = try harness("no-store")
        try await harness.withFetcher { fetcher async throws in
            let url = harness.origin.url("/a.gif")
            let calls = (0..<10).map { _ in Task { try await fetcher.record(of: url) } }
            await fetcher.waiters(10)
            gate.open()
            for call in calls { #expect(try await call.value.state == .ready) }
            #expect(harness.origin.requestCount == 1)
            for count in 2...3 {
                #expect(try await fetcher.record(of: url).source == .network)
                #expect(harness.origin.requestCount == count)
            }
        }
    }
}
