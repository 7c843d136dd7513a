/// A four-character code, which names boxes, chunks, brands and codecs.
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

    /// Its bytes, in order.
    private var bytes: [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> UInt32(24 - 8 * $0)) }
    }

    /// Whether every byte is a printable character, or the copyright sign that Apple's own boxes begin with.
    var isPrintable: Bool {
        bytes.allSatisfy { 0x20...0x7E ~= $0 || $0 == 0xA9 }
    }

    /// Whether every byte is an ASCII letter.
    var isAlphabetic: Bool {
        bytes.allSatisfy { 0x61...0x7A ~= $0 | 0x20 }
    }

    /// Whether the PNG chunk of this name is one that no decoder may pass over (PNG 3rd edition, 5.4).
    var isCriticalChunk: Bool {
        value & 0x2000_0000 == 0
    }

    /// The code with its ASCII letters made capitals.
    var uppercased: FourCC {
        FourCC(bytes.reduce(0) { $0 << 8 | UInt64(0x61...0x7A ~= $1 ? $1 - 0x20 : $1) })
    }

    /// The first three characters: the brands of one family differ in the last.
    var stem: FourCC { FourCC(UInt64(value >> 8)) }
}

extension FourCC: CustomStringConvertible {
    /// The code for a message: what is not printable as `?`, blanks at its end left out.
    var description: String {
        let text = bytes.map { 0x20...0x7E ~= $0 ? $0 : UInt8(ascii: "?") }
        return String(decoding: text.reversed().drop { $0 == 0x20 }.reversed(), as: UTF8.self)
    }
}
