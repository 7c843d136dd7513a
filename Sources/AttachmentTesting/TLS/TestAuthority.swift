import Glibc

/// A certificate authority that lives as long as a test. Who is to trust it gets its `pem` in a file, as
/// `network.caFile` of a policy or `--cacert` of curl.
public final class TestAuthority: Sendable {
    let certificate: TestCertificate

    /// - Parameters:
    ///   - name: its common name, at most 64 characters.
    ///   - issuer: the authority that vouches for it; nil for a root.
    /// - Throws: `EINVAL` for a name that OpenSSL refuses.
    public init(_ name: String = "Test Authority", issuedBy issuer: TestAuthority? = nil) throws(SystemFault) {
        certificate = try TestCertificate(authority: name, issuer: issuer)
    }

    /// Its certificate in PEM.
    public var pem: String { certificate.pem }

    /// A certificate signed by it, of a server or of a client.
    ///
    /// - Parameter names: names of hosts, also `*.example`, and IP addresses.
    /// - Throws: `EINVAL` for a name that OpenSSL refuses.
    public func certificate(
        for names: [String], validity: TestCertificate.Validity = .current
    ) throws(SystemFault) -> TestCertificate {
        try TestCertificate(names: names, validity: validity, issuer: self)
    }
}
