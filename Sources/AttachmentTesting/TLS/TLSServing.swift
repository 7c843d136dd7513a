/// How an origin speaks TLS, well or badly.
public struct TLSServing: Sendable {
    /// When the origin says its first word of the handshake.
    public enum Handshake: Sendable {
        /// At once.
        case prompt
        /// Once the gate is open.
        case held(Gate)
        /// Never: silence until the client goes or the origin stops.
        case stalled
    }

    /// Which versions it speaks.
    public enum Version: Hashable, Sendable {
        /// TLS 1.2 and 1.3.
        case modern
        /// TLS 1.1 alone, which clients of today refuse.
        case only1_1
        case only1_2
        case only1_3
    }

    /// What is spoken inside, as ALPN agrees on it (RFC 7301).
    public enum Application: Hashable, Sendable {
        /// HTTP/1.1, also for clients that do not ask.
        case http1
        /// HTTP/2 alone: clients that do not offer it are turned away.
        case http2
    }

    /// What it shows.
    public var certificate: TestCertificate
    public var application = Application.http1
    public var handshake = Handshake.prompt
    public var version = Version.modern
    /// Clients must show a certificate of this authority; nil asks for none. In TLS 1.3 a client learns of its failure
    /// when it reads the answer to its request.
    public var clientAuthority: TestAuthority?
    /// Whether the certificates between the root and `certificate` are sent too, as they must be.
    public var sendsIntermediates = true

    /// An honest server, to be bent by its members.
    public init(certificate: TestCertificate, application: Application = .http1) {
        self.certificate = certificate
        self.application = application
    }

    /// The same with another way to begin.
    public func handshake(_ handshake: Handshake) -> TLSServing {
        var copy = self
        copy.handshake = handshake
        return copy
    }

    /// The same with other versions.
    public func version(_ version: Version) -> TLSServing {
        var copy = self
        copy.version = version
        return copy
    }

    /// The same for clients with a certificate of that authority.
    public func demandingClients(of authority: TestAuthority) -> TLSServing {
        var copy = self
        copy.clientAuthority = authority
        return copy
    }

    /// The same without the certificates between: a client that knows the root alone cannot follow.
    public func withoutIntermediates() -> TLSServing {
        var copy = self
        copy.sendsIntermediates = false
        return copy
    }
}

extension TLSServing {
    /// The authorities between the root and the certificate, from below.
    var intermediates: [TestAuthority] {
        var found: [TestAuthority] = []
        var next = certificate.issuer
        while let authority = next, let above = authority.certificate.issuer {
            found.append(authority)
            next = above
        }
        return found
    }
}

extension TLSServing.Version {
    /// As it goes over the wire (RFC 8446 section 4.2.1); nil where several are spoken.
    var number: Int32? {
        switch self {
        case .modern: nil
        case .only1_1: 0x0302
        case .only1_2: 0x0303
        case .only1_3: 0x0304
        }
    }
}

extension TLSServing.Application {
    /// Its name in ALPN.
    var name: String {
        switch self {
        case .http1: "http/1.1"
        case .http2: "h2"
        }
    }

    /// Whether a client that does not offer it is turned away.
    var isRequired: Bool {
        switch self {
        case .http1: false
        case .http2: true
        }
    }
}
