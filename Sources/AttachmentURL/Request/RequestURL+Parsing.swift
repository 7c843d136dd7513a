extension RequestURL {
    /// Reads and normalises an absolute URL.
    ///
    /// Blanks (space, tab, CR, LF) at both ends are taken off first. Stricter than RFC 3986 where readers are known to
    /// differ: exactly two slashes, no credentials, no backslash, no control character anywhere, no percent sign in
    /// the host. Not an error here: an address, a name or a port that may not be reached; ``DestinationRules`` tells.
    public static func parse(_ text: String) throws(URLFault) -> RequestURL {
        if let plain = RequestURL(plain: text) { return plain }
        return try parse(bytes: Array(text.utf8))
    }

    /// The same for bytes that came over the network and may not be UTF-8; such bytes are percent-encoded as they are.
    public static func parse(bytes: [UInt8]) throws(URLFault) -> RequestURL {
        let text = trimmed(bytes[...])
        guard !text.isEmpty else { throw .empty }
        try checkLength(text)
        let prefix = SchemePrefix(text)
        // A foreign scheme is named even if its data would not do in a URL of ours.
        if let prefix, Scheme(rawValue: prefix.name) == nil { throw .schemeNotHTTP(prefix.name) }
        try checkCharacters(text)
        guard let prefix, let scheme = Scheme(rawValue: prefix.name) else { throw .noScheme }
        return try RequestURL(scheme: scheme, hierarchy: prefix.rest)
    }

    /// `hierarchy` is all that follows the scheme's colon.
    init(scheme: Scheme, hierarchy: ArraySlice<UInt8>) throws(URLFault) {
        let afterSlashes = hierarchy.drop { $0 == UInt8(ascii: "/") }
        let slashes = afterSlashes.startIndex - hierarchy.startIndex
        guard !afterSlashes.isEmpty, slashes == 2 else { throw .noHost }
        let authority = afterSlashes.prefix { !Self.endsAuthority($0) }
        let (host, portText) = try Self.split(authority)
        let remainder = afterSlashes[authority.endIndex...]
        let number = Self.number(ofPort: portText)
        let namedPort =
            portText.isEmpty ? "" : number < 0 ? String(decoding: portText, as: UTF8.self) : String(number)
        self.init(
            scheme: scheme, host: try Host(parsing: host), port: portText.isEmpty ? scheme.defaultPort : number,
            portText: namedPort, target: PercentEncoding.encode(remainder.prefix { $0 != UInt8(ascii: "#") }))
        try Self.checkLength(text.utf8)
    }

    /// Takes blanks off both ends.
    static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let text = bytes.drop(while: isBlank)
        guard let last = text.lastIndex(where: { !isBlank($0) }) else { return [] }
        return text[...last]
    }

    static func checkLength(_ text: some Collection<UInt8>) throws(URLFault) {
        guard text.count <= maxBytes else { throw .malformed(.tooLong(bytes: text.count)) }
    }

    static func checkCharacters(_ text: ArraySlice<UInt8>) throws(URLFault) {
        if let index = text.firstIndex(where: { $0 < 0x20 || $0 == 0x7F }) {
            throw .malformed(.controlCharacter(text[index], offset: index - text.startIndex))
        }
        if text.contains(UInt8(ascii: "\\")) { throw .malformed(.backslash) }
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }

    private static func endsAuthority(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }

    /// Host and port of an authority (RFC 3986 3.2), the colon between them left out.
    private static func split(
        _ authority: ArraySlice<UInt8>
    ) throws(URLFault) -> (host: ArraySlice<UInt8>, port: ArraySlice<UInt8>) {
        if authority.contains(UInt8(ascii: "@")) { throw .malformed(.credentials) }
        if authority.contains(UInt8(ascii: "%")) { throw .malformed(.percentInHost) }
        let host: ArraySlice<UInt8>
        if authority.first == UInt8(ascii: "[") {
            guard let close = authority.firstIndex(of: UInt8(ascii: "]")) else { throw .malformed(.brackets) }
            host = authority[...close]
        } else {
            host = authority.prefix { $0 != UInt8(ascii: ":") }
        }
        let port = try port(authority[host.endIndex...], isBracketed: host.first == UInt8(ascii: "["))
        // After the colons were counted: `::1` is an address without its brackets, not an empty host.
        guard !host.isEmpty else { throw .noHost }
        return (host, port)
    }

    /// What follows the colon; empty without one.
    private static func port(
        _ text: ArraySlice<UInt8>, isBracketed: Bool
    ) throws(URLFault) -> ArraySlice<UInt8> {
        guard let colon = text.first else { return [] }
        guard colon == UInt8(ascii: ":") else { throw .malformed(.brackets) }
        let port = text.dropFirst()
        if port.contains(UInt8(ascii: ":")) { throw .malformed(isBracketed ? .brackets : .colons) }
        guard port.allSatisfy(PercentEncoding.isAllowed) else { throw .malformed(.hostCharacter) }
        return port
    }

    /// The number, never wrapped: beyond five digits it stays a number that is no port. -1 for what is no number.
    private static func number(ofPort text: ArraySlice<UInt8>) -> Int {
        guard text.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return -1 }
        return text.reduce(0) { min($0 * 10 + Int($1 - UInt8(ascii: "0")), 999_999_999) }
    }
}
