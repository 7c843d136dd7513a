import AttachmentTesting
import Glibc
import Testing

@Suite(.timeLimit(.minutes(1)))
struct TLSMisbehaviourTests {
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

    private func origin(_ response: ScriptedResponse) throws -> ScriptedOrigin {
        try ScriptedOrigin(tls: TLSServing(certificate: curl.certificate()), routes: ["/": response])
    }

    @Test(arguments: [
        Row("cut in the body", .ok("bytes").cut(at: .body(3)), exit: 18, output: "byt"),
        Row("reset in the body", .ok("bytes").reset(at: .body(3)), exit: 56, output: "byt"),
        Row("cut before the head", .ok("bytes").cut(at: .beforeFirstByte), exit: 52, output: ""),
        Row("until close", .ok("bytes").framed(.untilClose), exit: 0, output: "bytes"),
        Row("chunks without end", .ok("bytes").framed(.unfinishedChunks(bytes: 2)), exit: 18, output: "bytes"),
        Row("drip", .ok("bytes").dripping(bytes: 2, every: 1), exit: 0, output: "bytes"),
    ])
    func `given a fault inside TLS, when asked, then the client meets it`(row: Row) async throws {
        let origin = try origin(row.response)
        let result = try await curl.get(origin.url("/"))
        #expect(result.exitCode == row.exitCode, "\(result.errorText)")
        #expect(result.outputText == row.output)
        origin.stop()
    }

    /// This `curl` does not mind a stream that just ends; what it was told stands in its trace.
    @Test func `given an end with and without close_notify, when it comes, then the client is told or not`()
        async throws
    {
        for response in [ScriptedResponse.ok("bytes").cut(at: .body(3)), .ok("bytes").framed(.untilClose)] {
            for (response, isTold) in [(response, true), (response.withoutCloseNotify(), false)] {
                let origin = try origin(response)
                let result = try await curl.get(origin.url("/"), "--verbose")
                #expect(result.errorText.contains("(IN), TLS alert, close notify") == isTold)
                #expect(!result.errorText.contains("reset"))
                origin.stop()
            }
        }
    }

    @Test func `given a stall in the body, when the origin stops, then the client meets the end`() async throws {
        let origin = try origin(.ok("bytes").stalling(at: .body(3)))
        let child = try curl.start(origin.url("/"), "--no-buffer")
        #expect(await child.output(contains: "byt"))
        origin.stop()
        let result = await child.result()
        #expect(result.exitCode == 18, "\(result.errorText)")
    }

    @Test func `given a stall, when the client goes, then the origin lets the connection go`() async throws {
        let origin = try origin(.ok("bytes").stalling(at: .beforeFirstByte))
        let child = try curl.start(origin.url("/"))
        await origin.arrivals(of: "/")
        child.send(SIGTERM)
        await origin.allClosed()
        #expect(origin.openConnectionCount == 0)
    }

    @Test func `given a gate, when it opens, then the held response goes on`() async throws {
        let gate = Gate()
        let origin = try origin(.ok("bytes").held(by: gate, at: .body(2)))
        let child = try curl.start(origin.url("/"))
        await gate.arrivals()
        gate.open()
        #expect(await child.result().outputText == "bytes")
    }

    @Test func `given an endless body, when the client has had enough, then the origin lets go`() async throws {
        let zeros = SharedBytes([UInt8](repeating: 0, count: 65_536))
        let origin = try origin(.ok(.endless(zeros)))
        _ = try await ChildProcess.run(
            "sh", ["-c", "curl -q -s -k --noproxy '*' \(origin.url("/")) | head -c 1000000"])
        await origin.allClosed()
    }
}
