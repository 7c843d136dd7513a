import AttachmentTesting

/// The program `curl`, which trusts one authority: a client that was not written for these origins.
struct CurlClient {
    let directory: TemporaryDirectory
    let authority: TestAuthority

    init() throws {
        directory = try TemporaryDirectory()
        authority = try TestAuthority()
        try directory.write(authority.pem, to: "ca.pem")
    }

    /// What origins on loopback show.
    func certificate(
        for names: [String] = ["localhost", "127.0.0.1", "::1"], validity: TestCertificate.Validity = .current
    ) throws -> TestCertificate {
        try authority.certificate(for: names, validity: validity)
    }

    func start(_ url: String, _ arguments: String...) throws -> ChildProcess {
        try ChildProcess("curl", common + [url] + arguments)
    }

    func get(_ url: String, _ arguments: String...) async throws -> ProcessResult {
        try await ChildProcess.run("curl", common + [url] + arguments)
    }

    private var common: [String] {
        // First of all no configuration file; then no proxy, whatever the environment says.
        ["-q", "-sS", "--noproxy", "*", "--max-time", "50", "--cacert", directory.path(of: "ca.pem")]
    }
}
