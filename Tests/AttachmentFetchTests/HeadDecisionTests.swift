import AttachmentDomain
@testable import AttachmentFetch
import AttachmentTesting
import AttachmentURL
import Testing

/// What the head alone decides.
@Suite(.timeLimit(.minutes(1)))
struct HeadDecisionTests {
    static let media = ConnectionTests.media

    @Test(arguments: [404, 302, 429, 204])
    func `given a body of no interest that never ends, when its head has come, then that decides`(status: Int)
        async throws
    {
        let origin = try ScriptedOrigin { request in
            if request.path == "/m" { return ScriptedResponse.ok(Self.media).pausing(600, at: .beforeFirstByte) }
            var head = ["HTTP/1.1 \(status) x"]
            if status == 302 { head.append("Location: /m") }
            return ScriptedResponse.raw(head, Self.media, open: true).stalling(at: .body(10))
        }
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin])
        defer { harness.fetcher.shutdown() }
        let start = ContinuousClock.now
        let code = try await harness.code(origin.url("/bad"), within: 4)
        #expect(code == [404: .httpStatus, 429: .rateLimited][status])
        #expect(start.duration(to: .now) < .seconds(2), "\(start.duration(to: .now))")
    }

    @Test func `given a trailer that looks like a status line, when the body has ended, then the head stands`()
        async throws
    {
        let body = Array("4\r\nabcd\r\n0\r\nHTTP/1.1 304 x: y\r\n\r\n".utf8)
        let origin = try ScriptedOrigin { _ in
            ScriptedResponse.raw(["HTTP/1.1 200 OK", "ETag: \"a\"", "Transfer-Encoding: chunked"], body, open: true)
        }
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin])
        defer { harness.fetcher.shutdown() }
        let response = try await harness.fetch(origin.url("/m"), within: 4).get()
        #expect(response.status == 200)
        #expect(response.headers.first("etag") == "\"a\"")
    }

    @Test func `given a switch of protocols, when nobody asked for it, then that is the status`() async throws {
        let origin = try ScriptedOrigin { _ in ScriptedResponse.raw(["HTTP/1.1 101 x", "Upgrade: h2c"], open: true) }
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin])
        defer { harness.fetcher.shutdown() }
        let start = ContinuousClock.now
        let code = try await harness.code(origin.url("/m"), within: 4)
        #expect(code == .protocolError || code == .httpStatus)
        #expect(start.duration(to: .now) < .seconds(2))
    }

    @Test func `given a Location that is not UTF-8, when it is followed, then its bytes are kept`() async throws {
        let origin = try ScriptedOrigin { request in
            if request.path == "/caf%E9" { return .ok(Self.media) }
            let head =
                Array("HTTP/1.1 302 x\r\nLocation: /caf".utf8) + [0xE9] + Array("\r\nContent-Length: 0\r\n\r\n".utf8)
            return ScriptedResponse(body: OriginBody([])).framed(.asWritten(staysOpen: true)).withRawHead(
                OriginBody(head))
        }
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin])
        defer { harness.fetcher.shutdown() }
        let response = try await harness.fetch(origin.url("/m"), within: 4).get()
        #expect(response.body.bytes == Self.media)
    }
}
