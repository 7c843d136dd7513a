/// A four-character code, which names boxes, brands and handlers.
struct FourCC: Hashable, ExpressibleByStringLiteral {
    /// Its four bytes, the first one highest.
    let value: UInt32

    /// The code in the lowest 32 bits.
    init(_ value: UInt64) {
        self.value = UInt32(truncatingIfNeeded: value)
    }

    /// The code as written in ASCII: `"moov"`.
    init(stringLiteral text: StaticString) {
        let bytes = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        value = bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Whether every byte is a printable character, or the copyright sign that Apple's own boxes begin with.
    var isPrintable: Bool {
        (0..<4).allSatisfy { position in
            let byte = UInt8(truncatingIfNeeded: value >> UInt32(24 - 8 * position))
            return 0x20...0x7E ~= byte || byte == 0xA9
        }
    }

    /// The first three characters: the brands of one family differ in the last.
    var stem: FourCC { FourCC(UInt64(value >> 8)) }
}
