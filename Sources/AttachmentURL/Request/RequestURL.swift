/// A URL in the one form in which it is asked for: read, checked and normalised once, so that no later reader can take
/// it for another place.
///
/// Scheme and host are in lower case, an international host is in punycode, an address in its canonical spelling;
/// every character that RFC 3986 does not allow is percent-encoded as UTF-8, a valid `%XX` stands as it was, a `%` that
/// starts none is `%25`. There are no credentials and no fragment.
public struct RequestURL: Hashable, Sendable {
    /// The longest text that is read, in bytes, blanks at its ends not counted; and the longest that one may become by
    /// encoding and resolving, so that it is read again wherever it was kept.
    public static let maxBytes = 65_536

    /// http or https.
    public let scheme: Scheme
    /// A name to be resolved, or an address.
    public let host: Host
    /// The effective port. What is no number is -1, and one beyond 65535 is kept as it is: the rules of destinations
    /// refuse both by `port-blocked`, so nothing else may take a port from a URL that they have not judged.
    public let port: Int
    /// The port as it stands in the URL; empty where the URL names none.
    let portText: String
    /// Path and query as they stand after the authority; empty for `https://host`.
    let target: String

    /// The absolute URL to ask for.
    public let text: String

    init(scheme: Scheme, host: Host, port: Int, portText: String, target: String) {
        self.scheme = scheme
        self.host = host
        self.port = port
        self.portText = portText
        self.target = target
        text = Self.text(scheme, host, portText, target)
    }

    /// A URL of a name and the default port that is spelled as it will be asked for.
    init(scheme: Scheme, host: Host, target: String, text: String) {
        self.scheme = scheme
        self.host = host
        self.port = scheme.defaultPort
        self.portText = ""
        self.target = target
        self.text = text
    }

    private static func text(_ scheme: Scheme, _ host: Host, _ port: String, _ target: String) -> String {
        var text = scheme.rawValue
        text.reserveCapacity(target.utf8.count + 64)
        text += "://"
        text += host.urlText
        if !port.isEmpty {
            text += ":"
            text += port
        }
        text += target
        return text
    }

    /// The host as it goes in a URL: an IPv6 address in brackets.
    public var hostText: String { host.urlText }

    /// The path alone, percent-encoded; empty for `https://host`.
    public var path: Substring { target.prefix { $0 != "?" } }

    /// Who is asked.
    public var origin: Origin { Origin(scheme: scheme, host: host, port: port) }

    /// The text under which answers are kept: the default port left out and an empty path written `/`, since both say
    /// the same as their absence (RFC 3986 6.2.3), and nothing encoded without need (6.2.2).
    public var cacheKeyText: String {
        let namesDefault = !portText.isEmpty && port == scheme.defaultPort
        let target = PercentEncoding.normalised(self.target)
        if !namesDefault, target == self.target, target.hasPrefix("/") { return text }
        let authority = "\(scheme.rawValue)://\(hostText)" + (port == scheme.defaultPort ? "" : ":\(portText)")
        return target.hasPrefix("/") ? authority + target : "\(authority)/\(target)"
    }
}
