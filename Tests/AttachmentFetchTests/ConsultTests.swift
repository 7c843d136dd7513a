import AttachmentDomain
import AttachmentFetch
import AttachmentTesting
import AttachmentURL
import Testing

/// A cache is asked about each redirect's target before that is asked itself.
@Suite(.timeLimit(.minutes(1)))
struct ConsultTests {
    typealias Answer = @Sendable (HopAnswer) -> Void

    static let media = ResumeTests.media

    /// A cache that answers when the test says so.
    private final class Cache: Sendable {
        let questions = Monitor<[(url: String, answer: Answer)]>([])

        var consult: FetchRequest.Consult {
            { next, answer in self.questions.withLock { $0.append((next.text, answer)) } }
        }

        var asked: [String] { questions.value.map(\.url) }

        func reached(_ count: Int = 1) async {
            await questions.reached { $0.count >= count }
        }

        func answer(_ answer: HopAnswer, to index: Int = 0) {
            questions.value[index].answer(answer)
        }
    }

    /// One that answers each question at once, on the fetcher's thread, or a moment later on another.
    private static func quick(
        onOtherThread: Bool = false, _ look: @escaping @Sendable (RequestURL) -> HopAnswer
    ) -> FetchRequest.Consult {
        { next, answer in
            guard onOtherThread else { return answer(look(next)) }
            startThread { answer(look(next)) }
        }
    }

    private static func scene(
        _ routes: [String: ScriptedResponse], _ change: (inout NetworkPolicy) -> Void = { _ in }
    ) throws -> (ScriptedOrigin, FetchHarness) {
        let origin = try ScriptedOrigin(routes: routes)
        return (origin, try FetchHarness(allowing: [origin.origin], change))
    }

    @Test(arguments: [false, true])
    func `given a stored response of the target, when the target confirms it, then the answer is not modified`(
        onOtherThread: Bool
    ) async throws {
        let (origin, harness) = try Self.scene(["/a": .redirect(to: "/m"), "/m": .notModified])
        defer { origin.stop() }
        defer { harness.fetcher.shutdown() }

        let response = try await harness.fetch(origin.url("/a")) {
            $0.validators = .init(etag: "\"first\"", lastModified: nil)
            $0.consult = Self.quick(onOtherThread: onOtherThread) { _ in
                .ask(.init(etag: "\"second\"", lastModified: nil), nil)
            }
        }.get()

        #expect(response.outcome == .notModified)
        #expect(response.finalURL.text == origin.url("/m"))
        #expect(response.hops.map(\.url.text) == [origin.url("/a")])
        #expect(origin.requests.map { $0.header("If-None-Match") } == ["\"first\"", "\"second\""])
        #expect(response.attempts == 1)
    }

    @Test(arguments: [false, true])
    func `given a fresh response of the target, when the cache answers, then the target is not asked`(
        onOtherThread: Bool
    ) async throws {
        let clock = HandMovedClock()
        let origin = try ScriptedOrigin { _ in
            clock.advance(by: 3)
            return ScriptedResponse.redirect(to: "/m", status: 308).header("X-Way", "1")
        }
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin], clock: clock)
        defer { harness.fetcher.shutdown() }

        let response = try await harness.fetch(origin.url("/a")) {
            $0.consult = Self.quick(onOtherThread: onOtherThread) { _ in .stop }
        }.get()

        #expect(response.outcome == .stopped)
        #expect(response.finalURL.text == origin.url("/m"))
        #expect(response.status == 308)
        #expect(response.headers["x-way"] == "1")
        #expect(response.body.count == 0)
        #expect(response.hops.map(\.target.text) == [origin.url("/m")])
        #expect(response.requestedAt == 1_700_000_000)
        #expect(response.receivedAt == 1_700_000_003)
        #expect(origin.requestCount == 1)
    }

    @Test func `given several redirects, when each is looked up, then each target is asked with its own validators`()
        async throws
    {
        let (origin, harness) = try Self.scene([
            "/a": .redirect(to: "/b"), "/b": .redirect(to: "/c"), "/c": .ok([1, 2, 3]),
        ])
        defer { origin.stop() }
        defer { harness.fetcher.shutdown() }
        let asked = Monitor<[String]>([])

        let response = try await harness.fetch(origin.url("/a")) {
            $0.consult = Self.quick { next in
                asked.withLock { $0.append(next.text) }
                return .ask(next.path == "/b" ? .init(etag: "\"b\"", lastModified: nil) : nil, nil)
            }
        }.get()

        #expect(response.outcome == .whole)
        #expect(asked.value == ["/b", "/c"].map(origin.url))
        #expect(origin.requests.map { $0.header("If-None-Match") } == [nil, "\"b\"", nil])
    }

    @Test(arguments: ["/m", "/other"])
    func `given a part of the target, when it is of that URL, then the rest alone is asked for`(path: String)
        async throws
    {
        let origin = try ScriptedOrigin { request in
            guard request.path == "/m" else { return .redirect(to: "/m") }
            return request.header("Range") == nil
                ? ScriptedResponse.ok(Self.media).header("ETag", "\"v1\"") : ResumeTests.part()
        }
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin])
        defer { harness.fetcher.shutdown() }
        let part = PartialBody(
            url: try RequestURL.parse(origin.url(path)), headers: HTTPHeaders(["ETag": "\"v1\""]), total: 100_000,
            bytes: 30_000, content: .memory(Array(Self.media.prefix(30_000))))

        let response = try await harness.fetch(origin.url("/a")) {
            $0.consult = Self.quick { _ in .ask(nil, part) }
        }.get()

        #expect(response.body.bytes == Self.media)
        #expect(response.status == 200)
        #expect(origin.requests.map { $0.header("Range") } == [nil, path == "/m" ? "bytes=30000-" : nil])
    }

    @Test func `given a cache that gives a part each time, when its rest is refused, then the whole is asked for once`()
        async throws
    {
        let origin = try ScriptedOrigin { request in
            guard request.path == "/m" else { return .redirect(to: "/m") }
            return request.header("Range") == nil ? .ok(Self.media) : .status(416)
        }
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin])
        defer { harness.fetcher.shutdown() }
        let part = PartialBody(
            url: try RequestURL.parse(origin.url("/m")), headers: HTTPHeaders(["ETag": "\"v1\""]), total: 100_000,
            bytes: 30_000, content: .memory(Array(Self.media.prefix(30_000))))

        let response = try await harness.fetch(origin.url("/a")) {
            $0.consult = Self.quick { _ in .ask(nil, part) }
        }.get()

        #expect(response.body.bytes == Self.media)
        #expect(origin.requests.map { $0.header("Range") } == [nil, "bytes=30000-", nil, nil])
    }

    @Test func `given a cache that never answers, when the deadline comes, then it is named`() async throws {
        let (origin, harness) = try Self.scene(["/a": .redirect(to: "/m")])
        defer { origin.stop() }
        defer { harness.fetcher.shutdown() }
        let cache = Cache()

        let fault = try await harness.fetch(origin.url("/a"), within: 0.3) { $0.consult = cache.consult }.fault

        #expect(fault?.kind == .deadlineExceeded(.consulting, received: 0))
        #expect(fault?.explanation.contains("while looking into the cache") == true)
        #expect(fault?.hops.count == 1)
        #expect(fault?.response?.url.text == origin.url("/a"))
        #expect(origin.requestCount == 1)
        // Too late, and twice: nothing comes of it.
        cache.answer(.ask(nil, nil))
        cache.answer(.stop)
        #expect(try await harness.code(origin.url("/a"), within: 5) == .httpStatus)
    }

    @Test func `given a redirect whose body does not end, when the deadline comes, then the cache is asked no more`()
        async throws
    {
        let (origin, harness) = try Self.scene([
            "/a": ScriptedResponse(status: 302, body: OriginBody(Self.media)).framed(.untilClose)
                .header("Location", "/m").stalling(at: .body(10))
        ])
        defer { origin.stop() }
        defer { harness.fetcher.shutdown() }
        let cache = Cache()

        // The body is waited for up to 250 ms, for its connection's sake.
        let fault = try await harness.fetch(origin.url("/a"), within: 0.15) { $0.consult = cache.consult }.fault

        #expect(fault?.code == .deadlineExceeded)
        #expect(cache.asked.isEmpty)
    }

    @Test func `given a transfer whose cache is being asked, when its task is cancelled, then it ends at once`()
        async throws
    {
        let (origin, harness) = try Self.scene(["/a": .redirect(to: "/m")])
        defer { origin.stop() }
        defer { harness.fetcher.shutdown() }
        let (cache, url) = (Cache(), origin.url("/a"))

        let fetching = Task { try await harness.fetch(url) { $0.consult = cache.consult }.fault }
        await cache.reached()
        fetching.cancel()

        #expect(try await fetching.value?.kind == .cancelled)
        #expect(origin.requestCount == 1)
    }

    @Test func `given a transfer whose cache is being asked, when the fetcher shuts down, then it ends as cancelled`()
        async throws
    {
        let (origin, harness) = try Self.scene(["/a": .redirect(to: "/m")])
        defer { origin.stop() }
        let (cache, url) = (Cache(), origin.url("/a"))

        let fetching = Task { try await harness.fetch(url) { $0.consult = cache.consult }.fault }
        await cache.reached()
        await onOwnThread { harness.fetcher.shutdown() }

        #expect(try await fetching.value?.kind == .cancelled)
        cache.answer(.stop)
    }

    @Test func `given one slot, when many wait for the cache at once, then none holds it, and all go on`() async throws
    {
        let count = 40
        let (origin, harness) = try Self.scene(["/a": .redirect(to: "/m"), "/m": .ok([1, 2, 3])]) {
            $0.maxConnections = 1
            $0.maxConnectionsPerHost = 1
        }
        defer { origin.stop() }
        defer { harness.fetcher.shutdown() }
        let (cache, url) = (Cache(), origin.url("/a"))

        let fetching = (0..<count).map { _ in
            Task { try await harness.fetch(url) { $0.consult = cache.consult }.get().body.bytes }
        }
        await cache.reached(count)
        for index in 0..<count { cache.answer(.ask(nil, nil), to: index) }

        for task in fetching { #expect(try await task.value == [1, 2, 3]) }
        #expect(origin.count(of: "/m") == count)
    }

    @Test(arguments: [
        ("http://169.254.169.254/latest", FetchFault.Kind?.none, Code.addressBlocked), ("", nil, .protocolError),
        ("/a", .tooManyRedirects(limit: 5), .tooManyRedirects),
    ])
    func `given a redirect that is not followed, when it comes, then the cache is not asked about it`(
        location: String, kind: FetchFault.Kind?, code: Code
    ) async throws {
        let (origin, harness) = try Self.scene(["/a": .redirect(to: location)])
        defer { origin.stop() }
        defer { harness.fetcher.shutdown() }
        let asked = Monitor(0)

        let fault = try await harness.fetch(origin.url("/a")) {
            $0.consult = Self.quick { _ in
                asked.withLock { $0 += 1 }
                return .ask(nil, nil)
            }
        }.fault

        #expect(fault?.code == code)
        if let kind { #expect(fault?.kind == kind) }
        #expect(asked.value == origin.requestCount - 1)
    }

    @Test func `given a try that fails behind a redirect, when all starts over, then the cache is asked anew`()
        async throws
    {
        let origin = try ScriptedOrigin { request in
            switch (request.path, request.ordinal) {
            case ("/a", _): .redirect(to: "/m")
            case (_, 1): .status(503)
            default: .ok([1])
            }
        }
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin]) { $0.maxAttempts = 2 }
        defer { harness.fetcher.shutdown() }
        let (cache, url) = (Cache(), origin.url("/a"))

        let fetching = Task { try await harness.fetch(url) { $0.consult = cache.consult }.get() }
        await cache.reached()
        cache.answer(.ask(.init(etag: "\"m\"", lastModified: nil), nil))
        await cache.reached(2)
        // The first question is no longer open.
        cache.answer(.stop, to: 0)
        cache.answer(.ask(nil, nil), to: 1)
        let response = try await fetching.value

        #expect(response.outcome == .whole)
        #expect(response.attempts == 2)
        #expect(response.hops.count == 1)
        #expect(origin.requests.map { $0.header("If-None-Match") } == [nil, "\"m\"", nil, nil])
    }
}
