import AttachmentDomain
import AttachmentFetch
import AttachmentTesting
import Glibc
import Testing

/// What still holds where the policy names a proxy, and that nothing but the policy names one.
@Suite(.timeLimit(.minutes(1)), .serialized)
struct ProxyTests {
    static let media = [UInt8](repeating: 7, count: 2000)

    /// Answers what a proxy is asked for in the place of the origins.
    private static func proxy(_ answer: @escaping @Sendable (OriginRequest) -> ScriptedResponse = { _ in .ok(media) })
        throws -> ScriptedOrigin
    {
        try ScriptedOrigin(handler: answer)
    }

    @Test func `given a proxy, when a URL is fetched, then the proxy is asked for it by its name`() async throws {
        let proxy = try Self.proxy()
        defer { proxy.stop() }
        let harness = try FetchHarness { $0.proxy = "http://127.0.0.1:\(proxy.port)" }
        defer { harness.fetcher.shutdown() }

        let response = try await harness.fetch("http://media.example.com/a.jpg").get()

        #expect(response.body.bytes == Self.media)
        #expect(proxy.requests.map(\.target) == ["http://media.example.com/a.jpg"])
    }

    @Test(arguments: [
        ("http://127.0.0.1/a.png", Code.addressBlocked), ("http://[::1]/a.png", .addressBlocked),
        ("http://localhost/a.png", .nameBlocked), ("http://intranet/a.png", .nameBlocked),
        ("http://example.com:22/a.png", .portBlocked),
    ])
    func `given a proxy, when a forbidden place is asked for, then the proxy never hears of it`(
        url: String, code: Code
    ) async throws {
        let proxy = try Self.proxy()
        defer { proxy.stop() }
        let harness = try FetchHarness { $0.proxy = "http://127.0.0.1:\(proxy.port)" }
        defer { harness.fetcher.shutdown() }

        #expect(try await harness.code(url) == code)
        #expect(proxy.connectionCount == 0)
    }

    @Test func `given a proxy, when it hands on a redirect to a forbidden place, then it is refused`() async throws {
        let proxy = try Self.proxy { _ in .redirect(to: "http://169.254.169.254/latest") }
        defer { proxy.stop() }
        let harness = try FetchHarness { $0.proxy = "http://127.0.0.1:\(proxy.port)" }
        defer { harness.fetcher.shutdown() }

        #expect(try await harness.code("http://media.example.com/a.jpg") == .addressBlocked)
        #expect(proxy.requestCount == 1)
    }

    @Test func `given a proxy by name, when it is resolved, then by the name servers of the policy`() async throws {
        let proxy = try Self.proxy()
        defer { proxy.stop() }
        let server = try NameServer(table: ["proxy": .addresses(["127.0.0.1"])])
        defer { server.stop() }
        let harness = try FetchHarness {
            $0.proxy = "http://user:secret@proxy:\(proxy.port)"
            $0.dnsServers = [server.address]
        }
        defer { harness.fetcher.shutdown() }

        let response = try await harness.fetch("http://media.example.com/a.jpg").get()

        #expect(response.body.bytes == Self.media)
        #expect(server.questions.allSatisfy { $0.name == "proxy" })
        #expect(proxy.requests[0].header("Proxy-Authorization") != nil)
    }

    @Test func `given a proxy whose name has no answer, when the connect budget ends, then connect-failed`()
        async throws
    {
        let server = try NameServer.silent()
        defer { server.stop() }
        let harness = try FetchHarness {
            $0.proxy = "http://proxy.example.com:3128"
            $0.dnsServers = [server.address]
            $0.connectSeconds = 0.2
        }
        defer { harness.fetcher.shutdown() }

        let fault = try #require(try await harness.fault("http://media.example.com/a.jpg"))
        #expect(fault.code == .connectFailed)
        #expect(fault.explanation.contains("through the proxy of network.proxy: its name proxy.example.com"))
        #expect(fault.remedy.contains("network.proxy"))
    }

    @Test func `given fields for an origin, when a tunnel is asked for, then the proxy gets none of them`() async throws
    {
        let proxy = try Self.proxy { _ in .status(403) }
        defer { proxy.stop() }
        let harness = try FetchHarness(headers: ["https://media.example.com": HTTPHeaders(["X-Key": "secret"])]) {
            $0.proxy = "http://127.0.0.1:\(proxy.port)"
        }
        defer { harness.fetcher.shutdown() }

        _ = try await harness.fetch("https://media.example.com/a.jpg") {
            $0.fields = HTTPHeaders(["Authorization": "secret", "Cookie": "secret", "X-Mine": "secret"])
        }

        let request = try #require(proxy.requests.first)
        #expect(request.method == "CONNECT")
        #expect(!request.headers.contains { $0.value.contains("secret") })
    }

    @Test func `given a proxy that refuses the tunnel, when https is asked for, then connect-failed with its status`()
        async throws
    {
        let proxy = try Self.proxy { _ in .status(403) }
        defer { proxy.stop() }
        let harness = try FetchHarness { $0.proxy = "http://user:secret@127.0.0.1:\(proxy.port)" }
        defer { harness.fetcher.shutdown() }

        let fault = try #require(try await harness.fault("https://media.example.com/a.jpg"))

        #expect(fault.code == .connectFailed)
        #expect(fault.explanation.hasSuffix("through the proxy of network.proxy: it answered with status 403"))
        #expect(fault.remedy.contains("network.proxy"))
        #expect(!fault.explanation.contains("secret"))
        #expect(proxy.requests.map(\.method) == ["CONNECT"])
    }

    @Test func `given a proxy that is down, when a URL is fetched, then the proxy is named and not the origin`()
        async throws
    {
        let proxy = try Self.proxy()
        proxy.stop()
        let harness = try FetchHarness { $0.proxy = "http://127.0.0.1:\(proxy.port)" }
        defer { harness.fetcher.shutdown() }

        let fault = try #require(try await harness.fault("http://media.example.com/a.jpg"))

        #expect(fault.code == .connectFailed)
        #expect(fault.explanation.contains("through the proxy of network.proxy"))
    }

    @Test func `given a proxy that wants a password, when http is asked for, then that is no answer of the origin`()
        async throws
    {
        let proxy = try Self.proxy { _ in .status(407) }
        defer { proxy.stop() }
        let harness = try FetchHarness {
            $0.proxy = "http://127.0.0.1:\(proxy.port)"
            $0.maxAttempts = 3
        }
        defer { harness.fetcher.shutdown() }

        let fault = try #require(try await harness.fault("http://media.example.com/a.jpg"))

        #expect(fault.code == .connectFailed)
        #expect(fault.attempts == 1)
    }

    @Test(arguments: ["socks5", "socks4"])
    func `given a proxy that takes addresses, when a name is asked for, then its addresses are judged here`(
        scheme: String
    ) async throws {
        let proxy = try Self.proxy()
        defer { proxy.stop() }
        let server = try NameServer(table: ["media.example.com": .addresses(["10.0.0.1"])])
        defer { server.stop() }
        let harness = try FetchHarness {
            $0.proxy = "\(scheme)://127.0.0.1:\(proxy.port)"
            $0.dnsServers = [server.address]
        }
        defer { harness.fetcher.shutdown() }

        #expect(try await harness.code("http://media.example.com/a.jpg") == .addressBlocked)
        #expect(proxy.connectionCount == 0)
    }

    @Test func `given proxies in the environment, when a URL is fetched, then none of them is asked`() async throws {
        let proxy = try Self.proxy()
        defer { proxy.stop() }
        let origin = try ScriptedOrigin(routes: ["/m": .ok([1, 2, 3])])
        defer { origin.stop() }
        let names = ["http_proxy", "HTTP_PROXY", "https_proxy", "all_proxy", "ALL_PROXY"]
        for name in names { setenv(name, "http://127.0.0.1:\(proxy.port)", 1) }
        defer { for name in names { unsetenv(name) } }
        let harness = try FetchHarness(allowing: [origin.origin])
        defer { harness.fetcher.shutdown() }

        #expect(try await harness.fetch(origin.url("/m")).get().body.bytes == [1, 2, 3])
        #expect(try await harness.code("http://127.0.0.1:\(proxy.port)/m") == .addressBlocked)
        #expect(proxy.connectionCount == 0)
    }

    @Test func `given no_proxy in the environment, when the policy has a proxy, then nothing goes around it`()
        async throws
    {
        let proxy = try Self.proxy()
        defer { proxy.stop() }
        setenv("no_proxy", "*", 1)
        defer { unsetenv("no_proxy") }
        let harness = try FetchHarness { $0.proxy = "http://127.0.0.1:\(proxy.port)" }
        defer { harness.fetcher.shutdown() }

        #expect(try await harness.fetch("http://media.example.com/a.jpg").get().body.bytes == Self.media)
        #expect(proxy.requestCount == 1)
    }
}
