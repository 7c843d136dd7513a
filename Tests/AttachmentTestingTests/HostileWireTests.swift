import Glibc
import Testing

@testable import AttachmentTesting

/// What goes over the wire where a fault is subtle.
@Suite(.timeLimit(.minutes(1)))
struct HostileWireTests {
    private let routes: HostileRoutes
    private let origin: ScriptedOrigin

    init() throws {
        let routes = try HostileRoutes()
        self.routes = routes
        origin = try ScriptedOrigin { routes.response(to: $0) ?? .status(404) }
    }

    private func ask(_ target: String, headers: String = "") async throws -> (head: String, body: Int, fault: Int32) {
        let client = try LoopbackClient(port: origin.port)
        client.get(target, headers: headers)
        let (bytes, fault) = await client.restBytes()
        let text = String(decoding: bytes, as: UTF8.self)
        guard let end = text.utf8.firstRange(of: "\r\n\r\n".utf8) else { return (text, 0, fault) }
        let head = String(text[..<end.upperBound])
        return (head, bytes.count - head.utf8.count, fault)
    }

    @Test(arguments: [
        ("/short", 19_000, 0), ("/no-length", 20_000, 0), ("/lie-length?mb=1", 20_000 + 1 << 20, 0),
        ("/long?by=7", 20_007, 0), ("/close", 20_000, 0), ("/chunked-broken?mode=eof", 15_014, 0),
        ("/reset", 1000, ECONNRESET), ("/no-length-cut?after=77", 77, ECONNRESET), ("/reset?after=0", 0, ECONNRESET),
        ("/stall?after=5&hold=0.01", 5, 0), ("/resume", 10_000, ECONNRESET),
    ])
    func `given a body that ends badly, when it is read, then so many bytes come before FIN or RST`(
        target: String, bytes: Int, fault: Int32
    ) async throws {
        let answer = try await ask(target, headers: "X: y\r\n")
        #expect(answer.head.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(answer.body == bytes)
        #expect(answer.fault == fault)
    }

    @Test(arguments: ["/empty-reply", "/silent?hold=0.01", "/reset?after=-1"])
    func `given no answer at all, when it is read, then not a byte comes`(target: String) async throws {
        let answer = try await ask(target)
        #expect(answer.head.isEmpty)
        #expect(answer.fault == (target.hasPrefix("/reset") ? ECONNRESET : 0))
    }

    @Test func `given a lie about the length, when the head is read, then it does not say that it will close`()
        async throws
    {
        let head = try await ask("/long").head
        #expect(head.contains("Content-Length: 20000\r\n"))
        #expect(!head.contains("Connection"))
        #expect(head.contains("Date: "))
    }

    @Test func `given heads that are none, when they are read, then they begin so`() async throws {
        #expect(try await ask("/bad-status-line?mode=sip").head.hasPrefix("SIP/2.0 200 OK\r\nContent-Type: image/png"))
        #expect(try await ask("/bad-status-line?mode=nocode").head.hasPrefix("HTTP/1.1\r\nContent-Type"))
        let interim = try await ask("/continue?n=2&code=103", headers: "Connection: close\r\n")
        #expect(interim.head == "HTTP/1.1 103 Early Hints\r\nLink: </a0.css>; rel=preload\r\n\r\n")
        #expect(try await ask("/header-endless?mb=1").head.utf8.count > 1 << 20)
    }
}
