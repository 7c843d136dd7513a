/// The checksum of gzip, zip and PNG (RFC 1952 section 8).
struct CRC32 {
    /// Made anew for each sum: one that all threads share would have to be waited for by those that come first, and under
    /// the thread sanitizer they are not woken.
    private let table = Self.makeTable()
    private var register = ~UInt32(0)

    /// Of all that was taken so far.
    var value: UInt32 { ~register }

    private static func makeTable() -> [UInt32] {
        var table = [UInt32](repeating: 0, count: 256)
        for index in table.indices {
            var value = UInt32(index)
            for _ in 0..<8 { value = value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
            table[index] = value
        }
        return table
    }

    mutating func take(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { step(byte) }
    }

    /// Takes that many zero bytes in a few steps: one zero byte is a linear map of the register, and its powers are
    /// found by squaring.
    mutating func takeZeros(_ count: Int) {
        var power = (0..<32).map { bit in stepped(1 << UInt32(bit), 0) }
        var rest = count
        while rest > 0 {
            if rest & 1 == 1 { register = Self.apply(power, to: register) }
            power = power.map { Self.apply(power, to: $0) }
            rest >>= 1
        }
    }

    static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
        var sum = CRC32()
        sum.take(bytes)
        return sum.value
    }

    private mutating func step(_ byte: UInt8) {
        register = stepped(register, byte)
    }

    private func stepped(_ value: UInt32, _ byte: UInt8) -> UInt32 {
        table[Int(UInt8(truncatingIfNeeded: value) ^ byte)] ^ value >> 8
    }

    /// The product of a matrix over bits, given by its columns, and a vector.
    private static func apply(_ columns: [UInt32], to vector: UInt32) -> UInt32 {
        (0..<32).reduce(0) { vector >> UInt32($1) & 1 == 1 ? $0 ^ columns[$1] : $0 }
    }
}
