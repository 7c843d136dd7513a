/// Just enough of gzip (RFC 1952) for an origin that packs its bodies, honestly or as a bomb.
public enum Gzip {
    /// The bytes in stored blocks, somewhat longer than before.
    public static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var packed = header
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(0xFFFF)
            rest = rest.dropFirst(block.count)
            packed.append(rest.isEmpty ? 1 : 0)
            packed.append(contentsOf: littleEndian(UInt32(block.count) | ~UInt32(block.count) << 16))
            packed.append(contentsOf: block)
        } while !rest.isEmpty
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
        return bits.finish() + littleEndian(CRC32.ofZeros(length)) + littleEndian(UInt32(truncatingIfNeeded: length))
    }

    private static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]

    private static func littleEndian(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}

/// The checksum of gzip (RFC 1952 section 8).
private enum CRC32 {
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
    }

    static func of(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0) { step($0, $1) }
    }

    static func ofZeros(_ count: Int) -> UInt32 {
        var value = ~UInt32(0)
        for _ in 0..<count { value = step(value, 0) }
        return ~value
    }

    private static func step(_ value: UInt32, _ byte: UInt8) -> UInt32 {
        table[Int(UInt8(truncatingIfNeeded: value) ^ byte)] ^ value >> 8
    }
}

/// Packs bits as deflate wants them: numbers from the lowest bit on, codes from the highest (RFC 1951 section 3.1.1).
private struct BitWriter {
    private var bytes: [UInt8]
    private var pending: UInt8 = 0
    private var used = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func write(_ value: Int, count: Int) {
        for position in 0..<count { append(value >> position & 1) }
    }

    mutating func writeCode(_ code: Int, count: Int) {
        for position in (0..<count).reversed() { append(code >> position & 1) }
    }

    private mutating func append(_ bit: Int) {
        pending |= UInt8(bit) << UInt8(used)
        used += 1
        if used == 8 {
            bytes.append(pending)
            pending = 0
            used = 0
        }
    }

    consuming func finish() -> [UInt8] {
        used == 0 ? bytes : bytes + [pending]
    }
}
