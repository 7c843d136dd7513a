/// Hexadecimal text of bytes, in lower case.
public enum Hex {
    /// Two digits for each byte.
    public static func text(of bytes: UnsafeRawBufferPointer) -> String {
        String(unsafeUninitializedCapacity: bytes.count * 2) { text in
            write(bytes, to: text)
            return bytes.count * 2
        }
    }

    /// Two digits for each byte.
    public static func text(of bytes: [UInt8]) -> String {
        bytes.withUnsafeBytes { text(of: $0) }
    }

    /// Writes two digits for each byte; the text must have room for them.
    public static func write(_ bytes: UnsafeRawBufferPointer, to text: UnsafeMutableBufferPointer<UInt8>) {
        for (position, byte) in bytes.enumerated() {
            text[2 * position] = digit(byte >> 4)
            text[2 * position + 1] = digit(byte & 15)
        }
    }

    /// The bytes that pairs of digits stand for, in either case; nil where something else stands, or half a pair.
    public static func bytes(of digits: some Collection<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var high: UInt8?
        for character in digits {
            guard let value = value(of: character) else { return nil }
            if let first = high.take() {
                bytes.append(first << 4 | value)
            } else {
                high = value
            }
        }
        return high == nil ? bytes : nil
    }

    /// Whether the character is one of `0…9 a…f A…F`.
    public static func isDigit(_ character: UInt8) -> Bool {
        value(of: character) != nil
    }

    /// What a hexadecimal digit counts, 0 to 15; nil when it is none.
    public static func value(of character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
