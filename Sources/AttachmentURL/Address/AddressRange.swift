/// All addresses that begin with the same bits, written `203.0.113.0/24` or `2001:db8::/32`.
public struct AddressRange: Hashable, Sendable, CustomStringConvertible {
    let base: IPAddress
    let prefixLength: Int

    /// Reads a range, or one address alone. Nil when the address is no literal, the length is out of bounds, or bits
    /// beyond the length are set: such a rule would not mean what its writer thinks.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard 1...2 ~= parts.count, let base = IPAddress(String(parts[0])) else { return nil }
        let length = parts.count == 2 ? Self.number(parts[1]) : base.family.bits
        guard let length, 0...base.family.bits ~= length else { return nil }
        self.base = base
        self.prefixLength = length
        guard base.value & hostMask == 0 else { return nil }
    }

    /// Whether the address is of the same family and begins with the same bits.
    public func contains(_ address: IPAddress) -> Bool {
        address.family == base.family && address.value & ~hostMask == base.value
    }

    public var description: String { "\(base)/\(prefixLength)" }

    private var hostMask: UInt128 {
        let free = base.family.bits - prefixLength
        return free == 128 ? .max : (1 << UInt128(free)) - 1
    }

    /// Digits only: `Int` alone would take `+8`.
    private static func number(_ text: Substring) -> Int? {
        guard 1...3 ~= text.utf8.count, text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else {
            return nil
        }
        return Int(text)
    }
}

extension AddressRange: ExpressibleByStringLiteral {
    /// For the ranges written in source, which tests cover.
    public init(stringLiteral text: StaticString) {
        guard let range = AddressRange("\(text)") else { preconditionFailure("not an address range: \(text)") }
        self = range
    }
}
