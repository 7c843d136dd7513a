import AttachmentKit
import AttachmentTesting
import Testing

/// For how long a URL that could not be had is not asked again.
@Suite(.timeLimit(.minutes(1)))
struct FailureFlowTests {
    /// Expects that an answer of the origin is remembered for exactly so many seconds.
    private static func expect(
        _ answer: ScriptedResponse, rememberedFor seconds: Int64, _ code: Code,
        source: SourceLocation = #_sourceLocation
    ) async throws {
        let harness = try KitHarness { _ in answer }
        let first = try await harness.record()
        harness.clock.advance(by: seconds - 1)
        let within = try await harness.record()
        #expect(harness.origin.requestCount == 1, "asked too early", sourceLocation: source)
        harness.clock.advance(by: 1)
        _ = try await harness.record()
        #expect(harness.origin.requestCount == 2, "not asked again", sourceLocation: source)
        #expect([first.reason?.code, within.reason?.code] == [code, code], sourceLocation: source)
        #expect(within.attempts == 0, sourceLocation: source)
        #expect(within.http?.status == first.http?.status || code != .httpStatus, sourceLocation: source)
        #expect(within.reason?.message.contains("remembered since") == true, sourceLocation: source)
    }

    // Case 89.
    @Test(
        arguments: [
            (nil, 600), ("max-age=60", 60), ("max-age=1", 30), ("max-age=99999999", 3600),
        ] as [(String?, Int64)])
    func `given a 404, when it comes, then it is remembered ten minutes, or as it says within bounds`(
        control: String?, seconds: Int64
    ) async throws {
        var answer = ScriptedResponse.status(404)
        if let control { answer = answer.control(control) }
        try await Self.expect(answer, rememberedFor: seconds, .httpStatus)
    }

    // Case 90.
    @Test func `given a 410, when it comes, then it is remembered for an hour`() async throws {
        try await Self.expect(.status(410), rememberedFor: 3600, .httpStatus)
    }

    // Case 90.
    @Test func `given a body of no use, when it comes, then it is remembered for an hour`() async throws {
        let page = Array("<!DOCTYPE html><html><p>no</p></html>".utf8)
        try await Self.expect(.ok(page, type: "text/html"), rememberedFor: 3600, .notMedia)
        try await Self.expect(.ok(.init([])), rememberedFor: 3600, .empty)
        try await Self.expect(.redirect(to: "http://10.0.0.1/"), rememberedFor: 3600, .addressBlocked)
    }

    // Case 90.
    @Test func `given a failure that is remembered, when the policy changes, then it is forgotten`() async throws {
        let gif = try ScriptedResponse.gif()
        let harness = try KitHarness { $0.ordinal == 1 ? .status(410) : gif }
        _ = try await harness.record()
        #expect(try await harness.record { $0.deadline.totalSeconds = 20 }.state == .failed)
        #expect(try await harness.record { $0.network.userAgent = "other" }.state == .ready)
        #expect(harness.origin.requestCount == 2)
    }

    // Case 90.
    @Test func `given media too large for one profile, when another takes more, then they are asked for again`()
        async throws
    {
        let harness = try KitHarness(["/a.gif": .gif(mark: String(repeating: "x", count: 600_000))])
        var (small, large) = (FetchOptions(), FetchOptions())
        (small.profiles, large.profiles) = (["hms"], ["ios"])
        let first = try await harness.record(small)
        let again = try await harness.record(small)
        let other = try await harness.record(large)

        #expect([first.reason?.code, again.reason?.code] == [.tooLarge, .tooLarge])
        #expect(again.attempts == 0)
        #expect(other.state == .ready)
        #expect(harness.origin.requestCount == 2)
    }

    // Case 95.
    @Test func `given a 404 that is not to be stored, when it comes, then it is remembered for seconds`() async throws {
        try await Self.expect(.status(404).control("no-store"), rememberedFor: 30, .httpStatus)
    }

    // Case 91.
    @Test(arguments: [true, false])
    func `given an origin that is down, when it fails again and again, then the pauses grow up to the cap`(
        isReset: Bool
    ) async throws {
        let answer: ScriptedResponse = isReset ? .status(200).reset(at: .beforeFirstByte) : .status(500)
        let harness = try KitHarness { _ in answer }
        try await harness.withFetcher { fetcher in
            let url = harness.origin.url("/a.gif")
            var asked = 0
            for pause: Int64 in [30, 60, 120, 240, 480, 960, 1920, 3600, 3600] {
                _ = try await fetcher.record(of: url)
                asked += 1
                #expect(harness.origin.requestCount == asked)
                // Shortened by up to a quarter, except for the first.
                let least = pause == 30 ? pause : pause * 3 / 4
                harness.clock.advance(by: least - 1)
                _ = try await fetcher.record(of: url)
                #expect(harness.origin.requestCount == asked, "asked before \(least) s")
                harness.clock.advance(by: pause - least + 1)
            }
        }
    }

    // Case 91.
    @Test func `given pauses that have grown, when the origin answers once, then they begin anew`() async throws {
        let gif = try ScriptedResponse.gif("max-age=10, stale-if-error=0")
        let harness = try KitHarness { [3].contains($0.ordinal) ? gif : .status(500) }
        try await harness.withFetcher { fetcher in
            let url = harness.origin.url("/a.gif")
            for pause: Int64 in [30, 60, 10, 30] {
                _ = try await fetcher.record(of: url)
                harness.clock.advance(by: pause)
            }
            #expect(harness.origin.requestCount == 4)
            _ = try await fetcher.record(of: url)
            #expect(harness.origin.requestCount == 5)
        }
    }
}
