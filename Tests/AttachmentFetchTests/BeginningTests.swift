import AttachmentDomain
import AttachmentFetch
import AttachmentTesting
import Testing

/// A transfer that is to begin later asks nothing and holds up nobody until then.
@Suite(.timeLimit(.minutes(1)))
struct BeginningTests {
    static let ok = ScriptedResponse.ok([1, 2, 3])
    static let far = Duration.seconds(3600)

    @Test(arguments: [80, 0, -1000])
    func `given an instant to begin at, when it comes, then the URL is asked, and not before`(milliseconds: Int)
        async throws
    {
        let arrival = Monitor<ContinuousClock.Instant?>(nil)
        let origin = try ScriptedOrigin { _ in
            arrival.withLock { $0 = .now }
            return Self.ok
        }
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin])
        defer { harness.fetcher.shutdown() }
        let begin = ContinuousClock.now.advanced(by: .milliseconds(milliseconds))

        let response = try await harness.fetch(origin.url("/m")) { $0.notBefore = begin }.get()

        #expect(response.attempts == 1)
        #expect(try #require(arrival.value) >= begin)
    }

    @Test func `given a far instant to begin at, when the deadline comes first, then the wait is named`() async throws {
        let origin = try ScriptedOrigin(routes: ["/m": Self.ok])
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin])
        defer { harness.fetcher.shutdown() }

        let fault = try await harness.fetch(origin.url("/m"), within: 0.1) {
            $0.notBefore = .now.advanced(by: Self.far)
        }
        .fault

        #expect(fault?.kind == .deadlineExceeded(.pausing, received: 0))
        #expect(fault?.explanation.contains("while waiting before the next try") == true)
        #expect(fault?.attempts == 0)
        #expect(origin.requestCount == 0)
    }

    @Test func `given one that waits to begin, when another asks for the only slot, then it gets it`() async throws {
        let origin = try ScriptedOrigin(routes: ["/m": Self.ok])
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin]) { $0.maxConnections = 1 }
        defer { harness.fetcher.shutdown() }
        let url = origin.url("/m")

        let waiting = Task { try await harness.fetch(url) { $0.notBefore = .now.advanced(by: Self.far) }.fault }
        let response = try await harness.fetch(url).get()
        waiting.cancel()

        #expect(response.body.bytes == [1, 2, 3])
        #expect(try await waiting.value?.kind == .cancelled)
        #expect(origin.requestCount == 1)
    }

    @Test func `given a forbidden place, when it is to be asked later, then it is refused at once`() async throws {
        let harness = try FetchHarness()
        defer { harness.fetcher.shutdown() }

        let fault = try await harness.fetch("http://127.0.0.1/a.png") { $0.notBefore = .now.advanced(by: Self.far) }
            .fault

        #expect(fault?.code == .addressBlocked)
    }

    @Test func `given a first try that fails after its wait, when it is tried again, then that is the second`()
        async throws
    {
        let origin = try ScriptedOrigin { $0.ordinal == 1 ? .status(503) : Self.ok }
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin]) { $0.maxAttempts = 2 }
        defer { harness.fetcher.shutdown() }

        let response = try await harness.fetch(origin.url("/m")) {
            $0.notBefore = .now.advanced(by: .milliseconds(20))
        }.get()

        #expect(response.attempts == 2)
    }
}
