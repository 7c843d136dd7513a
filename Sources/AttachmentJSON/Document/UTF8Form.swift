/// The well-formed byte sequences of UTF-8 (RFC 3629 section 4).
enum UTF8Form {
    /// How many bytes the character at `position` takes, 2 to 4; 0 when they are not well-formed or it is ASCII.
    static func length(of text: UnsafeBufferPointer<UInt8>, at position: Int) -> Int {
        let left = text.count - position
        guard left >= 2 else { return 0 }
        let second = text[position + 1]
        switch text[position] {
        case 0xC2...0xDF: return isTail(second) ? 2 : 0
        case 0xE0: return second >= 0xA0 && second <= 0xBF && tails(1, text, position) ? 3 : 0
        case 0xED: return second >= 0x80 && second <= 0x9F && tails(1, text, position) ? 3 : 0
        case 0xE1...0xEF: return isTail(second) && tails(1, text, position) ? 3 : 0
        case 0xF0: return second >= 0x90 && second <= 0xBF && tails(2, text, position) ? 4 : 0
        case 0xF1...0xF3: return isTail(second) && tails(2, text, position) ? 4 : 0
        case 0xF4: return second >= 0x80 && second <= 0x8F && tails(2, text, position) ? 4 : 0
        default: return 0
        }
    }

    /// Whether that many bytes after the first two continue the sequence.
    private static func tails(_ count: Int, _ text: UnsafeBufferPointer<UInt8>, _ position: Int) -> Bool {
        guard position + 2 + count <= text.count else { return false }
        for next in position + 2..<position + 2 + count where !isTail(text[next]) { return false }
        return true
    }

    private static func isTail(_ byte: UInt8) -> Bool {
        byte & 0xC0 == 0x80
    }
}
