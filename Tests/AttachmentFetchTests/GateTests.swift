import AttachmentDomain
import AttachmentFetch
import AttachmentTesting
import AttachmentURL
import Testing

/// Where a request may go is judged at every hop, for every address, and at the socket.
@Suite(.timeLimit(.minutes(1)))
struct GateTests {
    static let ok = ScriptedResponse.ok([1, 2, 3], type: "image/jpeg")

    @Test(arguments: [
        ("http://127.0.0.1/a.png", Code.addressBlocked), ("http://169.254.169.254/latest", .addressBlocked),
        ("http://[::1]/a.png", .addressBlocked), ("http://localhost/a.png", .nameBlocked),
        ("https://example.com:22/a.png", .portBlocked),
    ])
    func `given a forbidden place, when it is asked for, then it is refused`(url: String, code: Code) async throws {
        let harness = try FetchHarness()
        defer { harness.fetcher.shutdown() }

        #expect(try await harness.code(url) == code)
    }

    @Test func `given a public name with a private address, when it is asked for, then it is refused`() async throws {
        let server = try NameServer(table: ["media.example.com": .addresses(["127.0.0.1"])])
        defer { server.stop() }
        let harness = try FetchHarness { $0.dnsServers = [server.address] }
        defer { harness.fetcher.shutdown() }

        #expect(try await harness.code("http://media.example.com/a.png") == .addressBlocked)
    }

    @Test func `given one private address among public ones, when it is asked for, then it is refused`() async throws {
        let server = try NameServer(table: ["media.example.com": .addresses(["93.184.216.34", "10.0.0.1"])])
        defer { server.stop() }
        let harness = try FetchHarness { $0.dnsServers = [server.address] }
        defer { harness.fetcher.shutdown() }

        #expect(try await harness.code("http://media.example.com/a.png") == .addressBlocked)
    }

    @Test func `given an unknown name, when it is asked for, then dns-failed`() async throws {
        let server = try NameServer(table: [:])
        defer { server.stop() }
        let harness = try FetchHarness { $0.dnsServers = [server.address] }
        defer { harness.fetcher.shutdown() }

        #expect(try await harness.code("http://nothing.example.com/a.png") == .dnsFailed)
    }

    @Test func `given an allowed origin by name, when it is asked for, then its address is used as resolved`()
        async throws
    {
        let origin = try ScriptedOrigin(routes: ["/m": Self.ok])
        defer { origin.stop() }
        let server = try NameServer(table: ["media.example.com": .addresses(["127.0.0.1"])])
        defer { server.stop() }
        let harness = try FetchHarness(allowing: ["http://media.example.com:\(origin.port)"]) {
            $0.dnsServers = [server.address]
        }
        defer { harness.fetcher.shutdown() }

        let response = try await harness.fetch("http://media.example.com:\(origin.port)/m").get()

        #expect(response.body.bytes == [1, 2, 3])
        #expect(origin.requests.first?.headers.contains { $0.name.lowercased() == "host" } == true)
    }

    @Test func `given a redirect to a forbidden place, when it is followed, then it is refused`() async throws {
        let origin = try ScriptedOrigin(routes: ["/m": .redirect(to: "http://169.254.169.254/latest")])
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin])
        defer { harness.fetcher.shutdown() }

        let fault = try #require(try await harness.fault(origin.url("/m")))
        #expect(fault.code == .addressBlocked)
        #expect(fault.explanation.hasPrefix("redirected to http://169.254.169.254/latest: "))
    }

    @Test func `given a redirect to another scheme, when it is followed, then it is refused and says from where`()
        async throws
    {
        let origin = try ScriptedOrigin(routes: ["/m": .redirect(to: "file:///etc/passwd")])
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin])
        defer { harness.fetcher.shutdown() }

        let fault = try #require(try await harness.fault(origin.url("/m")))
        #expect(fault.code == .urlSchemeNotHTTP)
        #expect(fault.explanation.hasPrefix(origin.url("/m") + " redirects to a place that cannot be asked: "))
    }

    @Test func `given relative redirects, when they are followed, then the last answer counts`() async throws {
        let origin = try ScriptedOrigin(routes: [
            "/a": .redirect(to: "b/c?x=1"), "/b/c": .redirect(to: "../d", status: 307), "/d": Self.ok,
        ])
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin])
        defer { harness.fetcher.shutdown() }

        let response = try await harness.fetch(origin.url("/a")).get()

        #expect(response.finalURL.text == origin.url("/d"))
        #expect(response.redirects == 2)
    }

    @Test func `given a loop, when it is followed, then it ends at the limit`() async throws {
        let origin = try ScriptedOrigin(routes: ["/a": .redirect(to: "/a")])
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin])
        defer { harness.fetcher.shutdown() }

        #expect(try await harness.code(origin.url("/a")) == .tooManyRedirects)
        #expect(origin.requestCount == 6)
    }

    @Test func `given a secret header for one origin, when it redirects to another, then it is not sent there`()
        async throws
    {
        let other = try ScriptedOrigin(routes: ["/m": Self.ok])
        defer { other.stop() }
        let origin = try ScriptedOrigin(routes: ["/m": .redirect(to: other.url("/m"))])
        defer { origin.stop() }
        var policy = NetworkPolicy()
        policy.allowOrigins = [origin.origin, other.origin]
        var settings = try FetchSettings(policy: policy, now: { 0 })
        settings.originHeaders = [
            try Origin(origin.origin): HTTPHeaders([.init(name: "Authorization", value: "Bearer secret")])
        ]
        let fetcher = Fetcher(settings)
        defer { fetcher.shutdown() }

        _ = try await fetcher.fetch(
            FetchRequest(
                url: try RequestURL.parse(origin.url("/m")), deadline: .after(.seconds(20)),
                limits: ReadingLimits(judgedBy: [], ceiling: 1000), makeSpool: { () throws(Finding) in MemorySpool() }))

        #expect(origin.requests.first?.headers.contains { $0.value == "Bearer secret" } == true)
        #expect(other.requests.first?.headers.contains { $0.value == "Bearer secret" } == false)
    }
}
