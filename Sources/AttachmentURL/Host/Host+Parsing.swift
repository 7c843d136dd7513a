extension Host {
    /// Reads the host part of an authority: `[…]`, a name, or IPv4 in any of its spellings.
    ///
    /// International names are mapped first; what they map to is then judged as if it had been written so, since that
    /// is what would be connected to.
    init(parsing text: ArraySlice<UInt8>) throws(URLFault) {
        if text.first == UInt8(ascii: "[") {
            guard text.last == UInt8(ascii: "]"), text.count > 2 else { throw .malformed(.brackets) }
            guard let address = IPAddress(ipv6: text.dropFirst().dropLast()) else { throw .malformed(.notIPv6) }
            self = .address(address)
        } else {
            self = try Self.nameOrIPv4(Self.mapped(text))
        }
    }

    /// Lower-case ASCII. Names that are ASCII already are not put through IDNA, as in curl: `a--b` and `_` are fine.
    private static func mapped(_ text: ArraySlice<UInt8>) throws(URLFault) -> [UInt8] {
        let ascii = text.allSatisfy { $0 < 0x80 } ? Array(text) : try InternationalName.ascii(of: text)
        return ascii.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }
    }

    private static func nameOrIPv4(_ mapped: [UInt8]) throws(URLFault) -> Host {
        guard mapped.allSatisfy(isNameByte) else { throw .malformed(.hostCharacter) }
        let name = mapped.last == UInt8(ascii: ".") ? mapped.dropLast() : mapped[...]
        let labels = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard name.count <= 253, let last = labels.last, labels.allSatisfy({ 1...63 ~= $0.count }) else {
            throw .malformed(.hostLength)
        }
        guard isNumber(last) else { return .name(String(decoding: name, as: UTF8.self)) }
        guard let address = IPAddress(legacyIPv4: name) else { throw .malformed(.notIPv4) }
        return .address(address)
    }

    /// Whether a last label makes the host an IPv4 address or nothing (WHATWG URL, "ends in a number").
    private static func isNumber(_ label: ArraySlice<UInt8>) -> Bool {
        label.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } || IPAddress.legacyNumber(label) != nil
    }

    /// Lower-case letters, digits, hyphen, underscore and the dot between labels.
    static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }
}
