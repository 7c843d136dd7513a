/// The directives of a response's Cache-Control that decide how long it may be used (RFC 9111 5.2.2, RFC 5861,
/// RFC 8246).
///
/// Unknown directives are passed over. Of a repeated directive the first counts; a value that is no number of seconds
/// counts as 0, so that a broken header is never read as leave to reuse. Numbers too large for 31 bits count as 2³¹.
public struct CacheControl: Hashable, Sendable {
    public var noStore = false
    public var noCache = false
    public var mustRevalidate = false
    public var isPrivate = false
    public var immutable = false
    public var maxAge: Int64?
    public var sharedMaxAge: Int64?
    public var staleWhileRevalidate: Int64?
    public var staleIfError: Int64?

    public init(_ header: String?) {
        for directive in Self.directives(of: header ?? "") {
            apply(name: directive.name, value: directive.value)
        }
    }

    private mutating func apply(name: String, value: String?) {
        switch name {
        case "no-store": noStore = true
        // With field names it restricts those fields only; to be safe it counts for the whole response.
        case "no-cache": noCache = true
        case "must-revalidate": mustRevalidate = true
        case "private": isPrivate = true
        case "immutable": immutable = true
        case "max-age": maxAge = maxAge ?? Self.seconds(value)
        case "s-maxage": sharedMaxAge = sharedMaxAge ?? Self.seconds(value)
        case "stale-while-revalidate": staleWhileRevalidate = staleWhileRevalidate ?? Self.seconds(value)
        case "stale-if-error": staleIfError = staleIfError ?? Self.seconds(value)
        default: break
        }
    }

    /// A number of seconds (RFC 9111 1.2.2).
    static func seconds(_ text: String?) -> Int64 {
        guard let text, !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return 0 }
        return min(Int64(text) ?? .max, 2_147_483_648)
    }

    /// Splits at commas outside quoted strings.
    private static func directives(of header: String) -> [(name: String, value: String?)] {
        var parts: [[UInt8]] = [[]]
        var quoted = false
        var escaped = false
        for byte in header.utf8 {
            if escaped {
                escaped = false
            } else if quoted, byte == UInt8(ascii: "\\") {
                escaped = true
            } else if byte == UInt8(ascii: "\"") {
                quoted.toggle()
                continue
            } else if byte == UInt8(ascii: ","), !quoted {
                parts.append([])
                continue
            }
            parts[parts.count - 1].append(byte)
        }
        return parts.compactMap(directive)
    }

    private static func directive(_ part: [UInt8]) -> (name: String, value: String?)? {
        let pieces = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        let words = pieces.map { String(decoding: $0, as: UTF8.self).trimmingOWS() }
        guard let name = words.first, !name.isEmpty else { return nil }
        return (name.lowercased(), words.count > 1 ? words[1] : nil)
    }
}
