/// A scheme, a host and a port: who is asked, whatever is asked for (RFC 6454 section 4).
public struct Origin: Hashable, Sendable, CustomStringConvertible {
    public let scheme: Scheme
    public let host: Host
    /// The effective port, the scheme's default where a URL names none.
    public let port: Int

    public init(scheme: Scheme, host: Host, port: Int) {
        self.scheme = scheme
        self.host = host
        self.port = port
    }

    /// Reads an origin as it stands in a policy or an option: `http://127.0.0.1:8080`.
    ///
    /// Throws for what is no URL, and for a URL that says more than an origin: a path other than `/`, or a query.
    public init(_ text: String) throws(URLFault) {
        let url = try RequestURL.parse(text)
        guard url.target.isEmpty || url.target == "/" else { throw .malformed(.moreThanOrigin) }
        guard 1...65535 ~= url.port else { throw .malformed(.port(url.portText)) }
        self = url.origin
    }

    /// The origin as in a URL, without the scheme's default port: `https://cdn.example.com`.
    public var description: String {
        let authority = "\(scheme.rawValue)://\(host.urlText)"
        return port == scheme.defaultPort ? authority : "\(authority):\(port)"
    }
}
