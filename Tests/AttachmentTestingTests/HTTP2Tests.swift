import AttachmentTesting
import Glibc
import Testing

@Suite(.timeLimit(.minutes(1)))
struct HTTP2Tests {
    /// A response with a fault, and what `curl` says to it.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let response: ScriptedResponse
        let exitCode: Int32
        let output: String

        init(_ description: String, _ response: ScriptedResponse, exit exitCode: Int32, output: String) {
            testDescription = description
            self.response = response
            self.exitCode = exitCode
            self.output = output
        }
    }

    private let curl: CurlClient

    init() throws {
        curl = try CurlClient()
    }

    private func origin(_ routes: [String: ScriptedResponse]) throws -> ScriptedOrigin {
        try ScriptedOrigin(tls: TLSServing(certificate: curl.certificate(), application: .http2), routes: routes)
    }

    @Test func `given HTTP 2, when two requests come, then both are answered on one connection`() async throws {
        let origin = try origin(["/a": .ok("bytes", type: "image/jpeg")])
        let result = try await curl.get(
            origin.url("/a?x=1"), origin.url("/none"), "-w", "%{http_version} %{http_code} %{content_type}\n")
        #expect(result.outputText.hasPrefix("bytes2 200 image/jpeg\n"))
        #expect(result.outputText.hasSuffix("2 404 text/html\n"))
        #expect(origin.requests.map(\.target) == ["/a?x=1", "/none"])
        #expect(origin.requests.map(\.connection) == [1, 1])
        #expect(origin.requests.first?.header("Host") == "127.0.0.1:\(origin.port)")
        #expect(origin.requests.first?.header("User-Agent")?.hasPrefix("curl/") == true)
        origin.stop()
    }

    @Test func `given a client without HTTP 2, when it comes, then it is turned away`() async throws {
        let origin = try origin(["/": .ok("bytes")])
        #expect(try await curl.get(origin.url("/"), "--http1.1").exitCode == 35)
        #expect(origin.requestCount == 0)
    }

    @Test func `given a body of megabytes, when the windows fill, then it is whole all the same`() async throws {
        let pattern = SharedBytes((0..<100_003).map { UInt8(truncatingIfNeeded: $0) })
        let body = OriginBody.repeating(pattern, count: 5_000_000)
        let origin = try origin(["/": .ok(body), "/open": .ok(body).framed(.untilClose)])
        #expect(try await curl.get(origin.url("/")).output == body.array)
        #expect(try await curl.get(origin.url("/open")).output == body.array)
        origin.stop()
    }

    @Test func `given a request with a body, when it comes, then it is read`() async throws {
        let origin = try origin(["/": .ok("bytes")])
        let body = [UInt8](repeating: 65, count: 200_000)
        let file = try curl.directory.write(body, to: "body")
        #expect(try await curl.get(origin.url("/"), "--data-binary", "@\(file)").outputText == "bytes")
        #expect(origin.requests.first?.body == body)
        #expect(origin.requests.first?.method == "POST")
    }

    @Test func `given a URL of 60 KB, when it is asked for, then it arrives whole`() async throws {
        let origin = try ScriptedOrigin(tls: TLSServing(certificate: curl.certificate(), application: .http2)) {
            .ok(OriginBody("\($0.target.utf8.count)".utf8))
        }
        let target = "/" + String(repeating: "~", count: 60_000)
        #expect(try await curl.get(origin.url(target)).outputText == "60001")
    }

    @Test(arguments: [
        Row("no length", .ok("bytes").framed(.chunked(bytes: 2)), exit: 0, output: "bytes"),
        Row("HEAD-like", ScriptedResponse.notModified, exit: 0, output: ""),
        Row("drip", .ok("bytes").dripping(bytes: 2, every: 1), exit: 0, output: "bytes"),
        Row(
            "reset before the head", .ok("bytes").resettingStream(at: .beforeFirstByte, .internalError), exit: 92,
            output: ""),
        Row("reset in the body", .ok("bytes").resettingStream(at: .body(3), .internalError), exit: 92, output: "byt"),
        Row(
            "reset after a body without length",
            .ok("bytes").framed(.untilClose).resettingStream(at: .body(5), .cancel), exit: 92, output: "bytes"),
        Row(
            "HTTP/1.1 required", .ok("bytes").resettingStream(at: .beforeFirstByte, .http11Required), exit: 35,
            output: ""),
        Row("going away", .ok("bytes").goingAway(at: .body(3)), exit: 18, output: "byt"),
        Row("cut", .ok("bytes").cut(at: .body(3)), exit: 18, output: "byt"),
        Row("cut without close_notify", .ok("bytes").cut(at: .body(3)).withoutCloseNotify(), exit: 18, output: "byt"),
        Row("cut without length", .ok("bytes").framed(.unfinishedChunks(bytes: 1)), exit: 18, output: "bytes"),
        Row("too short", .ok("bytes").framed(.declaredLength(9)), exit: 92, output: "bytes"),
        Row("too long", .ok("bytes").framed(.declaredLength(3)), exit: 92, output: ""),
    ])
    func `given a fault of HTTP 2, when asked, then the client meets it`(row: Row) async throws {
        let origin = try origin(["/": row.response])
        let result = try await curl.get(origin.url("/"))
        #expect(result.exitCode == row.exitCode, "\(result.errorText)")
        #expect(result.outputText == row.output)
        origin.stop()
    }

    @Test func `given a TCP reset, when it comes, then the client meets it while it reads or writes`() async throws {
        let origin = try origin(["/": .ok("bytes").reset(at: .body(3))])
        let result = try await curl.get(origin.url("/"))
        #expect(result.exitCode == 55 || result.exitCode == 56, "\(result.errorText)")
        origin.stop()
    }

    @Test func `given a refused stream, when asked, then the client comes again`() async throws {
        let refusal = ScriptedResponse.ok("bytes").resettingStream(at: .beforeFirstByte, .refusedStream)
        let serving = TLSServing(certificate: try curl.certificate(), application: .http2)
        let origin = try ScriptedOrigin(tls: serving) { $0.ordinal == 1 ? refusal : .ok("bytes") }
        let result = try await curl.get(origin.url("/"))
        #expect(result.outputText == "bytes", "\(result.errorText)")
        #expect(origin.requestCount == 2)
        origin.stop()
    }

    @Test func `given a farewell with and without refusal, when it comes, then it names the last stream`() async throws
    {
        for (isRefused, lastStream) in [(true, 0), (false, 1)] {
            let origin = try origin(["/": .ok("bytes").goingAway(at: .body(1), .enhanceYourCalm, refused: isRefused)])
            let result = try await curl.get(origin.url("/"), "--verbose")
            #expect(result.errorText.contains("GOAWAY, error=11, last_stream=\(lastStream)"), "\(result.errorText)")
            #expect(result.exitCode != 0)
            origin.stop()
        }
    }

    @Test func `given a held stream, when another is asked for, then it passes on the same connection`() async throws {
        let gate = Gate()
        let origin = try origin(["/held": .ok("held").held(by: gate, at: .body(2)), "/free": .ok("free")])
        let child = try curl.start(
            origin.url("/held"), "--parallel", "--no-buffer", origin.url("/free"))
        #expect(await child.output(contains: "free"))
        await gate.arrivals()
        gate.open()
        #expect(await child.result().exitCode == 0)
        #expect(origin.connectionCount == 1)
    }

    @Test func `given a stall in the body, when the origin stops, then the client meets the end`() async throws {
        let origin = try origin(["/": .ok("bytes").stalling(at: .body(3))])
        let child = try curl.start(origin.url("/"), "--no-buffer")
        #expect(await child.output(contains: "byt"))
        origin.stop()
        #expect(origin.openConnectionCount == 0)
        #expect(await child.result().exitCode == 18)
    }

    @Test func `given a stall, when the client goes, then the origin lets the connection go`() async throws {
        let origin = try origin(["/": .ok("bytes").stalling(at: .beforeFirstByte)])
        let child = try curl.start(origin.url("/"))
        await origin.arrivals(of: "/")
        child.send(SIGTERM)
        await origin.allClosed()
        #expect(origin.openConnectionCount == 0)
    }
}
