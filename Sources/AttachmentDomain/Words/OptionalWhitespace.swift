extension StringProtocol where UTF8View: BidirectionalCollection {
    /// The text without blanks and tabs at its ends: OWS of RFC 9110 5.6.3.
    public func trimmingOWS() -> String {
        var start = utf8.startIndex
        var end = utf8.endIndex
        while start < end, isOWS(utf8[start]) { start = utf8.index(after: start) }
        while start < end, isOWS(utf8[utf8.index(before: end)]) { end = utf8.index(before: end) }
        return String(self[start..<end])
    }

    private func isOWS(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }
}

extension StringProtocol {
    /// Whether both are the same but for the case of ASCII letters, as names of header fields and schemes are compared
    /// (RFC 9110 5.1).
    public func equalsIgnoringCase(_ other: some StringProtocol) -> Bool {
        utf8.count == other.utf8.count
            && zip(utf8, other.utf8).allSatisfy { $0 == $1 || ($0 | 0x20 == $1 | 0x20 && Self.isLetter($0 | 0x20)) }
    }

    private static func isLetter(_ lowered: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lowered)
    }
}
