/// Hexadecimal text of bytes, in lower case.
public enum Hex {
    /// Two digits for each byte.
    public static func text(of bytes: some Collection<UInt8>) -> String {
        String(unsafeUninitializedCapacity: bytes.count * 2) { text in
            var position = 0
            for byte in bytes {
                text[position] = digit(byte >> 4)
                text[position + 1] = digit(byte & 15)
                position += 2
            }
            return position
        }
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
