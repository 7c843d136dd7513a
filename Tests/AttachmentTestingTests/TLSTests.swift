import AttachmentTesting
import Testing

@Suite(.timeLimit(.minutes(1)))
struct TLSTests {
    private let curl: CurlClient

    init() throws {
        curl = try CurlClient()
    }

    private func origin(_ response: ScriptedResponse, certificate: TestCertificate? = nil) throws -> ScriptedOrigin {
        try ScriptedOrigin(tls: TLSServing(certificate: certificate ?? curl.certificate()), routes: ["/": response])
    }

    @Test func `given a trusted certificate, when asked by name and address, then both get the body`() async throws {
        let origin = try origin(.ok("bytes"))
        #expect(origin.url("/") == "https://127.0.0.1:\(origin.port)/")
        #expect(try await curl.get(origin.url("/")).outputText == "bytes")
        #expect(try await curl.get(origin.origin(as: "localhost") + "/").outputText == "bytes")
        #expect(origin.requests.map(\.serverName) == [nil, "localhost"])
        #expect(origin.connectionCount == 2)
        origin.stop()
    }

    @Test func `given IPv6, when asked by its address, then the certificate is good for it`() async throws {
        let serving = TLSServing(certificate: try curl.certificate())
        let origin = try ScriptedOrigin(host: "::1", tls: serving, routes: ["/": .ok("bytes")])
        #expect(try await curl.get(origin.url("/"), "--globoff").outputText == "bytes")
    }

    @Test func `given a kept connection, when two requests come, then both are answered on it`() async throws {
        let origin = try origin(.ok("bytes").framed(.chunked(bytes: 2)))
        let result = try await curl.get(origin.url("/"), origin.url("/"))
        #expect(result.outputText == "bytesbytes")
        #expect(origin.requests.map(\.connection) == [1, 1])
    }

    @Test func `given a body of megabytes, when it comes over TLS, then it is whole`() async throws {
        let pattern = SharedBytes((0..<100_003).map { UInt8(truncatingIfNeeded: $0) })
        let body = OriginBody.repeating(pattern, count: 5_000_000)
        let origin = try origin(.ok(body))
        #expect(try await curl.get(origin.url("/")).output == body.array)
        origin.stop()
    }

    @Test(arguments: [TestCertificate.Validity.expired, .notYet])
    func `given a certificate out of its time, when asked, then the client refuses it`(
        validity: TestCertificate.Validity
    ) async throws {
        let origin = try origin(.ok("bytes"), certificate: curl.certificate(validity: validity))
        #expect(try await curl.get(origin.url("/")).exitCode == 60)
        #expect(origin.requestCount == 0)
    }

    @Test func `given another's name, itself or a stranger as issuer, when asked, then the client refuses it`()
        async throws
    {
        for certificate in [
            try curl.certificate(for: ["other.example", "127.0.0.2"]),
            try TestCertificate.selfSigned(for: ["127.0.0.1"]),
            try TestAuthority().certificate(for: ["127.0.0.1"]),
        ] {
            let origin = try origin(.ok("bytes"), certificate: certificate)
            #expect(try await curl.get(origin.url("/")).exitCode == 60)
        }
    }

    @Test func `given a certificate that signs itself, when the client trusts it, then it is good`() async throws {
        let certificate = try TestCertificate.selfSigned(for: ["127.0.0.1"])
        let file = try curl.directory.write(certificate.pem, to: "own.pem")
        let origin = try origin(.ok("bytes"), certificate: certificate)
        #expect(try await curl.get(origin.url("/"), "--cacert", file).outputText == "bytes")
    }

    @Test func `given an authority between, when it is left out, then the client refuses the certificate`()
        async throws
    {
        let between = try TestAuthority("Between", issuedBy: curl.authority)
        let serving = TLSServing(certificate: try between.certificate(for: ["127.0.0.1"]))
        let honest = try ScriptedOrigin(tls: serving, routes: ["/": .ok("bytes")])
        #expect(try await curl.get(honest.url("/")).outputText == "bytes")
        let broken = try ScriptedOrigin(tls: serving.withoutIntermediates(), routes: ["/": .ok("bytes")])
        #expect(try await curl.get(broken.url("/")).exitCode == 60)
    }

    @Test func `given a name that is none, when a certificate is to be made, then the error names it`() throws {
        let fault = try #require(throws: SystemFault.self) { try curl.certificate(for: ["a", ""]) }
        #expect(fault.call.contains(#"["a", ""]"#))
    }

    @Test func `given a demand for clients' certificates, when one comes, then it decides`() async throws {
        let clients = try TestAuthority("Clients")
        let serving = TLSServing(certificate: try curl.certificate()).demandingClients(of: clients)
        let origin = try ScriptedOrigin(tls: serving, routes: ["/": .ok("bytes")])
        #expect(try await curl.get(origin.url("/")).exitCode == 56)
        #expect(try await curl.get(origin.url("/"), "--tls-max", "1.2").exitCode == 35)
        #expect(origin.requestCount == 0)
        let own = try clients.certificate(for: ["client"])
        let file = try curl.directory.write(own.pem + own.keyPEM, to: "client.pem")
        #expect(try await curl.get(origin.url("/"), "--cert", file).outputText == "bytes")
    }

    @Test func `given old or single versions, when asked, then only a client of that version gets through`()
        async throws
    {
        for (version, option, exit) in [
            (TLSServing.Version.only1_1, "--tlsv1.2", 35), (.only1_2, "--tlsv1.3", 35), (.only1_2, "--tlsv1.2", 0),
            (.only1_3, "--tlsv1.3", 0),
        ] as [(TLSServing.Version, String, Int32)] {
            let serving = TLSServing(certificate: try curl.certificate()).version(version)
            let origin = try ScriptedOrigin(tls: serving, routes: ["/": .ok("bytes")])
            #expect(try await curl.get(origin.url("/"), option).exitCode == exit, "\(version) \(option)")
        }
    }

    @Test func `given TLS 1.1, when a client stoops to it, then it is answered`() async throws {
        let serving = TLSServing(certificate: try curl.certificate()).version(.only1_1)
        let origin = try ScriptedOrigin(tls: serving, routes: ["/": .ok("bytes")])
        let result = try await curl.get(
            origin.url("/"), "--tlsv1.0", "--tls-max", "1.1", "--ciphers", "ALL:@SECLEVEL=0")
        #expect(result.outputText == "bytes", "\(result.errorText)")
    }

    @Test func `given a held handshake, when the gate opens, then it goes on`() async throws {
        let gate = Gate()
        let serving = TLSServing(certificate: try curl.certificate()).handshake(.held(gate))
        let origin = try ScriptedOrigin(tls: serving, routes: ["/": .ok("bytes")])
        let child = try curl.start(origin.url("/"))
        await gate.arrivals()
        #expect(origin.requestCount == 0)
        gate.open()
        #expect(await child.result().outputText == "bytes")
    }

    @Test func `given a handshake held or stalled, when the origin stops, then it waits for nobody`() async throws {
        for handshake in [TLSServing.Handshake.stalled, .held(Gate())] {
            let serving = TLSServing(certificate: try curl.certificate()).handshake(handshake)
            let origin = try ScriptedOrigin(tls: serving, routes: ["/": .ok("bytes")])
            let child = try curl.start(origin.url("/"))
            await origin.connections()
            origin.stop()
            #expect(origin.openConnectionCount == 0)
            #expect(await child.result().exitCode == 35)
        }
    }

    @Test func `given a client that says nothing, when the origin stops, then it does not wait for its hello`()
        async throws
    {
        let origin = try origin(.ok("bytes"))
        let client = try LoopbackClient(port: origin.port)
        await origin.connections()
        origin.stop()
        #expect(await client.rest().text == "")
    }
}
