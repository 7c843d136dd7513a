import AttachmentDomain
import AttachmentFetch
import AttachmentTesting
import AttachmentURL
import Testing

/// What a request carries is what the fetcher says that it carries, and goes to nobody else.
@Suite(.timeLimit(.minutes(1)))
struct RequestFieldsTests {
    static let ok = ScriptedResponse.ok([1, 2, 3], type: "image/jpeg")

    @Test(arguments: [
        "Accept-Encoding", "host", "CONNECTION", "Range", "If-Match", "If-None-Match", "if-range", "Content-Length",
        "Content-Type", "TE", "Transfer-Encoding", "Upgrade", "Keep-Alive", "Expect", "Trailer", "Proxy-Authorization",
        "HTTP2-Settings",
    ])
    func `given a field that says how a message is sent, when it is looked up, then it is reserved`(name: String) {
        #expect(RequestFields.isReserved(name))
        #expect(!RequestFields.isSendable(.init(name: name, value: "x")))
    }

    @Test(arguments: ["Accept", "user-agent", "Authorization", "Cookie", "Cache-Control", "X-If-None", "Proxy-Hint"])
    func `given any other field, when it is looked up, then it can be sent`(name: String) {
        #expect(!RequestFields.isReserved(name))
        #expect(RequestFields.isSendable(.init(name: name, value: "x")))
    }

    @Test(arguments: [("", "x"), ("a b", "x"), ("a:", "x"), ("é", "x"), ("a", "x\r\nHost: evil"), ("a", "\u{0}")])
    func `given a field that is no line, when it is looked at, then it cannot be sent`(name: String, value: String) {
        #expect(!RequestFields.isSendable(.init(name: name, value: value)))
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var own: HTTPHeaders = HTTPHeaders()
        var policy: HTTPHeaders = HTTPHeaders()
        var userAgent = "test/1"
        var expected: [String]

        var testDescription: String { name }
    }

    static let rows = [
        Row(name: "none", expected: ["accept: */*", "accept-encoding: identity", "user-agent: test/1"]),
        Row(
            name: "own ones in the place of ours", own: HTTPHeaders(["user-agent": "me", "ACCEPT": "image/webp"]),
            expected: ["accept: image/webp", "accept-encoding: identity", "user-agent: me"]),
        Row(
            name: "own ones in the place of the policy's", own: HTTPHeaders(["X-Key": "mine"]),
            policy: HTTPHeaders(["x-key": "theirs", "X-Other": "theirs", "Accept": "image/png"]),
            expected: [
                "accept: image/png", "accept-encoding: identity", "user-agent: test/1", "x-key: mine",
                "x-other: theirs",
            ]),
        Row(
            name: "of the policy alone", policy: HTTPHeaders(["Authorization": "Bearer t", "Range": "bytes=0-1"]),
            expected: ["accept: */*", "accept-encoding: identity", "authorization: Bearer t", "user-agent: test/1"]),
        Row(
            name: "twice, empty, in blanks", own: HTTPHeaders(["X-A": "1", "x-a": "2", "X-Empty": "", "X-B": " \tb "]),
            expected: [
                "accept: */*", "accept-encoding: identity", "user-agent: test/1", "x-a: 1", "x-a: 2", "x-b: b",
                "x-empty:",
            ]),
        Row(
            name: "taken out by nothing", own: HTTPHeaders(["Accept": "", "User-Agent": ""]),
            expected: ["accept:", "accept-encoding: identity", "user-agent:"]),
        Row(
            name: "reserved and broken ones",
            own: HTTPHeaders(["Accept-Encoding": "gzip", "Host": "x", "If-Match": "*", "a b": "c", "X-C": "d\r\ne: f"]),
            expected: ["accept: */*", "accept-encoding: identity", "user-agent: test/1"]),
        Row(
            name: "of somebody", own: HTTPHeaders(["Authorization": "Basic b", "Cookie": "c=d", "Proxy-Hint": "e"]),
            expected: [
                "accept: */*", "accept-encoding: identity", "authorization: Basic b", "cookie: c=d", "proxy-hint: e",
                "user-agent: test/1",
            ]),
        Row(name: "without a name of ours", userAgent: "", expected: ["accept: */*", "accept-encoding: identity"]),
    ]

    @Test(arguments: rows)
    func `given fields of caller and policy, when a URL is asked, then the origin gets what is said`(row: Row)
        async throws
    {
        let origin = try ScriptedOrigin(routes: ["/m": Self.ok])
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin], headers: [origin.origin: row.policy]) {
            $0.userAgent = row.userAgent
        }
        defer { harness.fetcher.shutdown() }
        let url = try RequestURL.parse(origin.url("/m"))

        _ = try await harness.fetch(url.text) { $0.fields = row.own }.get()

        let received = try #require(origin.requests.first)
        #expect(Self.lines(received) == row.expected.sorted())
        #expect(
            Self.lines(harness.fetcher.requestFields(for: url, adding: row.own, startingAt: url))
                == row.expected.sorted())
    }

    @Test func `given HTTP/2, when a URL is asked, then its origin gets what is said`() async throws {
        let (origin, harness, directory) = try TrustingScene.secure(application: .http2) { _ in Self.ok }
        defer { origin.stop() }
        defer { harness.fetcher.shutdown() }
        defer { withExtendedLifetime(directory) {} }
        let url = try RequestURL.parse(origin.url("/m"))
        let own = HTTPHeaders(["Accept": "image/*", "X-Empty": "", "Cookie": "a=b"])

        _ = try await harness.fetch(url.text) { $0.fields = own }.get()

        let received = try #require(origin.requests.first)
        #expect(
            Self.lines(received) == Self.lines(harness.fetcher.requestFields(for: url, adding: own, startingAt: url)))
    }

    @Test
    func `given fields of the caller, when another origin is redirected to, then it gets none that tell who asks`()
        async throws
    {
        let other = try ScriptedOrigin(routes: ["/m": Self.ok])
        defer { other.stop() }
        let origin = try ScriptedOrigin(routes: ["/a": .redirect(to: "/b"), "/b": .redirect(to: other.url("/m"))])
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin, other.origin])
        defer { harness.fetcher.shutdown() }
        let own = HTTPHeaders([
            "Authorization": "Bearer secret", "cookie": "secret", "Proxy-Hint": "secret", "Accept": "image/webp",
        ])
        let first = try RequestURL.parse(origin.url("/a"))

        _ = try await harness.fetch(first.text) { $0.fields = own }.get()

        #expect(origin.requests.map { $0.header("Authorization") } == ["Bearer secret", "Bearer secret"])
        #expect(origin.requests.map { $0.header("Cookie") } == ["secret", "secret"])
        let received = try #require(other.requests.first)
        #expect(received.header("Accept") == "image/webp")
        #expect(!received.headers.contains { $0.value.contains("secret") })
        let target = try RequestURL.parse(other.url("/m"))
        #expect(
            Self.lines(received)
                == Self.lines(harness.fetcher.requestFields(for: target, adding: own, startingAt: first)))
    }

    /// All but Host, whose value is the URL's.
    private static func lines(_ request: OriginRequest) -> [String] {
        lines(HTTPHeaders(request.headers.map { .init(name: $0.name, value: $0.value) }))
    }

    private static func lines(_ headers: HTTPHeaders) -> [String] {
        headers.fields.map { "\($0.name.lowercased()): \($0.value)".trimmingOWS() }
            .filter { !$0.hasPrefix("host:") }.sorted()
    }
}
