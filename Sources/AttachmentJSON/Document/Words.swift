/// Eight bytes looked at in one step: what makes long strings cheap.
enum Words {
    /// How many bytes, from `position` on, are neither `"` nor `\` nor a control character nor outside ASCII.
    ///
    /// May stop early only at the end of the text, never late.
    @inline(__always)
    static func plainRun(in text: UnsafeBufferPointer<UInt8>, from position: Int) -> Int {
        var next = position
        while next + 8 <= text.count {
            let word = load(text, at: next)
            let stops = (word | below32(word) | equal(word, .quote) | equal(word, .backslash)) & high
            guard stops == 0 else { return next - position + stops.trailingZeroBitCount / 8 }
            next += 8
        }
        while next < text.count, isPlain(text[next]) { next += 1 }
        return next - position
    }

    /// The position of the next `"` or `\` at or after `position`; the end of the text when there is none.
    @inline(__always)
    static func nextQuoteOrBackslash(in text: UnsafeBufferPointer<UInt8>, from position: Int) -> Int {
        var next = position
        while next + 8 <= text.count {
            let word = load(text, at: next)
            let stops = (equal(word, .quote) | equal(word, .backslash)) & high
            guard stops == 0 else { return next + stops.trailingZeroBitCount / 8 }
            next += 8
        }
        while next < text.count, text[next] != .quote, text[next] != .backslash { next += 1 }
        return next
    }

    private static var high: UInt64 { 0x8080_8080_8080_8080 }
    private static var ones: UInt64 { 0x0101_0101_0101_0101 }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= .space && byte < 0x80 && byte != .quote && byte != .backslash
    }

    @inline(__always)
    private static func load(_ text: UnsafeBufferPointer<UInt8>, at position: Int) -> UInt64 {
        UInt64(
            littleEndian: UnsafeRawBufferPointer(text).loadUnaligned(fromByteOffset: position, as: UInt64.self))
    }

    // Both tests may mark a byte above a true one wrongly, never one below it; only the lowest mark is used.

    /// Marks bytes below 0x20 in their highest bit.
    @inline(__always)
    private static func below32(_ word: UInt64) -> UInt64 {
        (word &- ones &* 0x20) & ~word
    }

    /// Marks bytes equal to `byte` in their highest bit.
    @inline(__always)
    private static func equal(_ word: UInt64, _ byte: UInt8) -> UInt64 {
        let difference = word ^ (ones &* UInt64(byte))
        return (difference &- ones) & ~difference
    }
}
