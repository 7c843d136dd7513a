import AttachmentDomain
import AttachmentFetch
import AttachmentTesting
import AttachmentURL
import Testing

/// A command that shows whatever an origin answers gets it, whole and within the limits.
@Suite(.timeLimit(.minutes(1)))
struct EveryStatusTests {
    static let page = [UInt8](repeating: 60, count: 100_000)

    private struct Refusing: HeadExaminer {
        func examine(_ head: UnsafeRawBufferPointer) -> HeadOpinion { .refused(Finding(.notMedia, "no media")) }
    }

    private static func answer(_ status: Int, _ body: [UInt8] = page) -> ScriptedResponse {
        ScriptedResponse(status: status, body: OriginBody(body))
    }

    @Test(arguments: [404, 410, 401, 500, 503, 429, 300, 302, 301, 416, 412, 599, 203])
    func `given any status, when every one is taken, then the response is the answer, and nothing is tried again`(
        status: Int
    ) async throws {
        let origin = try ScriptedOrigin(routes: ["/m": Self.answer(status).header("Retry-After", "1")])
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin]) { $0.maxAttempts = 3 }
        defer { harness.fetcher.shutdown() }

        let response = try await harness.fetch(origin.url("/m")) {
            $0.takesEveryStatus = true
            $0.memoryLimit = 1000
        }.get()

        #expect(response.outcome == .whole)
        #expect(response.status == status)
        #expect(response.body.bytes == Self.page)
        #expect(response.headers["retry-after"] == "1")
        #expect(origin.requestCount == 1)
    }

    @Test func `given a redirect with a Location, when every status is taken, then it is followed all the same`()
        async throws
    {
        let origin = try ScriptedOrigin(routes: ["/a": .redirect(to: "/m"), "/m": Self.answer(404, [1, 2])])
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin])
        defer { harness.fetcher.shutdown() }

        let response = try await harness.fetch(origin.url("/a")) { $0.takesEveryStatus = true }.get()

        #expect(response.status == 404)
        #expect(response.body.bytes == [1, 2])
        #expect(response.finalURL.text == origin.url("/m"))
        #expect(response.hops.count == 1)
    }

    @Test(arguments: [true, false])
    func `given 304, when every status is taken, then it tells of a stored response where one was asked about`(
        isConditional: Bool
    ) async throws {
        let origin = try ScriptedOrigin(routes: ["/m": ScriptedResponse.notModified.header("Content-Encoding", "gzip")])
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin])
        defer { harness.fetcher.shutdown() }

        let response = try await harness.fetch(origin.url("/m")) {
            $0.takesEveryStatus = true
            if isConditional { $0.validators = .init(etag: "\"a\"", lastModified: nil) }
        }.get()

        #expect(response.outcome == (isConditional ? .notModified : .whole))
        #expect(response.status == 304)
        #expect(response.body.count == 0)
    }

    @Test(arguments: [ScriptedResponse.Framing.contentLength, .chunked(bytes: 999)])
    func `given a body beyond the limit, when every status is taken, then the limit counts`(
        framing: ScriptedResponse.Framing
    ) async throws {
        let origin = try ScriptedOrigin(routes: ["/m": Self.answer(404).framed(framing)])
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin])
        defer { harness.fetcher.shutdown() }

        let fault = try await harness.fetch(origin.url("/m"), limit: 50_000) { $0.takesEveryStatus = true }.fault

        #expect(fault?.code == .tooLarge)
    }

    @Test func `given the cut body of an error, when every status is taken, then it is no part of media`() async throws
    {
        let origin = try ScriptedOrigin(routes: [
            "/m": Self.answer(404).header("ETag", "\"v1\"").reset(at: .body(30_000))
        ])
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin])
        defer { harness.fetcher.shutdown() }

        let fault = try await harness.fetch(origin.url("/m")) { $0.takesEveryStatus = true }.fault

        #expect(fault?.code == .truncated)
        #expect(fault?.part == nil)
    }

    @Test(arguments: [(404, true, true), (200, true, false), (200, false, true)])
    func `given an examiner that refuses all, when a body comes, then it judges media alone, and where it may`(
        status: Int, examines: Bool, passes: Bool
    ) async throws {
        let origin = try ScriptedOrigin(routes: ["/m": Self.answer(status)])
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin], examiner: Refusing())
        defer { harness.fetcher.shutdown() }

        let result = try await harness.fetch(origin.url("/m")) {
            $0.takesEveryStatus = true
            $0.examinesHead = examines
        }

        #expect(result.fault?.code == (passes ? nil : .notMedia))
    }

    @Test func `given a proxy that wants to know who asks, when every status is taken, then its refusal stays one`()
        async throws
    {
        let proxy = try ScriptedOrigin { _ in .status(407) }
        defer { proxy.stop() }
        let harness = try FetchHarness { $0.proxy = "http://127.0.0.1:\(proxy.port)" }
        defer { harness.fetcher.shutdown() }

        let fault = try await harness.fetch("http://media.example.com/a.jpg") { $0.takesEveryStatus = true }.fault

        #expect(fault?.code == .connectFailed)
    }

    @Test func `given 203, when it comes, then it is taken like 200`() async throws {
        let origin = try ScriptedOrigin(routes: ["/m": Self.answer(203)])
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin])
        defer { harness.fetcher.shutdown() }

        let response = try await harness.fetch(origin.url("/m")).get()

        #expect(response.status == 203)
        #expect(response.body.bytes == Self.page)
    }
}
