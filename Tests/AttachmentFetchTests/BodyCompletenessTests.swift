import AttachmentCrypto
import AttachmentDomain
import AttachmentFetch
import AttachmentTesting
import Testing

/// A body counts when it is complete, or not at all.
@Suite(.timeLimit(.minutes(1)))
struct BodyCompletenessTests {
    static let media = [UInt8](repeating: 7, count: 20_000)

    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var response: ScriptedResponse
        var code: Code?

        var testDescription: String { name }
    }

    static let rows: [Row] = {
        let ok = ScriptedResponse.ok(media, type: "image/jpeg")
        return [
            Row(name: "with a length", response: ok),
            Row(name: "in chunks", response: ok.framed(.chunked(bytes: 999))),
            Row(name: "ended by the connection", response: ok.framed(.untilClose)),
            Row(name: "compressed unasked", response: ok.gzipped()),
            Row(name: "short of its length", response: ok.framed(.declaredLength(30_000)), code: .truncated),
            Row(name: "without a last chunk", response: ok.framed(.unfinishedChunks(bytes: 999)), code: .truncated),
            Row(name: "with a broken chunk", response: ok.framed(.brokenChunks), code: .protocolError),
            Row(name: "reset in the middle", response: ok.reset(at: .body(5000)), code: .truncated),
            Row(name: "cut in the head", response: ok.cut(at: .head(20)), code: .protocolError),
            Row(name: "reset before the first byte", response: ok.reset(at: .beforeFirstByte), code: .protocolError),
            Row(name: "no response at all", response: ok.cut(at: .beforeFirstByte), code: .protocolError),
            Row(name: "not found", response: .status(404), code: .httpStatus),
            Row(name: "server error", response: .status(500), code: .httpStatus),
            Row(name: "too many requests", response: .status(429), code: .rateLimited),
            Row(name: "unasked 304", response: .notModified, code: .httpStatus),
            Row(name: "a part", response: part("bytes 0-19999/40000"), code: .protocolError),
            Row(name: "a part that is the whole", response: part("bytes 0-19999/20000")),
            Row(name: "no HTTP", response: ok.withRawHead("HELLO\r\n\r\n"), code: .protocolError),
            Row(name: "redirect without Location", response: .status(302), code: .protocolError),
        ]
    }()

    private static func part(_ range: String) -> ScriptedResponse {
        var response = ScriptedResponse.ok(media, type: "image/jpeg").header("Content-Range", range)
        response.status = 206
        return response
    }

    @Test(arguments: rows)
    func `given a response, when it is fetched, then it is whole or named for what it lacks`(row: Row) async throws {
        let origin = try ScriptedOrigin(routes: ["/m": row.response])
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin])
        defer { harness.fetcher.shutdown() }

        switch try await harness.fetch(origin.url("/m")) {
        case .success(let response):
            #expect(row.code == nil)
            #expect(response.body.bytes == Self.media)
        case .failure(let fault):
            #expect(fault.code == row.code, "\(fault.explanation)")
        }
    }

    @Test(arguments: [(-1, true), (0, true), (1, false)], [ScriptedResponse.Framing.contentLength, .untilClose])
    func `given a limit, when a body is at it, then it passes, and one byte more does not`(
        size: (extra: Int, passes: Bool), framing: ScriptedResponse.Framing
    ) async throws {
        let body = [UInt8](repeating: 1, count: 100_000 + size.extra)
        let origin = try ScriptedOrigin(routes: ["/m": .ok(body).framed(framing)])
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin])
        defer { harness.fetcher.shutdown() }

        let code = try await harness.code(origin.url("/m"), limit: 100_000)

        #expect(code == (size.passes ? nil : .tooLarge))
    }

    @Test func `given a body beyond memory, when it is fetched, then it is spooled and hashed on the way`() async throws
    {
        let body = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let origin = try ScriptedOrigin(routes: ["/m": .ok(body)])
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin])
        defer { harness.fetcher.shutdown() }

        let response = try await harness.fetch(origin.url("/m"), memoryLimit: 100_000).get()

        guard case .spooled(_, let digest, let bytes) = response.body else {
            Issue.record("not spooled")
            return
        }
        #expect(response.body.bytes == body)
        #expect(bytes == 300_000)
        #expect(digest == SHA256.digest(of: body))
    }
}
