import Glibc

extension PolicyForm {
    static let origin = PolicyForm("an origin of http or https without a path, such as \"http://127.0.0.1:8080\"") {
        isOrigin($0, schemes: ["http", "https"])
    }
    static let proxy = PolicyForm("a proxy URL, such as \"http://proxy.example:3128\"") {
        isOrigin($0, schemes: ["http", "https", "socks4", "socks4a", "socks5", "socks5h"], takesUser: true)
    }
    static let hostName = PolicyForm("a host name, such as \"internal\"") { text in
        !text.isEmpty && text.utf8.count <= 253 && !text.hasPrefix(".") && text.isHostText
    }
    static let addressRange = PolicyForm("an IP address or a range of them, such as \"203.0.113.0/24\"", isAddressRange)
    static let serverAddress = PolicyForm("an IP address with or without a port, such as \"127.0.0.1:53\"") { text in
        text.isIPv6 || hostAndPort(text).map { $0.host.isIPv4 || $0.host.isIPv6 } ?? false
    }
    static let listenAddress = PolicyForm("an address and a port, such as \"127.0.0.1:8080\"") { text in
        hostAndPort(text).map { $0.port != nil && ($0.host.isIPv4 || $0.host.isIPv6 || $0.host == "localhost") }
            ?? false
    }

    /// Whether the text is a scheme, `://`, a host and perhaps a port; one slash at the end is taken.
    private static func isOrigin(_ text: String, schemes: [String], takesUser: Bool = false) -> Bool {
        guard let scheme = schemes.first(where: { text.lowercased().hasPrefix($0 + "://") }) else { return false }
        var rest = text.dropFirst(scheme.count + 3)
        if rest.hasSuffix("/") {
            rest = rest.dropLast()
        }
        if takesUser, let at = rest.lastIndex(of: "@") {
            rest = rest[rest.index(after: at)...]
        }
        guard let (host, _) = hostAndPort(String(rest)) else { return false }
        return host.isIPv6 || (!host.isEmpty && host.isHostText)
    }

    /// Parts `HOST`, `HOST:PORT`, `[V6]` or `[V6]:PORT`; nil when the port is none from 0 to 65535 or a bracket lacks.
    private static func hostAndPort(_ text: String) -> (host: String, port: Int?)? {
        let isBracketed = text.hasPrefix("[")
        guard let hostEnd = isBracketed ? text.firstIndex(of: "]") : text.firstIndex(of: ":") ?? text.endIndex else {
            return nil
        }
        let host = isBracketed ? text[..<hostEnd].dropFirst() : text[..<hostEnd]
        let tail = isBracketed ? text[hostEnd...].dropFirst() : text[hostEnd...]
        guard !isBracketed || String(host).isIPv6 else { return nil }
        guard !tail.isEmpty else { return (String(host), nil) }
        let digits = tail.dropFirst()
        guard tail.hasPrefix(":"), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(digits)
        else { return nil }
        return (String(host), Int(port))
    }

    private static func isAddressRange(_ text: String) -> Bool {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let bits = parts[0].isIPv4 ? 32 : parts[0].isIPv6 ? 128 : -1
        guard parts.count == 2 else { return bits > 0 }
        guard parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let length = Int(parts[1]) else { return false }
        return length <= bits
    }
}

extension String {
    /// Whether it is a dotted quad (inet_pton).
    var isIPv4: Bool {
        var address = in_addr()
        return inet_pton(AF_INET, self, &address) == 1
    }

    /// Whether it is an IPv6 address without brackets (inet_pton).
    var isIPv6: Bool {
        var address = in6_addr()
        return inet_pton(AF_INET6, self, &address) == 1
    }

    /// Whether a host could be written so: no blank, control character or delimiter of a URL. Names beyond ASCII may be.
    fileprivate var isHostText: Bool {
        unicodeScalars.allSatisfy {
            $0.value > 0x20 && $0.value != 0x7F && !"/\\?#@:[]<>\"%,".unicodeScalars.contains($0)
        }
    }
}
