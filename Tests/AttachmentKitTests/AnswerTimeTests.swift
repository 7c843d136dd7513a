import AttachmentKit
import AttachmentTesting
import Testing

/// The answer comes at the deadline with what is there, and what was on its way goes on behind it.
@Suite(.timeLimit(.minutes(1)))
struct AnswerTimeTests {
    @Test func `given one origin that waits, when the deadline comes, then the others are ready and it has expired`()
        async throws
    {
        let gate = Gate()
        let gif = try KitHarness.media("wave.gif")
        let harness = try KitHarness(["/slow.gif": ScriptedResponse.ok(gif, type: "image/gif").held(by: gate)])
        try await harness.withFetcher { fetcher in
            let result = try await fetcher.fetch(
                harness.payload(["/welcome.jpg", "/slow.gif"]), deadline: .after(.seconds(3)))

            #expect(result.attachments.map(\.state) == [.ready, .expired])
            #expect(result.attachments.last?.reason?.code == .deadlineExceeded)
            #expect(!result.deadline.met)

            gate.open()
            let again = try await fetcher.fetch(harness.payload(["/slow.gif"]))
            #expect(again.attachments.map(\.state) == [.ready])
        }
    }

    @Test func `given a call that does not go on, when the deadline comes, then its transfer ends with its phase`()
        async throws
    {
        let harness = try KitHarness([
            "/stall": ScriptedResponse.ok([1], type: "image/gif").stalling(at: .beforeFirstByte)
        ])
        try await harness.withFetcher { fetcher in
            var options = FetchOptions()
            options.continuesBehindAnswer = false
            let result = try await fetcher.fetch(
                Array(harness.payload(["/stall"]).utf8), deadline: .after(.seconds(1)), options: options)
            #expect(result.attachments.map(\.state) == [.expired])
            #expect(result.attachments.first?.reason?.message.contains("first byte") == true)
        }
        await harness.origin.allClosed()
    }

    @Test func `given a call under way, when its task is cancelled, then the best attempt comes at once`() async throws
    {
        let harness = try KitHarness([
            "/stall": ScriptedResponse.ok([1], type: "image/gif").stalling(at: .beforeFirstByte)
        ])
        try await harness.withFetcher { fetcher in
            let call = Task { try await fetcher.fetch(harness.payload(["/wave.gif", "/stall"])) }
            await harness.origin.arrivals(of: "/stall")
            await harness.origin.arrivals(of: "/wave.gif")
            call.cancel()
            let result = try await call.value
            #expect(result.attachments.last?.state == .failed)
            #expect(result.attachments.last?.reason?.code == .cancelled)
        }
    }

    @Test func `given a transfer behind its answer, when it has come, then the stored push knows it`() async throws {
        let gate = Gate()
        let gif = try KitHarness.media("wave.gif")
        let harness = try KitHarness(["/slow.gif": ScriptedResponse.ok(gif, type: "image/gif").held(by: gate)])
        let fetcher = try harness.makeFetcher()
        let result = try await fetcher.fetch(harness.payload(["/slow.gif"]), deadline: .after(.seconds(1)))
        #expect(result.attachments.map(\.state) == [.expired])

        gate.open()
        await fetcher.settle()
        #expect(try await fetcher.push("push-1")?.attachments.map(\.state) == [.ready])
        await fetcher.shutdown()
    }

    @Test func `given a fetcher that was shut down, when a call comes, then it throws`() async throws {
        let harness = try KitHarness()
        let fetcher = try harness.makeFetcher()
        await fetcher.shutdown()
        await #expect(throws: AttachmentError.self) { try await fetcher.fetch(harness.payload(["/wave.gif"])) }
    }

    @Test func `given two fetchers on one cache, when both fetch, then both see all of it`() async throws {
        let harness = try KitHarness()
        let first = try harness.makeFetcher()
        let second = try harness.makeFetcher()
        async let one = first.fetch(harness.payload(["/wave.gif", "/tour.mp4"]))
        async let two = second.fetch(harness.payload(["/welcome.jpg", "/wave.gif"]))
        #expect(try await one.attachments.allSatisfy { $0.state == .ready })
        #expect(try await two.attachments.allSatisfy { $0.state == .ready })
        #expect(try await first.stats().objects == 3)
        await first.shutdown()
        await second.shutdown()
    }
}
