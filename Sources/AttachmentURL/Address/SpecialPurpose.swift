/// Why an address is not public: the range that it lies in, and who says so.
public struct SpecialPurpose: Hashable, Sendable {
    public let range: AddressRange
    /// What the range is for, as it goes in a message: `loopback`.
    public let name: String
    /// The document that sets the range aside.
    public let source: String

    private init(_ range: AddressRange, _ name: String, _ source: String) {
        self.range = range
        self.name = name
        self.source = source
    }

    /// The one table (IANA IPv4 and IPv6 Special-Purpose Address Registries), first match wins. For IPv6 all that is
    /// not global unicast is set aside: the last rows close the gaps that the named ones leave.
    static let table: [SpecialPurpose] = [
        SpecialPurpose("0.0.0.0/8", "this network", "RFC 791"),
        SpecialPurpose("10.0.0.0/8", "private", "RFC 1918"),
        SpecialPurpose("100.64.0.0/10", "shared address space of carriers", "RFC 6598"),
        SpecialPurpose("127.0.0.0/8", "loopback", "RFC 1122"),
        SpecialPurpose("169.254.0.0/16", "link-local", "RFC 3927"),
        SpecialPurpose("172.16.0.0/12", "private", "RFC 1918"),
        SpecialPurpose("192.0.0.0/24", "IETF protocol assignments", "RFC 6890"),
        SpecialPurpose("192.0.2.0/24", "documentation", "RFC 5737"),
        SpecialPurpose("192.88.99.0/24", "deprecated 6to4 relays", "RFC 7526"),
        SpecialPurpose("192.168.0.0/16", "private", "RFC 1918"),
        SpecialPurpose("198.18.0.0/15", "benchmarking", "RFC 2544"),
        SpecialPurpose("198.51.100.0/24", "documentation", "RFC 5737"),
        SpecialPurpose("203.0.113.0/24", "documentation", "RFC 5737"),
        SpecialPurpose("224.0.0.0/4", "multicast", "RFC 5771"),
        SpecialPurpose("255.255.255.255/32", "broadcast", "RFC 919"),
        SpecialPurpose("240.0.0.0/4", "reserved", "RFC 1112"),

        SpecialPurpose("::/128", "unspecified", "RFC 4291"),
        SpecialPurpose("::1/128", "loopback", "RFC 4291"),
        SpecialPurpose("::/96", "deprecated IPv4-compatible", "RFC 4291"),
        SpecialPurpose("::ffff:0:0:0/96", "IPv4-translated", "RFC 7915"),
        SpecialPurpose("64:ff9b:1::/48", "local translation", "RFC 8215"),
        SpecialPurpose("100::/64", "discard-only", "RFC 6666"),
        SpecialPurpose("2001::/32", "Teredo", "RFC 4380"),
        SpecialPurpose("2001:2::/48", "benchmarking", "RFC 5180"),
        SpecialPurpose("2001::/23", "IETF protocol assignments", "RFC 2928"),
        SpecialPurpose("2001:db8::/32", "documentation", "RFC 3849"),
        SpecialPurpose("2002::/16", "deprecated 6to4", "RFC 7526"),
        SpecialPurpose("3fff::/20", "documentation", "RFC 9637"),
        SpecialPurpose("5f00::/16", "segment routing", "RFC 9602"),
        SpecialPurpose("fc00::/7", "unique local", "RFC 4193"),
        SpecialPurpose("fe80::/10", "link-local", "RFC 4291"),
        SpecialPurpose("fec0::/10", "deprecated site-local", "RFC 3879"),
        SpecialPurpose("ff00::/8", "multicast", "RFC 4291"),
        SpecialPurpose("::/3", "not global unicast", "RFC 4291"),
        SpecialPurpose("4000::/2", "not global unicast", "RFC 4291"),
        SpecialPurpose("8000::/1", "not global unicast", "RFC 4291"),
    ]
}

extension IPAddress {
    /// Why the address must not be fetched from; nil for a public one. An IPv4-mapped or NAT64 address is judged by the
    /// IPv4 address inside.
    public var specialPurpose: SpecialPurpose? {
        let judged = embeddedIPv4 ?? self
        return SpecialPurpose.table.first { $0.range.contains(judged) }
    }

    /// Whether the address is one of the public internet.
    public var isPublic: Bool { specialPurpose == nil }
}
