/// The check sum of a FLAC frame's header: the polynomial x^8 + x^2 + x + 1 (RFC 9639, 9.1.8).
enum CRC8 {
    static func sum(of bytes: ArraySlice<UInt8>) -> UInt8 {
        bytes.reduce(0) { sum, byte in
            (0..<8).reduce(sum ^ byte) { value, _ in value << 1 ^ (value & 0x80 != 0 ? 0x07 : 0) }
        }
    }
}

/// The check sum of a FLAC frame: the polynomial x^16 + x^15 + x^2 + 1 (RFC 9639, 9.3). Over a frame with its own sum
/// at the end it is 0.
struct CRC16 {
    private(set) var value: UInt16 = 0

    mutating func update(_ byte: UInt8) {
        value = value << 8 ^ Self.table[Int(UInt8(value >> 8) ^ byte)]
    }

    private static let table: [UInt16] = (0..<256).map { byte in
        (0..<8).reduce(UInt16(byte) << 8) { value, _ in value << 1 ^ (value & 0x8000 != 0 ? 0x8005 : 0) }
    }
}
