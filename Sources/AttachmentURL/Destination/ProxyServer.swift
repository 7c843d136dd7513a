/// The proxy of a policy, read once.
public struct ProxyServer: Hashable, Sendable {
    public let host: Host
    public let port: Int
    /// What libcurl is given, with the port written out. May hold a password: never to be shown.
    public let text: String
    /// Whether the proxy resolves the names of the URLs. Where it does not, they are resolved and judged here as without
    /// a proxy, and the proxy is given an address.
    public let resolvesTargets: Bool

    /// Reads `http://user:password@host:3128`. The schemes are those of libcurl (CURLOPT_PROXY(3)), of which `socks4`
    /// and `socks5` leave resolving to the client; so are the ports where none is written.
    ///
    /// - Throws: `proxy` for anything else.
    public init(_ text: String) throws(NetworkPolicyFault) {
        guard let mark = text.firstRange(of: "://") else { throw .proxy }
        let scheme = text[..<mark.lowerBound].lowercased()
        guard let standardPort = Self.ports[scheme] else { throw .proxy }
        let rest = text[mark.upperBound...]
        let authority = rest.hasSuffix("/") ? rest.dropLast() : rest
        let user = authority.lastIndex(of: "@").map { authority[...$0] } ?? ""
        let place = user.isEmpty ? authority : authority[user.endIndex...]
        let hasPort = place.last != "]" && place.contains(":")
        let origin: Origin
        do {
            origin = try Origin("http://\(place)\(hasPort ? "" : ":\(standardPort)")")
        } catch {
            throw .proxy
        }
        host = origin.host
        port = origin.port
        resolvesTargets = !["socks4", "socks5"].contains(scheme)
        self.text = "\(scheme)://\(user)\(host.urlText):\(port)"
    }

    private static let ports = [
        "http": 1080, "https": 443, "socks4": 1080, "socks4a": 1080, "socks5": 1080, "socks5h": 1080,
    ]
}
