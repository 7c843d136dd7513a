/// An IPv4 or IPv6 address.
public struct IPAddress: Hashable, Sendable {
    public enum Family: Hashable, Sendable {
        case v4
        case v6

        /// The number of bits of an address.
        public var bits: Int { self == .v4 ? 32 : 128 }
    }

    public let family: Family
    /// The bits as one number, most significant first.
    let value: UInt128

    init(family: Family, value: UInt128) {
        self.family = family
        self.value = value
    }

    /// The address with these bytes in network order: 4 for IPv4, 16 for IPv6, nil for another count.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.init(
            family: bytes.count == 4 ? .v4 : .v6, value: bytes.reduce(0) { $0 << 8 | UInt128($1) })
    }

    /// Reads a literal in its modern spelling: four decimal parts without leading zeroes, or IPv6 (RFC 4291 2.2)
    /// without brackets and zone. Nil for anything else.
    public init?(_ literal: String) {
        let bytes = Array(literal.utf8)[...]
        guard let address = IPAddress(ipv4: bytes) ?? IPAddress(ipv6: bytes) else { return nil }
        self = address
    }

    /// The bytes in network order, 4 or 16.
    public var bytes: [UInt8] {
        stride(from: family.bits - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> UInt128($0)) }
    }

    /// The IPv4 address that an IPv6 address stands for: IPv4-mapped (RFC 4291 2.5.5.2) or NAT64 (RFC 6052).
    public var embeddedIPv4: IPAddress? {
        guard family == .v6, Self.carriers.contains(where: { $0.contains(self) }) else { return nil }
        return IPAddress(family: .v4, value: value & 0xFFFF_FFFF)
    }

    private static let carriers: [AddressRange] = ["::ffff:0:0/96", "64:ff9b::/96"]
}

extension IPAddress: CustomStringConvertible {
    /// The canonical spelling: dotted decimal, or RFC 5952.
    public var description: String {
        switch family {
        case .v4: bytes.map(String.init).joined(separator: ".")
        case .v6: value >> 32 == 0xFFFF ? "::ffff:\(IPAddress(family: .v4, value: value & 0xFFFF_FFFF))" : ipv6Text
        }
    }

    private var ipv6Text: String {
        let groups = (0..<8).map { UInt16(truncatingIfNeeded: value >> UInt128(112 - 16 * $0)) }
        func text(_ groups: ArraySlice<UInt16>) -> String {
            groups.map { String($0, radix: 16) }.joined(separator: ":")
        }
        guard let zeroes = Self.longestZeroes(in: groups) else { return text(groups[...]) }
        return "\(text(groups[..<zeroes.lowerBound]))::\(text(groups[zeroes.upperBound...]))"
    }

    /// The first of the longest runs of two or more zero groups (RFC 5952 4.2).
    private static func longestZeroes(in groups: [UInt16]) -> Range<Int>? {
        var best: Range<Int>?
        var start = 0
        for index in 0...groups.count where index == groups.count || groups[index] != 0 {
            if index - start > max(1, best?.count ?? 0) { best = start..<index }
            start = index + 1
        }
        return best
    }
}
