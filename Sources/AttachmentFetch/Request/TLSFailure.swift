/// Why there is no TLS with an origin.
public enum TLSFailure: Hashable, Sendable {
    /// The certificate has expired.
    case expired
    /// The certificate begins in the future.
    case notYetValid
    /// The certificate is for other names.
    case wrongHost
    /// The chain ends at an issuer that is not trusted, or lacks a link to one that is.
    case unknownIssuer
    /// The certificate vouches for itself alone.
    case selfSigned
    /// The certificate was withdrawn.
    case revoked
    /// The origin asks for a certificate of the client.
    case clientCertificateWanted
    /// The origin refused the handshake without saying why (alert 40), as TLS 1.2 does for both reasons around this one.
    case handshakeRefused
    /// The origin and this program share no version of TLS, or no cipher.
    case noCommonVersion
    /// The handshake was not over within the connect budget, in seconds.
    case handshakeTooSlow(seconds: Double)
    /// The connection ended within the handshake.
    case handshakeCut
    /// The file of `network.caFile` cannot be used.
    case caFileUnusable(why: String)
    /// Anything else, in the words of libcurl and OpenSSL.
    case other(why: String)

    var explanation: String {
        switch self {
        case .expired: "its certificate has expired"
        case .notYetValid: "its certificate is not valid yet"
        case .wrongHost: "its certificate is for other host names"
        case .unknownIssuer: "the issuer of its certificate is unknown here, or its chain lacks a link"
        case .selfSigned: "its certificate is self-signed"
        case .revoked: "its certificate was revoked"
        case .clientCertificateWanted: "it asks for a client certificate, and there is none"
        case .handshakeRefused: "it refused the handshake: it wants a client certificate, or shares no cipher with us"
        case .noCommonVersion: "it speaks no version of TLS that is safe (1.2 and later)"
        case .handshakeTooSlow(let seconds): "the handshake takes longer than \(seconds) s (network.connectSeconds)"
        case .handshakeCut: "the connection ended within the handshake"
        case .caFileUnusable(let why): "network.caFile cannot be used: \(why)"
        case .other(let why): why
        }
    }

    var remedy: String {
        switch self {
        case .expired, .revoked: "renew the origin's certificate"
        case .notYetValid: "check the origin's certificate, and the clock of this machine"
        case .wrongHost: "use a host name that the certificate covers, or get a certificate for this one"
        case .unknownIssuer: "let the origin send its whole chain, or give its issuer in network.caFile"
        case .selfSigned: "use a certificate of a known issuer, or give this one in network.caFile"
        case .clientCertificateWanted: "serve the media without client certificates: phones have none"
        case .handshakeRefused: "serve the media without client certificates, and with the ciphers of TLS 1.2 or 1.3"
        case .noCommonVersion: "enable TLS 1.2 or 1.3 on the origin"
        case .handshakeTooSlow, .handshakeCut: "check the origin: its TLS handshake does not come to its end"
        case .caFileUnusable: "name a readable PEM file of certificates in network.caFile"
        case .other: "open the URL in a browser and mend what it says of the connection"
        }
    }
}
