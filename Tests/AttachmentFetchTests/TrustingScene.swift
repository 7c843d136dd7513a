import AttachmentDomain
import AttachmentFetch
import AttachmentTesting
import AttachmentURL
import Testing

enum TrustingScene {
    /// An origin of TLS, and a fetcher that trusts it.
    static func secure(
        application: TLSServing.Application = .http1, _ change: (inout NetworkPolicy) -> Void = { _ in },
        handler: @escaping ScriptedOrigin.Handler
    ) throws -> (ScriptedOrigin, FetchHarness, TemporaryDirectory) {
        let directory = try TemporaryDirectory()
        let authority = try TestAuthority()
        let file = try directory.write(authority.pem, to: "ca.pem")
        let serving = TLSServing(
            certificate: try authority.certificate(for: ["127.0.0.1", "media.example.com"]), application: application)
        let origin = try ScriptedOrigin(tls: serving, handler: handler)
        let harness = try FetchHarness(allowing: [origin.origin, origin.origin(as: "media.example.com")]) {
            $0.caFile = file
            change(&$0)
        }
        return (origin, harness, directory)
    }
}

extension ScriptedResponse {
    /// A response as it stands.
    static func raw(
        _ head: [String], _ body: [UInt8] = ConnectionTests.media, open: Bool = false
    ) -> ScriptedResponse {
        ScriptedResponse(body: OriginBody(body)).framed(.asWritten(staysOpen: open))
            .withRawHead(OriginBody(Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8)))
    }
}
