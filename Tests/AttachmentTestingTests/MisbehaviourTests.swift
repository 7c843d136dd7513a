import Glibc
import Testing

@testable import AttachmentTesting

@Suite(.timeLimit(.minutes(1)))
struct MisbehaviourTests {
    /// Asks for `/` and reads so many bytes; the response has fallen silent behind them.
    private func silence(_ response: ScriptedResponse, after text: String) async throws {
        let origin = try ScriptedOrigin(routes: ["/": response])
        let client = try LoopbackClient(port: origin.port)
        client.get("/")
        #expect(await client.read(text.utf8.count) == text)
        await origin.arrivals(of: "/")
        var watched = pollfd(fd: client.descriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&watched, 1, 0) == 0)
        origin.stop()
        #expect(await client.rest().text == "")
    }

    @Test func `given a stall before the first byte, when asked, then nothing comes until the origin stops`()
        async throws
    {
        try await silence(.ok("bytes").stalling(at: .beforeFirstByte), after: "")
    }

    @Test func `given a stall in the head, when asked, then it ends there`() async throws {
        try await silence(.ok("bytes").stalling(at: .head(12)), after: "HTTP/1.1 200")
    }

    @Test func `given a stall in the body, when asked, then it ends there`() async throws {
        try await silence(
            .ok("bytes").stalling(at: .body(3)), after: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nbyt")
    }

    @Test func `given a stall, when the client goes, then the origin lets the connection go`() async throws {
        let origin = try ScriptedOrigin(routes: ["/": .ok("bytes").stalling(at: .body(1))])
        do {
            let client = try LoopbackClient(port: origin.port)
            client.get("/")
            await origin.arrivals(of: "/")
        }
        await origin.allClosed()
        #expect(origin.openConnectionCount == 0)
    }

    @Test func `given a gate, when it opens, then the held response goes on`() async throws {
        let gate = Gate()
        let origin = try ScriptedOrigin(routes: ["/": .ok("bytes").held(by: gate, at: .body(2))])
        let client = try LoopbackClient(port: origin.port)
        client.get("/", headers: "Connection: close\r\n")
        await gate.arrivals()
        #expect(!gate.isOpen)
        gate.open()
        #expect(await client.rest().text.hasSuffix("bytes"))
    }

    @Test func `given a closed gate, when the origin stops, then it does not wait for the gate`() async throws {
        let gate = Gate()
        let origin = try ScriptedOrigin(routes: ["/": .ok("bytes").held(by: gate)])
        let client = try LoopbackClient(port: origin.port)
        client.get("/")
        await gate.arrivals()
        origin.stop()
        #expect(await client.rest().text == "")
    }

    @Test func `given a reset after 3 bytes, when asked, then the client meets ECONNRESET`() async throws {
        let origin = try ScriptedOrigin(routes: ["/": .ok("bytes").reset(at: .body(3))])
        let client = try LoopbackClient(port: origin.port)
        client.get("/")
        #expect(await client.rest().fault == ECONNRESET)
    }

    @Test func `given a body shorter than its length, when asked, then the connection just ends`() async throws {
        let origin = try ScriptedOrigin(routes: ["/": .ok("bytes").cut(at: .body(3))])
        let client = try LoopbackClient(port: origin.port)
        client.get("/")
        let rest = await client.rest()
        #expect(rest.text == "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nbyt")
        #expect(rest.fault == 0)
    }

    @Test func `given a drip, when asked, then all portions come`() async throws {
        let origin = try ScriptedOrigin(routes: ["/": .ok("0123456789").dripping(bytes: 3, every: 1)])
        #expect(try await LoopbackClient.exchange(origin, "/").hasSuffix("0123456789"))
    }

    @Test func `given an endless body, when the client has had enough, then the origin lets go`() async throws {
        let zeros = SharedBytes([UInt8](repeating: 0, count: 65_536))
        let origin = try ScriptedOrigin(routes: ["/": .ok(.endless(zeros, after: "head"))])
        do {
            let client = try LoopbackClient(port: origin.port)
            client.get("/")
            #expect(await client.read(10_000_000).utf8.count == 10_000_000)
        }
        await origin.allClosed()
    }

    @Test func `given a gzip body, when it is unpacked by gzip, then it is the body`() async throws {
        let packed = Gzip.stored(Array(repeating: 7, count: 100_000))
        let result = try await ChildProcess.run("gzip", ["-dc"], input: .bytes(packed))
        #expect(result.output == Array(repeating: 7, count: 100_000))
        #expect(ScriptedResponse.ok("x").gzipped().headers == [OriginHeader("Content-Encoding", "gzip")])
    }

    @Test(arguments: [1, 2, 259, 1_000_000])
    func `given a bomb, when it is unpacked by gzip, then it is much larger`(count: Int) async throws {
        let result = try await ChildProcess.run("gzip", ["-dc"], input: .bytes(Gzip.zeros(count)))
        #expect(result.exitCode == 0, "\(result.errorText)")
        #expect((count..<(count + 258)).contains(result.output.count))
        #expect(result.output.allSatisfy { $0 == 0 })
    }
}
