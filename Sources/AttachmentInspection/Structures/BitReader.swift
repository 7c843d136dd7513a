/// Reads bits, the highest first, from the raw bytes of an H.264 or H.265 unit, whose bytes of emulation prevention it
/// leaves out (ITU-T H.264 7.3.1, H.265 7.3.1.1). Beyond the end all bits are 0, which ``isSpent`` tells.
struct BitReader {
    private var bytes: [UInt8] = []
    private var position = 0

    init(unit: ArraySlice<UInt8>) {
        var zeroes = 0
        bytes.reserveCapacity(unit.count)
        for byte in unit {
            if zeroes >= 2, byte == 3 {
                zeroes = 0
                continue
            }
            zeroes = byte == 0 ? zeroes + 1 : 0
            bytes.append(byte)
        }
    }

    /// Whether more bits were asked for than there are.
    var isSpent: Bool { position > bytes.count * 8 }

    mutating func bit() -> UInt32 {
        defer { position += 1 }
        guard position < bytes.count * 8 else { return 0 }
        return UInt32(bytes[position / 8] >> UInt8(7 - position % 8) & 1)
    }

    /// At most 32 bits.
    mutating func bits(_ count: Int) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<count { value = value << 1 | bit() }
        return value
    }

    mutating func skip(_ count: Int) {
        position += count
    }

    /// An unsigned Exp-Golomb number (H.264 9.1).
    mutating func golomb() -> UInt32 {
        var zeroes = 0
        while bit() == 0 {
            zeroes += 1
            guard zeroes < 32 else { return .max }
        }
        return zeroes == 0 ? 0 : 1 << UInt32(zeroes) - 1 + bits(zeroes)
    }
}
