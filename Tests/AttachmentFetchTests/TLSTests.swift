import AttachmentDomain
@testable import AttachmentFetch
import AttachmentTesting
import Testing

/// Failures of TLS are told apart, and its end is part of a body's end.
@Suite(.timeLimit(.minutes(1)))
struct TLSTests {
    static let media = [UInt8](repeating: 7, count: 20_000)
    static let names = ["127.0.0.1", "localhost"]

    /// A trusted issuer, an origin, and a fetcher that trusts the one and may reach the other.
    private struct Scene {
        let directory: TemporaryDirectory
        let authority: TestAuthority
        let origin: ScriptedOrigin
        let harness: FetchHarness

        init(
            connectSeconds: Double = 5, _ routes: [String: ScriptedResponse] = ["/m": .ok(media)],
            serving: (TestAuthority) throws -> TLSServing
        ) throws {
            let directory = try TemporaryDirectory()
            let authority = try TestAuthority()
            let file = try directory.write(authority.pem, to: "ca.pem")
            let origin = try ScriptedOrigin(tls: try serving(authority), routes: routes)
            self.directory = directory
            self.authority = authority
            self.origin = origin
            harness = try FetchHarness(allowing: [origin.origin]) {
                $0.caFile = file
                $0.connectSeconds = connectSeconds
            }
        }

        func end() {
            harness.fetcher.shutdown()
            origin.stop()
        }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var serving: @Sendable (TestAuthority) throws -> TLSServing
        var failures: [TLSFailure]

        var testDescription: String { name }
    }

    static let rows = [
        Row(
            name: "expired",
            serving: { .init(certificate: try $0.certificate(for: names, validity: .expired)) },
            failures: [.expired]),
        Row(
            name: "not valid yet",
            serving: { .init(certificate: try $0.certificate(for: names, validity: .notYet)) },
            failures: [.notYetValid]),
        Row(
            name: "for other names",
            serving: { .init(certificate: try $0.certificate(for: ["media.example"])) }, failures: [.wrongHost]),
        Row(
            name: "of an unknown issuer",
            serving: { _ in .init(certificate: try TestAuthority("Stranger").certificate(for: names)) },
            failures: [.unknownIssuer]),
        Row(
            name: "without the link to its issuer",
            serving: {
                let between = try TestAuthority("Between", issuedBy: $0)
                return TLSServing(certificate: try between.certificate(for: names)).withoutIntermediates()
            }, failures: [.unknownIssuer]),
        Row(
            name: "self-signed", serving: { _ in .init(certificate: try TestCertificate.selfSigned(for: names)) },
            failures: [.selfSigned]),
        Row(
            name: "wants a client certificate",
            serving: { TLSServing(certificate: try $0.certificate(for: names)).demandingClients(of: $0) },
            failures: [.clientCertificateWanted]),
        Row(
            name: "wants a client certificate, with TLS 1.2",
            serving: {
                TLSServing(certificate: try $0.certificate(for: names)).demandingClients(of: $0).version(.only1_2)
            }, failures: [.handshakeRefused, .clientCertificateWanted]),
        Row(
            name: "speaks TLS 1.1 alone",
            serving: { TLSServing(certificate: try $0.certificate(for: names)).version(.only1_1) },
            failures: [.noCommonVersion]),
    ]

    @Test(arguments: rows)
    func `given TLS that fails, when it is asked, then the message says for what`(row: Row) async throws {
        let scene = try Scene(serving: row.serving)
        defer { scene.end() }

        let fault = try #require(try await scene.harness.fault(scene.origin.url("/m")))

        #expect(fault.code == .tlsFailed)
        guard case .tlsFailed(let failure) = fault.kind else { return }
        #expect(row.failures.contains(failure), "\(fault.explanation)")
        #expect(fault.remedy == failure.remedy)
        #expect(scene.origin.requestCount == 0)
    }

    @Test func `given a handshake that never ends, when the connect budget does, then TLS is named`() async throws {
        let scene = try Scene(connectSeconds: 0.3) {
            TLSServing(certificate: try $0.certificate(for: Self.names)).handshake(.stalled)
        }
        defer { scene.end() }

        let fault = try #require(try await scene.harness.fault(scene.origin.url("/m")))

        #expect(fault.code == .tlsFailed)
        #expect(fault.explanation.hasSuffix("the handshake takes longer than 0.3 s (network.connectSeconds)"))
    }

    @Test func `given a port that speaks no TLS, when it is asked, then tls-failed`() async throws {
        let origin = try ScriptedOrigin(routes: [:])
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: ["https://127.0.0.1:\(origin.port)"]) { $0.connectSeconds = 1 }
        defer { harness.fetcher.shutdown() }

        #expect(try await harness.code("https://127.0.0.1:\(origin.port)/m") == .tlsFailed)
    }

    @Test func `given a file of issuers that is none, when it is used, then the message says so`() async throws {
        let scene = try Scene { TLSServing(certificate: try $0.certificate(for: Self.names)) }
        defer { scene.end() }
        for file in ["/nonexistent.pem", try scene.directory.write("nonsense", to: "no.pem")] {
            let harness = try FetchHarness(allowing: [scene.origin.origin]) { $0.caFile = file }
            defer { harness.fetcher.shutdown() }

            let fault = try #require(try await harness.fault(scene.origin.url("/m")))

            #expect(fault.code == .tlsFailed)
            #expect(fault.explanation.contains("network.caFile cannot be used"))
        }
    }

    struct Body: Sendable, CustomTestStringConvertible {
        var name: String
        var response: ScriptedResponse
        var code: Code?
        /// Where either is right.
        var orCode: Code?

        var testDescription: String { name }
    }

    static let bodies: [Body] = {
        let ok = ScriptedResponse.ok(media, type: "image/jpeg")
        return [
            Body(name: "with a length", response: ok),
            Body(name: "ended with close_notify", response: ok.framed(.untilClose)),
            Body(
                name: "ended without close_notify", response: ok.framed(.untilClose).withoutCloseNotify(),
                code: .truncated),
            Body(
                name: "with a length, and no close_notify behind it",
                response: ok.header("Connection", "close").withoutCloseNotify()),
            Body(name: "short of its length", response: ok.framed(.declaredLength(30_000)), code: .truncated),
            Body(name: "cut", response: ok.cut(at: .body(5000)).withoutCloseNotify(), code: .truncated),
            Body(name: "reset", response: ok.reset(at: .body(5000)), code: .truncated),
            Body(name: "without a last chunk", response: ok.framed(.unfinishedChunks(bytes: 999)), code: .truncated),
            Body(name: "cut in the head", response: ok.cut(at: .head(20)).withoutCloseNotify(), code: .protocolError),
        ]
    }()

    @Test(arguments: bodies)
    func `given a body over TLS, when it ends, then it is whole or named for what it lacks`(body: Body) async throws {
        let scene = try Scene(["/m": body.response]) { TLSServing(certificate: try $0.certificate(for: Self.names)) }
        defer { scene.end() }

        switch try await scene.harness.fetch(scene.origin.url("/m")) {
        case .success(let response):
            #expect(body.code == nil)
            #expect(response.body.bytes == Self.media)
        case .failure(let fault):
            #expect(fault.code == body.code, "\(fault.explanation)")
            if body.name == "ended without close_notify" {
                #expect(fault.explanation.hasSuffix("the TLS connection ended without close_notify"))
            }
        }
    }

    static let streams: [Body] = {
        let ok = ScriptedResponse.ok(media, type: "image/jpeg")
        return [
            Body(name: "with a length", response: ok),
            Body(name: "without a length", response: ok.framed(.untilClose)),
            Body(
                name: "reset in the body", response: ok.resettingStream(at: .body(5000), .internalError),
                code: .truncated),
            Body(
                name: "reset in the body, without a length",
                response: ok.framed(.untilClose).resettingStream(at: .body(5000), .cancel), code: .truncated),
            Body(
                name: "reset before the head", response: ok.resettingStream(at: .beforeFirstByte, .internalError),
                code: .protocolError),
            Body(name: "short of its length", response: ok.framed(.declaredLength(30_000)), code: .truncated),
            Body(
                name: "left by GOAWAY", response: ok.goingAway(at: .body(5000), .noError, refused: false),
                code: .truncated),
            Body(name: "cut", response: ok.cut(at: .body(5000)), code: .truncated),
            // A reset can overtake what was sent before it, the head included.
            Body(
                name: "reset with its connection", response: ok.reset(at: .body(5000)), code: .truncated,
                orCode: .protocolError),
        ]
    }()

    @Test(arguments: streams)
    func `given a body over HTTP/2, when it ends, then it is whole or named for what it lacks`(body: Body) async throws
    {
        let scene = try Scene(["/m": body.response]) {
            TLSServing(certificate: try $0.certificate(for: Self.names), application: .http2)
        }
        defer { scene.end() }

        switch try await scene.harness.fetch(scene.origin.url("/m")) {
        case .success(let response):
            #expect(body.code == nil)
            #expect(response.body.bytes == Self.media)
        case .failure(let fault): #expect([body.code, body.orCode].contains(fault.code), "\(fault.explanation)")
        }
    }

    @Test func `given HTTP/2, when many are fetched, then they share a connection`() async throws {
        let routes = Dictionary(uniqueKeysWithValues: (0..<40).map { ("/\($0)", ScriptedResponse.ok(Self.media)) })
        let scene = try Scene(routes) {
            TLSServing(certificate: try $0.certificate(for: Self.names), application: .http2)
        }
        defer { scene.end() }

        try await withThrowingTaskGroup(of: Int.self) { group in
            for path in routes.keys {
                group.addTask { try await scene.harness.fetch(scene.origin.url(path)).get().body.bytes.count }
            }
            for try await count in group { #expect(count == Self.media.count) }
        }

        #expect(scene.origin.requestCount == 40)
        #expect(scene.origin.connectionCount == 1)
    }
}
