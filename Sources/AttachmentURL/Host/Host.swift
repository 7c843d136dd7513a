/// The host of a URL: a name to be resolved, or an address that needs no resolving.
public enum Host: Hashable, Sendable, CustomStringConvertible {
    /// ASCII in lower case, without a trailing dot; an international name in punycode.
    case name(String)
    /// A literal, in whatever spelling it came.
    case address(IPAddress)

    /// The name or the address, an IPv6 one without brackets.
    public var description: String {
        switch self {
        case .name(let name): name
        case .address(let address): address.description
        }
    }

    /// As it goes in a URL: an IPv6 address in brackets.
    public var urlText: String {
        switch self {
        case .address(let address) where address.family == .v6: "[\(address)]"
        default: description
        }
    }
}
