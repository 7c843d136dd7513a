public import AttachmentDomain

/// Why a text is no URL that can be asked for.
public enum URLFault: ExplainedError, Hashable {
    /// Nothing but blanks.
    case empty
    /// A relative reference, a file name, or a host without `https://` before it.
    case noScheme
    /// A scheme other than http and https, in lower case.
    case schemeNotHTTP(String)
    /// Nothing stands where the host belongs.
    case noHost
    /// http or https, but not a URL that every reader understands alike.
    case malformed(Malformation)

    public var code: Code {
        switch self {
        case .empty: .urlEmpty
        case .noScheme: .urlNoScheme
        case .schemeNotHTTP: .urlSchemeNotHTTP
        case .noHost: .urlNoHost
        case .malformed: .urlMalformed
        }
    }

    public var explanation: String {
        switch self {
        case .empty: "the URL is empty"
        case .noScheme: "the URL has no scheme"
        case .schemeNotHTTP(let scheme): "the scheme \(scheme.prefix(32)) is neither http nor https"
        case .noHost: "the URL names no host"
        case .malformed(let why): "the URL is malformed: \(why.explanation)"
        }
    }
}

/// What is wrong with a malformed URL. Facts only: nothing here repeats credentials or a query.
public enum Malformation: Hashable, Sendable {
    /// More bytes than ``RequestURL/maxBytes``.
    case tooLong(bytes: Int)
    /// A byte from 0 to 31, or 127, at that offset of the trimmed text.
    case controlCharacter(UInt8, offset: Int)
    /// Readers differ about what a backslash means.
    case backslash
    /// `user:password@`, or any `@` before the path.
    case credentials
    /// Percent-encoding or a zone identifier in the host.
    case percentInHost
    /// A bracket without its partner, or text between the bracket and the port.
    case brackets
    /// What stands in brackets is no IPv6 address.
    case notIPv6
    /// More than one colon outside brackets.
    case colons
    /// A port that is no number from 1 to 65535, where an origin needs one.
    case port(String)
    /// A host with a character that no name has, before or after the mapping of international names.
    case hostCharacter
    /// An empty label, one of more than 63 bytes, or a name of more than 253.
    case hostLength
    /// A host that ends in a number and is no IPv4 address.
    case notIPv4
    /// IDNA refuses the name; the number is libidn2's.
    case internationalName(Int32)
    /// An origin was asked for, and a path or query came with it.
    case moreThanOrigin

    /// The fact in words, to follow a colon.
    public var explanation: String {
        switch self {
        case .tooLong(let bytes): "\(grouped(Int64(bytes))) bytes exceed \(grouped(Int64(RequestURL.maxBytes)))"
        case .controlCharacter(let byte, let offset): "control character \(byte) at byte \(offset)"
        case .backslash: "it holds a backslash"
        case .credentials: "it holds credentials"
        case .percentInHost: "the host holds a percent sign"
        case .brackets: "the brackets around the host are not closed, or something stands after them"
        case .notIPv6: "what stands in brackets is no IPv6 address"
        case .colons: "the host holds more than one colon"
        case .port(let text): "\(text.prefix(32)) is no port from 1 to 65535"
        case .hostCharacter: "the host holds a character that no host name has"
        case .hostLength: "the host has an empty label, one of more than 63 bytes, or more than 253 bytes in all"
        case .notIPv4: "the host ends in a number but is no IPv4 address"
        case .internationalName(let number): "the host is no valid international name (libidn2 \(number))"
        case .moreThanOrigin: "an origin is scheme, host and port alone"
        }
    }
}
