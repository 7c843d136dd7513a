/// The scheme at the start of a text (RFC 3986 3.1), split off before anything else is read.
struct SchemePrefix {
    /// In lower case.
    let name: String
    /// What follows the colon.
    let rest: ArraySlice<UInt8>

    /// Nil for a relative reference, and for `host.example:8080/…`: a name with a dot before a port is a host that lost
    /// its scheme, not a scheme.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard let colon = bytes.firstIndex(where: { !Self.isSchemeByte($0) }), bytes[colon] == UInt8(ascii: ":"),
            let first = bytes.first, Self.isLetter(first)
        else { return nil }
        name = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
        rest = bytes[(colon + 1)...]
        if (name.contains(".") || name == "localhost") && Self.startsWithPort(rest) { return nil }
    }

    private static func startsWithPort(_ rest: ArraySlice<UInt8>) -> Bool {
        let digits = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        guard !digits.isEmpty, digits.endIndex < rest.endIndex else { return !digits.isEmpty }
        return [UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")].contains(rest[digits.endIndex])
    }

    private static func isSchemeByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): true
        default: isLetter(byte)
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
    }
}
