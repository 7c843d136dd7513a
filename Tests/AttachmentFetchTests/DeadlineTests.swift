import AttachmentDomain
import AttachmentFetch
import AttachmentTesting
import Testing

/// Whatever stalls, the answer comes at the deadline and says where the time went.
@Suite(.timeLimit(.minutes(1)))
struct DeadlineTests {
    static let slow = ScriptedResponse.ok([UInt8](repeating: 7, count: 20_000), type: "image/jpeg")

    @Test(
        arguments: [
            ("before the first byte", slow.stalling(at: .beforeFirstByte), FetchPhase.waiting),
            ("in the head", slow.stalling(at: .head(10)), .head),
            ("in the body", slow.stalling(at: .body(1000)), .body),
            ("dripping", slow.dripping(bytes: 1, every: 5), .body),
        ])
    func `given an origin that stalls, when the deadline comes, then the phase is named`(
        name: String, response: ScriptedResponse, phase: FetchPhase
    ) async throws {
        let origin = try ScriptedOrigin(routes: ["/m": response])
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin])
        defer { harness.fetcher.shutdown() }

        let result = try await harness.fetch(origin.url("/m"), within: 0.7)

        #expect(phaseAtDeadline(result) == phase)
    }

    @Test func `given a name server that is silent, when the deadline comes, then resolving is named`() async throws {
        let server = try NameServer.silent()
        defer { server.stop() }
        let harness = try FetchHarness { $0.dnsServers = [server.address] }
        defer { harness.fetcher.shutdown() }

        let result = try await harness.fetch("https://media.example.com/a.jpg", within: 0.7)

        #expect(phaseAtDeadline(result) == .resolving)
        #expect(server.count(of: "media.example.com") > 0)
    }

    @Test func `given a name server that is silent, when the connect budget ends, then dns-failed, asked for once`()
        async throws
    {
        let server = try NameServer.silent()
        defer { server.stop() }
        let harness = try FetchHarness {
            $0.dnsServers = [server.address]
            $0.connectSeconds = 0.2
            $0.maxAttempts = 3
        }
        defer { harness.fetcher.shutdown() }

        let fault = try #require(try await harness.fault("https://media.example.com/a.jpg"))

        #expect(fault.code == .dnsFailed)
        #expect(fault.attempts == 1)
        #expect(fault.explanation.hasSuffix("no name server answered within 0.2 s (network.connectSeconds)"))
    }

    @Test func `given a listener that never accepts, when the deadline comes, then connecting is named`() async throws {
        let listener = try FullBacklogListener()
        let harness = try FetchHarness(allowing: ["http://127.0.0.1:\(listener.port)"])
        defer { harness.fetcher.shutdown() }

        let result = try await harness.fetch("http://127.0.0.1:\(listener.port)/a", within: 0.7)

        #expect(phaseAtDeadline(result) == .connecting)
    }

    @Test func `given a listener that never speaks TLS, when the deadline comes, then the handshake is named`()
        async throws
    {
        let listener = try SilentListener()
        defer { listener.stop() }
        let harness = try FetchHarness(allowing: ["https://127.0.0.1:\(listener.port)"])
        defer { harness.fetcher.shutdown() }

        let result = try await harness.fetch("https://127.0.0.1:\(listener.port)/a", within: 0.7)

        #expect(phaseAtDeadline(result) == .handshake)
    }

    @Test func `given a deadline that has passed, when a fetch begins, then nothing is asked`() async throws {
        let origin = try ScriptedOrigin(routes: ["/m": Self.slow])
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin])
        defer { harness.fetcher.shutdown() }

        #expect(try await harness.code(origin.url("/m"), within: 0) == .deadlineExceeded)
        #expect(origin.requestCount == 0)
    }

    @Test func `given a transfer under way, when its task is cancelled, then it ends as cancelled`() async throws {
        let origin = try ScriptedOrigin(routes: ["/m": Self.slow.stalling(at: .body(100))])
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin])
        defer { harness.fetcher.shutdown() }
        let url = origin.url("/m")

        let fetching = Task { try await harness.code(url) }
        await origin.arrivals(of: "/m")
        fetching.cancel()

        #expect(try await fetching.value == .cancelled)
        await origin.allClosed()
    }

    @Test func `given a transfer under way, when the fetcher shuts down, then it ends as cancelled`() async throws {
        let origin = try ScriptedOrigin(routes: ["/m": Self.slow.stalling(at: .body(100))])
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin])
        let url = origin.url("/m")

        let fetching = Task { try await harness.code(url) }
        await origin.arrivals(of: "/m")
        await onOwnThread { harness.fetcher.shutdown() }

        #expect(try await fetching.value == .cancelled)
        #expect(try await harness.code(url) == .cancelled)
    }

    private func phaseAtDeadline(_ result: Result<FetchResponse, FetchFault>) -> FetchPhase? {
        guard case .failure(let fault) = result, case .deadlineExceeded(let phase, _) = fault.kind else { return nil }
        return phase
    }

    @Test(
        arguments: [
            ("before the first byte", slow.stalling(at: .beforeFirstByte), 0),
            ("in the body", slow.stalling(at: .body(1000)), 1000), ("dripping", slow.dripping(bytes: 1, every: 20), 1),
        ])
    func `given an origin that is too slow, when the window is over, then stalled`(
        name: String, response: ScriptedResponse, least: Int64
    ) async throws {
        let origin = try ScriptedOrigin(routes: ["/m": response])
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin]) { $0.stallSeconds = 0.4 }
        defer { harness.fetcher.shutdown() }

        let fault = try #require(try await harness.fault(origin.url("/m")))

        guard case .stalled(let received, _) = fault.kind else {
            Issue.record("\(fault.explanation)")
            return
        }
        #expect(received >= least)
        #expect(fault.explanation.contains("100 bytes a second over 0.4 s (network.stallBytesPerSecond)"))
    }

    @Test func `given an origin that pauses for less than the window, when it goes on, then the body is whole`()
        async throws
    {
        let origin = try ScriptedOrigin(routes: ["/m": Self.slow.pausing(300, at: .body(1000))])
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin]) { $0.stallSeconds = 1 }
        defer { harness.fetcher.shutdown() }

        #expect(try await harness.fetch(origin.url("/m")).get().body.count == 20_000)
    }

    @Test func `given a share of the time, when it is over, then the transfer ends though the deadline is far`()
        async throws
    {
        let origin = try ScriptedOrigin(routes: ["/m": Self.slow.stalling(at: .body(1000))])
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin])
        defer { harness.fetcher.shutdown() }
        let start = ContinuousClock.now

        let result = try await harness.fetch(origin.url("/m"), within: 30, longest: .milliseconds(200))

        guard case .failure(let fault) = result, case .shareExceeded(.body, let received) = fault.kind else {
            Issue.record("\(result)")
            return
        }
        #expect(fault.code == .deadlineExceeded)
        #expect(fault.explanation.contains("deadline.perAttachmentShare"))
        #expect(received == 1000)
        #expect(start.duration(to: .now) < .seconds(20))
    }
}
