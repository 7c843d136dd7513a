extension Substring {
    /// The text without blanks and tabs at its ends: OWS of RFC 9110 5.6.3.
    public func trimmingOWS() -> String {
        let isOWS: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        var rest = utf8
        while let first = rest.first, isOWS(first) { rest.removeFirst() }
        while let last = rest.last, isOWS(last) { rest.removeLast() }
        return String(Substring(rest))
    }
}

extension String {
    /// The text without blanks and tabs at its ends: OWS of RFC 9110 5.6.3.
    public func trimmingOWS() -> String { self[...].trimmingOWS() }

    /// Whether both are the same but for the case of ASCII letters, as names of header fields and schemes are compared
    /// (RFC 9110 5.1).
    public func equalsIgnoringCase(_ other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        var theirs = other.utf8.makeIterator()
        for mine in utf8 {
            guard let their = theirs.next(), Self.lowered(mine) == Self.lowered(their) else { return false }
        }
        return true
    }

    /// What names of header fields are equal by: the same for two that ``equalsIgnoringCase(_:)`` says are the same.
    var asciiLowered: [UInt8] { utf8.map(Self.lowered) }

    private static func lowered(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
