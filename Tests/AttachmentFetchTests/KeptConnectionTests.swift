import AttachmentDomain
@testable import AttachmentFetch
import AttachmentTesting
import AttachmentURL
import Testing

/// Connections that are kept, or that several wait for.
@Suite(.timeLimit(.minutes(1)))
struct KeptConnectionTests {
    static let media = ConnectionTests.media
    static let other = ConnectionTests.other

    @Test func `given an origin of TLS that sends more than it said, when it is asked again, then that is no answer`()
        async throws
    {
        let smuggled = Array("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil".utf8)
        let (origin, harness, directory) = try TrustingScene.secure { request in
            if request.path == "/first" {
                ScriptedResponse.raw(["HTTP/1.1 200 OK", "Content-Length: 2000"], Self.media + smuggled, open: true)
                    .pausing(200, at: .body(0))
            } else {
                .ok(Self.other)
            }
        }
        defer {
            harness.fetcher.shutdown()
            origin.stop()
            withExtendedLifetime(directory) {}
        }
        let one = try await harness.fetch(origin.url("/first")).get()
        let two = try await harness.fetch(origin.url("/second")).get()
        #expect(one.body.bytes == Self.media)
        #expect(two.body.bytes == Self.other)
    }

    @Test func `given several kept connections that are unusable, when it is asked again, then a new one is made`()
        async throws
    {
        let (start, gate) = (Gate(), Gate())
        let origin = try ScriptedOrigin { request in
            if request.path.hasPrefix("/first") {
                ScriptedResponse.raw(
                    ["HTTP/1.1 200 OK", "Content-Length: 2000"], Self.media + Array("evil".utf8), open: true
                )
                .held(by: start).held(by: gate, at: .body(2000))
            } else {
                .ok(Self.other)
            }
        }
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin])
        defer { harness.fetcher.shutdown() }
        async let a = harness.fetch(origin.url("/first1"))
        async let b = harness.fetch(origin.url("/first2"))
        async let c = harness.fetch(origin.url("/first3"))
        await origin.connections(3)
        start.open()
        _ = try await (a.get(), b.get(), c.get())
        gate.open()
        try await Task.sleep(for: .milliseconds(100))
        let two = try await harness.fetch(origin.url("/second")).get()
        #expect(two.body.bytes == Self.other)
    }

    @Test
    func `given several kept connections that end under the request, when it is asked again, then a new one is made`()
        async throws
    {
        let gate = Gate()
        let origin = try ScriptedOrigin { request in
            request.ordinal >= 2
                ? ScriptedResponse.ok(Self.media).cut(at: .beforeFirstByte)
                : ScriptedResponse.ok(Self.media).held(by: gate)
        }
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin])
        defer { harness.fetcher.shutdown() }
        async let a = harness.fetch(origin.url("/first1"))
        async let b = harness.fetch(origin.url("/first2"))
        async let c = harness.fetch(origin.url("/first3"))
        await origin.connections(3)
        gate.open()
        _ = try await (a.get(), b.get(), c.get())
        let two = try await harness.fetch(origin.url("/second")).get()
        #expect(two.body.bytes == Self.media)
    }

    @Test func `given a kept connection of HTTP/2, when its name now leads elsewhere, then it is closed`() async throws
    {
        let directory = try TemporaryDirectory()
        let authority = try TestAuthority()
        let file = try directory.write(authority.pem, to: "ca.pem")
        let serving = TLSServing(
            certificate: try authority.certificate(for: ["media.example.com"]), application: .http2)
        let old = try ScriptedOrigin(tls: serving, routes: ["/m": .ok(Self.media)])
        defer { old.stop() }
        let new = try ScriptedOrigin(host: "127.0.0.2", port: old.port, tls: serving, routes: ["/m": .ok(Self.other)])
        defer { new.stop() }
        let server = try NameServer { .addresses([$0.ordinal == 1 ? "127.0.0.1" : "127.0.0.2"]) }
        defer { server.stop() }
        let harness = try FetchHarness(allowing: [old.origin(as: "media.example.com")]) {
            $0.dnsServers = [server.address]
            $0.caFile = file
        }
        defer { harness.fetcher.shutdown() }
        let url = old.origin(as: "media.example.com") + "/m"
        let one = try await harness.fetch(url).get()
        for _ in 1...5 {
            let two = try await harness.fetch(url).get()
            #expect(two.body.bytes == Self.other)
        }
        #expect(one.body.bytes == Self.media)
        #expect(old.requestCount == 1)
        #expect(new.connectionCount <= 2, "\(new.connectionCount)")
    }

    @Test func `given handshakes that hang, when many wait for one host, then each has the connect budget alone`()
        async throws
    {
        let directory = try TemporaryDirectory()
        let authority = try TestAuthority()
        let file = try directory.write(authority.pem, to: "ca.pem")
        let serving = TLSServing(certificate: try authority.certificate(for: ["127.0.0.1"])).handshake(.stalled)
        let origin = try ScriptedOrigin(tls: serving, routes: [:])
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin]) {
            $0.caFile = file
            $0.connectSeconds = 1
        }
        defer { harness.fetcher.shutdown() }
        let start = ContinuousClock.now
        let codes = await withTaskGroup(of: Code?.self) { group in
            for number in 0..<8 { group.addTask { try? await harness.code(origin.url("/\(number)"), within: 10) } }
            return await group.reduce(into: [Code?]()) { $0.append($1) }
        }
        #expect(codes == Array(repeating: .tlsFailed, count: 8))
        #expect(start.duration(to: .now) < .seconds(2), "\(start.duration(to: .now))")
    }

    @Test
    func `given names that lead elsewhere meanwhile, when two wait for one host, then each goes to its own addresses`()
        async throws
    {
        let directory = try TemporaryDirectory()
        let authority = try TestAuthority()
        let file = try directory.write(authority.pem, to: "ca.pem")
        let certificate = try authority.certificate(for: ["media.example.com"])
        let gate = Gate()
        let one = try ScriptedOrigin(
            tls: TLSServing(certificate: certificate).handshake(.held(gate)),
            routes: ["/m": ScriptedResponse.ok(Self.media).pausing(300, at: .beforeFirstByte)])
        defer { one.stop() }
        let two = try ScriptedOrigin(
            host: "127.0.0.2", port: one.port, tls: TLSServing(certificate: certificate),
            routes: ["/m": .ok(Self.media)])
        defer { two.stop() }
        let server = try NameServer { .addresses([$0.ordinal <= 2 ? "127.0.0.1" : "127.0.0.2"]) }
        defer { server.stop() }
        let harness = try FetchHarness(allowing: []) {
            $0.dnsServers = [server.address]
            $0.caFile = file
            $0.allowOrigins = [one.origin(as: "media.example.com")]
        }
        defer { harness.fetcher.shutdown() }
        let url = one.origin(as: "media.example.com") + "/m"
        let tasks = (0..<4).map { number in
            Task {
                try await Task.sleep(for: .milliseconds(50 * number))
                return try await harness.fetch(url, within: 10)
            }
        }
        try await Task.sleep(for: .milliseconds(400))
        gate.open()
        for task in tasks {
            switch try await task.value {
            case .success(let response): #expect(response.body.bytes == Self.media)
            case .failure(let fault): Issue.record("\(fault.code) \(fault.explanation)")
            }
        }
    }

    @Test func `given a connection of HTTP/2 that falls silent, when a stall is tried again, then it is on a new one`()
        async throws
    {
        let silence = Gate()
        let (origin, harness, directory) = try TrustingScene.secure(
            application: .http2,
            { policy in
                policy.stallSeconds = 0.4
                policy.maxAttempts = 2
            },
            handler: { request in
                if request.connection == 1, request.path != "/first" { silence.wait() }
                return .ok(Self.media)
            })
        defer {
            silence.open()
            harness.fetcher.shutdown()
            origin.stop()
            withExtendedLifetime(directory) {}
        }

        _ = try await harness.fetch(origin.url("/first")).get()
        let response = try await harness.fetch(origin.url("/m"), within: 10).get()

        #expect(response.body.bytes == Self.media)
        #expect(response.attempts == 2)
    }
}
