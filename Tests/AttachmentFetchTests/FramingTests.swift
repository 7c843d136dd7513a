import AttachmentDomain
@testable import AttachmentFetch
import AttachmentTesting
import AttachmentURL
import Testing

/// Where a body ends must be told in a way that can be relied on.
@Suite(.timeLimit(.minutes(1)))
struct FramingTests {
    static let media = ConnectionTests.media

    @Test(arguments: [
        ["Content-Length: 99999999999999999999999"], ["Content-Length: 2050", "Content-Length: 2000"],
        ["Content-Length: 1000, 2000"], ["Content-Length: 2000abc"], ["Transfer-Encoding: identity"],
        ["Transfer-Encoding: gzip"],
    ]) func `given lengths and codings that tell nothing, when the body ends, then it is no whole one`(fields: [String])
        async throws
    {
        let origin = try ScriptedOrigin { _ in
            ScriptedResponse.raw(["HTTP/1.1 200 OK"] + fields, Self.media, open: false)
        }
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin])
        defer { harness.fetcher.shutdown() }
        let code = try await harness.code(origin.url("/m"), within: 4)
        #expect(code == .protocolError || code == .truncated)
    }

    @Test func `given another transfer coding, when TLS ends without close_notify, then the body is no whole one`()
        async throws
    {
        let (origin, harness, directory) = try TrustingScene.secure { _ in
            ScriptedResponse.raw(["HTTP/1.1 200 OK", "Transfer-Encoding: identity"]).withoutCloseNotify()
        }
        defer {
            harness.fetcher.shutdown()
            origin.stop()
            withExtendedLifetime(directory) {}
        }
        let code = try await harness.code(origin.url("/m"))
        #expect(code == .truncated || code == .protocolError)
    }
}
