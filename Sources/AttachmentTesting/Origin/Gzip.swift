/// Just enough of gzip (RFC 1952) for an origin that packs its bodies, honestly or as a bomb.
public enum Gzip {
    /// The bytes in stored blocks, somewhat longer than before.
    public static func stored(_ bytes: [UInt8]) -> [UInt8] {
        let packed = header + Deflate.stored(bytes, isLast: true)
        return packed + littleEndian(CRC32.of(bytes)) + littleEndian(UInt32(truncatingIfNeeded: bytes.count))
    }

    /// `count` zero bytes in about `count / 159` bytes: a bomb. One block with the fixed codes (RFC 1951 section 3.2.6),
    /// a literal and then copies of 258 bytes from one byte back. `count` is rounded up to 1 + a multiple of 258.
    public static func zeros(_ count: Int) -> [UInt8] {
        let copies = max(0, (count - 1 + 257) / 258)
        var bits = BitWriter(header)
        bits.write(0b011, count: 3)
        bits.writeCode(0x30, count: 8)
        for _ in 0..<copies {
            bits.writeCode(0b1100_0101, count: 8)
            bits.writeCode(0, count: 5)
        }
        bits.writeCode(0, count: 7)
        let length = 1 + copies * 258
        return bits.finish() + littleEndian(checksumOfZeros(length)) + littleEndian(UInt32(truncatingIfNeeded: length))
    }

    private static func checksumOfZeros(_ count: Int) -> UInt32 {
        var sum = CRC32()
        sum.takeZeros(count)
        return sum.value
    }

    static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]

    static func littleEndian(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
