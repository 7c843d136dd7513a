import AttachmentDomain
import AttachmentFetch
import AttachmentTesting
import AttachmentURL
import Testing

/// Which connections a request goes out on.
@Suite(.timeLimit(.minutes(1)))
struct ConnectionTests {
    static let media = [UInt8](repeating: 7, count: 2000)
    static let other = [UInt8](repeating: 9, count: 2000)

    @Test func `given an origin that sends more than it said, when it is asked again, then that is no answer`()
        async throws
    {
        // A whole second answer stands behind the first one in its connection.
        let smuggled = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil"
        let gate = Gate()
        let sent = Monitor(false)
        var first = ScriptedResponse(body: OriginBody(Self.media + Array(smuggled.utf8)))
            .header("Content-Length", "2000").framed(.asWritten(staysOpen: true)).held(by: gate, at: .body(2000))
        first.completion = { sent.withLock { $0 = true } }
        let origin = try ScriptedOrigin(routes: ["/first": first, "/second": .ok(Self.other)])
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin])
        defer { harness.fetcher.shutdown() }

        let one = try await harness.fetch(origin.url("/first")).get()
        gate.open()
        await sent.reached { $0 }
        let three = try await harness.fetch(origin.url("/third"))
        let two = try await harness.fetch(origin.url("/second")).get()

        #expect(one.body.bytes == Self.media)
        #expect(two.body.bytes == Self.other)
        guard case .failure(let fault) = three else {
            Issue.record("there is no third")
            return
        }
        #expect(fault.code == .httpStatus)
    }

    @Test func `given a connection that ends while it is kept, when it is used again, then a new one is made`()
        async throws
    {
        let origin = try ScriptedOrigin { request in
            // The second request of a connection is never answered.
            request.ordinal == 2
                ? ScriptedResponse.ok(Self.media).cut(at: .beforeFirstByte) : .ok(Self.media)
        }
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin])
        defer { harness.fetcher.shutdown() }

        for _ in 1...3 {
            let response = try await harness.fetch(origin.url("/m")).get()
            #expect(response.body.bytes == Self.media)
            #expect(response.attempts == 1)
        }
    }

    @Test func `given a name with both families, when one does not answer, then the other is used`() async throws {
        let four = try ScriptedOrigin(routes: ["/m": .ok(Self.media)])
        defer { four.stop() }
        // Connecting to the same port of ::1 never completes.
        let six = try FullBacklogListener(host: "::1", port: four.port)
        defer { withExtendedLifetime(six) {} }
        let server = try NameServer(table: ["media.example.com": .addresses(["::1", "127.0.0.1"])])
        defer { server.stop() }
        let harness = try FetchHarness(allowing: ["http://media.example.com:\(four.port)"]) {
            $0.dnsServers = [server.address]
        }
        defer { harness.fetcher.shutdown() }

        let response = try await harness.fetch("http://media.example.com:\(four.port)/m").get()

        #expect(response.body.bytes == Self.media)
    }

    @Test(arguments: [DNSQuestion.RecordType.a, .aaaa])
    func `given a name server that drops one family, when the other is answered, then that is used`(
        dropped: DNSQuestion.RecordType
    ) async throws {
        let host = dropped == .a ? "::1" : "127.0.0.1"
        let origin = try ScriptedOrigin(host: host, routes: ["/m": .ok(Self.media)])
        defer { origin.stop() }
        let server = try NameServer { $0.type == dropped ? .silence : .addresses([host]) }
        defer { server.stop() }
        let harness = try FetchHarness(allowing: ["http://media.example.com:\(origin.port)"]) {
            $0.dnsServers = [server.address]
        }
        defer { harness.fetcher.shutdown() }

        let response = try await harness.fetch("http://media.example.com:\(origin.port)/m").get()

        #expect(response.body.bytes == Self.media)
    }

    @Test func `given answers of both families, when one is not public, then the fetch is refused`() async throws {
        let server = try NameServer(table: ["media.example.com": .addresses(["93.184.216.34", "fd00::1"])])
        defer { server.stop() }
        let harness = try FetchHarness { $0.dnsServers = [server.address] }
        defer { harness.fetcher.shutdown() }

        #expect(try await harness.code("http://media.example.com/m") == .addressBlocked)
    }

    @Test func `given a name that leads elsewhere the second time, when it is asked again, then it is judged again`()
        async throws
    {
        // The first answer is an address that nobody has (RFC 5737 is refused, so one of a public block that this
        // machine cannot reach); the second is the loopback one of an origin that waits for it.
        let inner = try ScriptedOrigin(routes: ["/m": .ok(Self.media)])
        defer { inner.stop() }
        let server = try NameServer { question in
            question.ordinal == 1 ? .addresses(["9.9.9.9"]) : .addresses(["127.0.0.1"])
        }
        defer { server.stop() }
        let harness = try FetchHarness {
            $0.dnsServers = [server.address]
            $0.ports = [inner.port]
            $0.connectSeconds = 0.2
            $0.maxAttempts = 2
        }
        defer { harness.fetcher.shutdown() }

        let code = try await harness.code("http://rebind.example.com:\(inner.port)/m")

        #expect(code == .addressBlocked)
        #expect(inner.connectionCount == 0)
    }

    @Test func `given a redirect to its own name, when that now leads inside, then it is refused`() async throws {
        let outer = try ScriptedOrigin { request in
            .redirect(to: "http://media.example.com:\(request.parameter("to") ?? "")/secret")
        }
        defer { outer.stop() }
        let inner = try ScriptedOrigin(host: "127.0.0.2", routes: ["/secret": .ok(Self.media)])
        defer { inner.stop() }
        let server = try NameServer { .addresses([$0.ordinal == 1 ? "127.0.0.1" : "127.0.0.2"]) }
        defer { server.stop() }
        let harness = try FetchHarness(allowing: ["http://media.example.com:\(outer.port)"]) {
            $0.dnsServers = [server.address]
            $0.ports = [inner.port]
        }
        defer { harness.fetcher.shutdown() }

        let code = try await harness.code("http://media.example.com:\(outer.port)/m?to=\(inner.port)")

        #expect(code == .addressBlocked)
        #expect(inner.connectionCount == 0)
    }

    @Test func `given a kept connection, when its name now leads elsewhere, then it is not used again`() async throws {
        let old = try ScriptedOrigin(routes: ["/m": .ok(Self.media)])
        defer { old.stop() }
        let new = try ScriptedOrigin(host: "127.0.0.2", port: old.port, routes: ["/m": .ok(Self.other)])
        defer { new.stop() }
        let server = try NameServer { .addresses([$0.ordinal == 1 ? "127.0.0.1" : "127.0.0.2"]) }
        defer { server.stop() }
        let harness = try FetchHarness(allowing: ["http://media.example.com:\(old.port)"]) {
            $0.dnsServers = [server.address]
        }
        defer { harness.fetcher.shutdown() }

        let one = try await harness.fetch("http://media.example.com:\(old.port)/m").get()
        let two = try await harness.fetch("http://media.example.com:\(old.port)/m").get()

        #expect(one.body.bytes == Self.media)
        #expect(two.body.bytes == Self.other)
    }

    @Test func `given a slow host, when another is asked, then it does not wait for the first`() async throws {
        let slow = try ScriptedOrigin { _ in .ok(Self.media).stalling(at: .beforeFirstByte) }
        defer { slow.stop() }
        let quick = try ScriptedOrigin(host: "127.0.0.2", routes: ["/m": .ok(Self.media)])
        defer { quick.stop() }
        let harness = try FetchHarness(allowing: [slow.origin, quick.origin]) {
            $0.maxConnections = 4
            $0.maxConnectionsPerHost = 3
        }
        defer { harness.fetcher.shutdown() }
        let waiting = (0..<20).map { number in
            Task { try await harness.code(slow.url("/\(number)"), within: 30) }
        }
        await slow.connections(3)

        let response = try await harness.fetch(quick.url("/m")).get()

        #expect(response.body.bytes == Self.media)
        #expect(slow.connectionCount == 3)
        for task in waiting { task.cancel() }
        for task in waiting { #expect(try await task.value == .cancelled) }
    }

    @Test func `given a host that asks to wait, when another needs its slot, then it gets it`() async throws {
        let busy = try ScriptedOrigin { request in
            request.ordinal == 1 ? ScriptedResponse.status(429).header("Retry-After", "2") : .ok(Self.media)
        }
        defer { busy.stop() }
        let quick = try ScriptedOrigin(host: "127.0.0.2", routes: ["/m": .ok(Self.other)])
        defer { quick.stop() }
        let harness = try FetchHarness(allowing: [busy.origin, quick.origin]) {
            $0.maxConnections = 1
            $0.maxAttempts = 2
        }
        defer { harness.fetcher.shutdown() }
        let ended = Monitor<[String]>([])
        let first = Task {
            let response = try await harness.fetch(busy.url("/m")).get()
            ended.withLock { $0.append("busy") }
            return response.attempts
        }
        await busy.arrivals(of: "/m")

        let response = try await harness.fetch(quick.url("/m")).get()
        ended.withLock { $0.append("quick") }

        #expect(response.body.bytes == Self.other)
        #expect(try await first.value == 2)
        #expect(ended.value == ["quick", "busy"])
    }

    @Test func `given redirects to one host, when they are followed, then its limit holds`() async throws {
        let gate = Gate()
        let target = try ScriptedOrigin(host: "127.0.0.2") { _ in .ok(Self.media).held(by: gate) }
        defer { target.stop() }
        let url = target.url("/m")
        let doors = try (3...8).map { try ScriptedOrigin(host: "127.0.0.\($0)") { _ in .redirect(to: url) } }
        defer { for door in doors { door.stop() } }
        let harness = try FetchHarness(allowing: [target.origin] + doors.map(\.origin)) {
            $0.maxConnectionsPerHost = 2
        }
        defer { harness.fetcher.shutdown() }
        let fetching = doors.map { door in Task { try await harness.fetch(door.url("/a")).get().body.bytes.count } }
        await target.arrivals(of: "/m", count: 2)
        for door in doors { await door.arrivals(of: "/a") }

        #expect(target.requestCount == 2)
        gate.open()
        for task in fetching { #expect(try await task.value == Self.media.count) }
        #expect(target.requestCount == 6)
    }

    @Test func `given many that are given up while their answers come, when all is over, then each was answered once`()
        async throws
    {
        let gate = Gate()
        let origin = try ScriptedOrigin { _ in .ok(Self.media).held(by: gate, at: .body(1000)) }
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin]) {
            $0.maxConnections = 300
            $0.maxConnectionsPerHost = 300
        }
        defer { harness.fetcher.shutdown() }
        let fetching = (0..<300).map { number in
            Task { try await harness.fetch(origin.url("/\(number)"), within: 30) }
        }
        await gate.arrivals(300)

        // More than are closed at a time, so that answers come for some that are over already.
        for task in fetching.dropLast(20) { task.cancel() }
        gate.open()

        for task in fetching.suffix(20) { #expect(try await task.value.get().body.bytes == Self.media) }
        for task in fetching.dropLast(20) {
            switch try await task.value {
            case .success(let response): #expect(response.body.bytes == Self.media)
            case .failure(let fault): #expect(fault.code == .cancelled)
            }
        }
        let after = try await harness.fetch(origin.url("/after")).get()
        #expect(after.body.bytes == Self.media)
    }
}
