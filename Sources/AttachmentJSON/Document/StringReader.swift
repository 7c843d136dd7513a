/// Gives the UTF-8 bytes that a JSON string stands for, one after the other.
///
/// Escapes are resolved; surrogates that form no pair read as U+FFFD.
struct StringReader {
    private let text: UnsafeBufferPointer<UInt8>
    private var position: Int
    /// Bytes of the last escape that are still to be given, the next one lowest.
    private var pending: UInt32 = 0

    /// Reads the string whose opening quote stands at `start`.
    init(_ text: UnsafeBufferPointer<UInt8>, at start: Int) {
        self.text = text
        position = start + 1
    }

    /// The next byte; nil at the end of the string.
    mutating func next() -> UInt8? {
        if pending != 0 { return takePending() }
        let byte = text[position]
        switch byte {
        case .quote: return nil
        case .backslash: return escape()
        default:
            position += 1
            return byte
        }
    }

    private mutating func takePending() -> UInt8 {
        let byte = UInt8(truncatingIfNeeded: pending)
        pending >>= 8
        return byte
    }

    private mutating func escape() -> UInt8 {
        let letter = text[position + 1]
        position += 2
        switch letter {
        case UInt8(ascii: "b"): return 0x08
        case UInt8(ascii: "f"): return 0x0C
        case UInt8(ascii: "n"): return .lineFeed
        case UInt8(ascii: "r"): return .carriageReturn
        case UInt8(ascii: "t"): return .tab
        case .letterU: return unicode()
        default: return letter
        }
    }

    /// The first byte of the character whose four digits begin here; the others become pending.
    private mutating func unicode() -> UInt8 {
        let unit = codeUnit(at: position)
        position += 4
        guard unit >= 0x80 else { return UInt8(unit) }
        // None of the bytes of a character outside ASCII is zero, so zero can mean that nothing is pending.
        for byte in UTF8.encode(scalar(beginningWith: unit)).map({ $0.reversed() }) ?? [] {
            pending = pending << 8 | UInt32(byte)
        }
        return takePending()
    }

    private mutating func scalar(beginningWith unit: UInt32) -> Unicode.Scalar {
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard unit < 0xDC00, text[position] == .backslash, text[position + 1] == .letterU else { return "\u{FFFD}" }
        let low = codeUnit(at: position + 2)
        guard low >= 0xDC00, low < 0xE000 else { return "\u{FFFD}" }
        position += 6
        return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)) ?? "\u{FFFD}"
    }

    private func codeUnit(at start: Int) -> UInt32 {
        var unit: UInt32 = 0
        for byte in text[start..<start + 4] {
            let digit = byte.isDigit ? byte - .zero : (byte | 0x20) - UInt8(ascii: "a") + 10
            unit = unit << 4 | UInt32(digit)
        }
        return unit
    }
}
