import CTesting
import Glibc

/// A certificate with its private key, made in this process and never written anywhere unless a test does it.
public final class TestCertificate: @unchecked Sendable {
    // Unchecked: OpenSSL changes neither certificate nor key once they are made.
    let handle: OpaquePointer
    /// What has signed it; nil when it signed itself.
    let issuer: TestAuthority?

    /// When it is valid, seen from now.
    public enum Validity: Hashable, Sendable {
        /// From an hour ago to tomorrow.
        case current
        /// It ended yesterday.
        case expired
        /// It begins tomorrow.
        case notYet

        /// Seconds from now.
        var range: (starts: Int, ends: Int) {
            let day = 86_400
            return switch self {
            case .current: (-3600, day)
            case .expired: (-2 * day, -day)
            case .notYet: (day, 2 * day)
            }
        }
    }

    /// Signs itself: no client trusts it, unless it has been told to trust this very one.
    ///
    /// - Parameter names: names of hosts, also `*.example`, and IP addresses.
    /// - Throws: `EINVAL` for a name that OpenSSL refuses.
    public static func selfSigned(
        for names: [String], validity: Validity = .current
    ) throws(SystemFault) -> TestCertificate {
        try TestCertificate(names: names, validity: validity, issuer: nil)
    }

    init(names: [String], validity: Validity, issuer: TestAuthority?) throws(SystemFault) {
        let alternatives = names.map { addressBytes($0) == nil ? "DNS:\($0)" : "IP:\($0)" }.joined(separator: ",")
        let range = validity.range
        let made = attach_testing_certificate_make(
            issuer?.certificate.handle, "Test Server", alternatives, range.starts, range.ends)
        guard let made else { throw SystemFault("certificate for \(names)", number: EINVAL) }
        handle = made
        self.issuer = issuer
    }

    /// The certificate of an authority.
    init(authority name: String, issuer: TestAuthority?) throws(SystemFault) {
        let range = Validity.current.range
        let made = attach_testing_certificate_make(issuer?.certificate.handle, name, nil, range.starts, range.ends)
        guard let made else { throw SystemFault("authority \(name)", number: EINVAL) }
        handle = made
        self.issuer = issuer
    }

    deinit {
        attach_testing_certificate_free(handle)
    }

    /// The certificate alone, in PEM.
    public var pem: String { taken(attach_testing_certificate_pem(handle)) }

    /// The private key in PEM, not encrypted.
    public var keyPEM: String { taken(attach_testing_certificate_key_pem(handle)) }
}

/// The text, released. Traps without memory, as Swift itself does.
private func taken(_ text: UnsafeMutablePointer<CChar>?) -> String {
    guard let text else { preconditionFailure("OpenSSL has no memory for PEM") }
    defer { free(text) }
    return String(cString: text)
}
