import AttachmentKit
import AttachmentTesting
import Testing

/// When an answer past its time stands in for one that cannot be had.
@Suite(.timeLimit(.minutes(1)))
struct StaleFlowTests {
    /// Ways of an origin to be down.
    enum Fault: Hashable, Sendable, CaseIterable {
        case refused, reset, error500, error502, error503, error504

        var answer: ScriptedResponse {
            switch self {
            case .refused, .reset: .status(200).reset(at: .beforeFirstByte)
            case .error500: .status(500)
            case .error502: .status(502)
            case .error503: .status(503)
            case .error504: .status(504)
            }
        }
    }

    /// A cache with an answer of that Cache-Control, of an origin that is down since.
    private static func down(
        _ control: String, by fault: Fault, change: (inout CachePolicy) -> Void = { _ in }
    ) async throws -> KitHarness {
        let gif = try ScriptedResponse.gif(control, etag: "\"a\"")
        let harness = try KitHarness(change: change) { $0.ordinal == 1 ? gif : fault.answer }
        #expect(try await harness.record().state == .ready)
        if fault == .refused { harness.origin.stop() }
        return harness
    }

    // Case 66.
    @Test(arguments: Fault.allCases)
    func `given an answer that must be asked about, when its origin is down, then it does not stand in`(fault: Fault)
        async throws
    {
        let harness = try await Self.down("max-age=60, must-revalidate, stale-if-error=600", by: fault)
        harness.clock.advance(by: 70)
        let record = try await harness.record()
        #expect(record.state == .failed)
        #expect(record.source == nil)
        #expect(
            record.reason?.code == (fault == .refused ? .connectFailed : fault == .reset ? .protocolError : .httpStatus)
        )
    }

    // Case 66.
    @Test(arguments: ["max-age=60, proxy-revalidate", "s-maxage=60"])
    func `given the same for shared caches, when the origin is down, then it stands in for a private one alone`(
        control: String
    ) async throws {
        let shared = try await Self.down(control, by: .error503) { $0.caching.mode = .shared }
        shared.clock.advance(by: 70)
        #expect(try await shared.record().state == .failed)

        let own = try await Self.down("max-age=60, " + control, by: .error503)
        own.clock.advance(by: 70)
        #expect(try await own.record().source == .stale)
    }

    // Case 67.
    @Test(arguments: Fault.allCases)
    func `given an answer that is asked about at each use, when its origin is down, then it does not stand in`(
        fault: Fault
    ) async throws {
        let harness = try await Self.down("no-cache, max-age=600, stale-if-error=600", by: fault)
        #expect(try await harness.record().state == .failed)
    }

    // Cases 68, 74.
    @Test(arguments: Fault.allCases)
    func `given a window for errors, when the origin is down, then the answer stands in within it alone`(fault: Fault)
        async throws
    {
        let harness = try await Self.down("max-age=60, stale-if-error=600", by: fault)
        harness.clock.advance(by: 300)
        let within = try await harness.record()
        harness.clock.advance(by: 361)
        let beyond = try await harness.record()

        #expect(within.state == .ready)
        #expect(within.source == .stale)
        #expect(within.ageSeconds == 300)
        // Why is told beside the verdict, which it does not change.
        let told = try #require(within.profiles?.entries.first?.verdict)
        #expect(told.findings.contains { $0.message.hasPrefix("a 300 s old copy stands in: ") })
        #expect(told.verdict == .shows)
        #expect(beyond.state == .failed)
    }

    // Case 69.
    @Test(arguments: [404, 410])
    func `given a window for errors, when the origin says that there is none, then that counts`(status: Int)
        async throws
    {
        let gif = try ScriptedResponse.gif("max-age=60, stale-if-error=600")
        let harness = try KitHarness { $0.ordinal == 1 ? gif : .status(status) }
        _ = try await harness.record()
        harness.clock.advance(by: 70)
        let asked = try await harness.record()
        let remembered = try await harness.record()

        #expect(asked.http?.status == status)
        #expect([asked.state, remembered.state] == [.failed, .failed])
        #expect(harness.origin.requestCount == 2)
    }

    private static let refused: [(ScriptedResponse, Code)] = [
        (.ok(Array("<!DOCTYPE html><html><p>no</p></html>".utf8), type: "text/html"), .notMedia),
        (.redirect(to: "http://10.0.0.1/a.gif"), .addressBlocked),
        (.ok(.init([])), .empty),
    ]

    // Case 70.
    @Test(arguments: refused)
    func `given a window for errors, when the policy refuses the new answer, then that is reported`(
        answer: ScriptedResponse, code: Code
    ) async throws {
        let gif = try ScriptedResponse.gif("max-age=60, stale-if-error=600")
        let harness = try KitHarness { $0.ordinal == 1 ? gif : answer }
        _ = try await harness.record()
        harness.clock.advance(by: 70)
        #expect(try await harness.record().reason?.code == code)
        #expect(try await harness.record().reason?.code == code)
        #expect(harness.origin.requestCount == 2)
    }

    // Case 70.
    @Test func `given a window for errors, when the new answer is too large, then that is reported`() async throws {
        let gif = try ScriptedResponse.gif("max-age=60, stale-if-error=600")
        let large = try ScriptedResponse.gif(mark: String(repeating: "x", count: 600_000))
        let harness = try KitHarness { $0.ordinal == 1 ? gif : large }
        var options = FetchOptions()
        options.profiles = ["hms"]
        _ = try await harness.record(options)
        harness.clock.advance(by: 70)
        #expect(try await harness.record(options).reason?.code == .tooLarge)
    }

    // Case 73.
    @Test func `given an answer that says nothing of errors, when its origin is down, then the policy's window counts`()
        async throws
    {
        let harness = try await Self.down("max-age=60", by: .error503)
        harness.clock.advance(by: 86_000)
        #expect(try await harness.record().source == .stale)
        harness.clock.advance(by: 461)
        #expect(try await harness.record().state == .failed)
    }

    // Case 94.
    @Test func `given a failure that is remembered, when the answer may stand in, then it does so unasked`()
        async throws
    {
        let harness = try await Self.down("max-age=60, stale-if-error=600", by: .error503)
        harness.clock.advance(by: 70)
        _ = try await harness.record()
        let again = try await harness.record()
        #expect(again.source == .stale)
        #expect(again.ageSeconds == 70)
        #expect(harness.origin.requestCount == 2)
    }

    // Cases 73, 82.
    @Test(arguments: [nil, "no-store"], [Fault.error503, .reset])
    func `given an answer past its time behind a redirect that is not kept, when its origin is down, then it stands in`(
        control: String?, fault: Fault
    ) async throws {
        var redirect = ScriptedResponse.redirect(to: "/a.gif", status: 302)
        if let control { redirect = redirect.control(control) }
        let gif = try ScriptedResponse.gif("max-age=60")
        let harness = try KitHarness { [redirect] in
            $0.path == "/r" ? redirect : $0.ordinal == 1 ? gif : fault.answer
        }
        #expect(try await harness.record(of: "/r").state == .ready)
        harness.clock.advance(by: 70)
        // Case 94: the second time the failure is remembered of the picture, and the redirect followed again.
        for _ in 0..<2 {
            let record = try await harness.record(of: "/r")
            #expect(record.state == .ready)
            #expect(record.source == .stale)
            #expect(record.ageSeconds == 70)
        }
        #expect(harness.origin.count(of: "/r") == 3)
        #expect(harness.origin.requests.last?.path == "/r")
    }

    // Cases 72, 82.
    @Test func `given the same, when its origin is silent until the deadline, then it stands in`() async throws {
        let gif = try ScriptedResponse.gif("max-age=60")
        let harness = try KitHarness {
            $0.path == "/r"
                ? .redirect(to: "/a.gif", status: 302) : $0.ordinal == 1 ? gif : gif.stalling(at: .beforeFirstByte)
        }
        #expect(try await harness.record(of: "/r").state == .ready)
        harness.clock.advance(by: 70)
        let record = try await harness.withFetcher {
            try await $0.record(of: harness.origin.url("/r"), .endingWithAnswer, within: 0.5)
        }
        #expect(record.state == .ready)
        #expect(record.source == .stale)
    }
}
