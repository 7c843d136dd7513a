/// A URL in the one form in which it is asked for: read, checked and normalised once, so that no later reader can take
/// it for another place.
///
/// Scheme and host are in lower case, an international host is in punycode, an address in its canonical spelling;
/// every character that RFC 3986 does not allow is percent-encoded as UTF-8, a valid `%XX` stands as it was, a `%` that
/// starts none is `%25`. There are no credentials and no fragment.
public struct RequestURL: Hashable, Sendable {
    /// The longest text that is read, in bytes, blanks at its ends not counted.
    public static let maxBytes = 65_536

    public let scheme: Scheme
    public let host: Host
    /// The effective port. What is no number is -1, and one beyond 65535 is kept as it is: the rules of destinations
    /// refuse both by `port-blocked`, so nothing else may take a port from a URL that they have not judged.
    public let port: Int
    /// The port as it stands in the URL; empty where the URL names none.
    let portText: String
    /// Path and query as they stand after the authority; empty for `https://host`.
    let target: String

    /// The absolute URL to ask for.
    public var text: String { prefix + target }

    /// The host as it goes in a URL: an IPv6 address in brackets.
    public var hostText: String { host.urlText }

    /// The path alone, percent-encoded; empty for `https://host`.
    public var path: Substring { target.prefix { $0 != "?" } }

    public var origin: Origin { Origin(scheme: scheme, host: host, port: port) }

    /// The text under which answers are kept: the default port left out and an empty path written `/`, since both say
    /// the same as their absence (RFC 3986 6.2.3).
    public var cacheKeyText: String {
        let authority = port == scheme.defaultPort ? "\(scheme.rawValue)://\(hostText)" : prefix
        return target.hasPrefix("/") ? authority + target : "\(authority)/\(target)"
    }

    private var prefix: String {
        portText.isEmpty ? "\(scheme.rawValue)://\(hostText)" : "\(scheme.rawValue)://\(hostText):\(portText)"
    }
}
