/// Blocks of deflate (RFC 1951), each beginning and ending with a byte.
enum Deflate {
    /// The bytes as they are, in blocks of at most 65,535.
    static func stored(_ bytes: [UInt8], isLast: Bool) -> [UInt8] {
        var packed: [UInt8] = []
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(0xFFFF)
            rest = rest.dropFirst(block.count)
            packed.append(rest.isEmpty && isLast ? 1 : 0)
            packed.append(contentsOf: Gzip.littleEndian(UInt32(block.count) | ~UInt32(block.count) << 16))
            packed.append(contentsOf: block)
        } while !rest.isEmpty
        return packed
    }

    /// 1,048,576 zero bytes in 1,050: one block with codes of one and two bits (section 3.2.7), then an empty one up to
    /// the end of the byte. It refers to nothing before it, so any number of copies may follow each other.
    static let mebibyteOfZeros: [UInt8] = {
        var bits = BitWriter([])
        writeZeroCodes(&bits)
        bits.writeCode(0b10, count: 2)
        for _ in 0..<4064 { bits.writeCode(0b00, count: 2) }
        for _ in 0..<63 { bits.writeCode(0b10, count: 2) }
        bits.writeCode(0b11, count: 2)
        bits.write(0b000, count: 3)
        return bits.finish() + [0, 0, 0xFF, 0xFF]
    }()

    /// The head of a dynamic block with four codes: `10` the byte 0, `0` a copy of 258 bytes, `11` the end; `0` one
    /// byte back.
    private static func writeZeroCodes(_ bits: inout BitWriter) {
        bits.write(0b100, count: 3)
        bits.write(29, count: 5)
        bits.write(0, count: 5)
        bits.write(14, count: 4)
        // Lengths of the codes for lengths: one bit for a run of zeros, two for the lengths 2 and 1.
        for length in [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 2] { bits.write(length, count: 3) }
        bits.writeCode(0b11, count: 2)
        for run in [138, 117] { writeRun(run, &bits) }
        bits.writeCode(0b11, count: 2)
        writeRun(28, &bits)
        bits.writeCode(0b10, count: 2)
        bits.writeCode(0b10, count: 2)
    }

    private static func writeRun(_ zeros: Int, _ bits: inout BitWriter) {
        bits.writeCode(0, count: 1)
        bits.write(zeros - 11, count: 7)
    }

    /// `count` more bytes of a pattern that was just sent, by copies of 258 bytes from one pattern back. The block is
    /// not the last one.
    static func more(of pattern: [UInt8], count: Int) -> [UInt8] {
        precondition((1025...1536).contains(pattern.count), "distance code 20 reaches from 1,025 to 1,536")
        var bits = BitWriter([])
        bits.write(0b010, count: 3)
        for _ in 0..<(count / 258) {
            bits.writeCode(0b1100_0101, count: 8)
            bits.writeCode(20, count: 5)
            bits.write(pattern.count - 1025, count: 9)
        }
        for position in (count - count % 258)..<count { writeLiteral(pattern[position % pattern.count], &bits) }
        bits.writeCode(0, count: 7)
        bits.write(0b000, count: 3)
        return bits.finish() + [0, 0, 0xFF, 0xFF]
    }

    /// By the fixed codes (section 3.2.6).
    private static func writeLiteral(_ byte: UInt8, _ bits: inout BitWriter) {
        if byte < 144 {
            bits.writeCode(0x30 + Int(byte), count: 8)
        } else {
            bits.writeCode(0x190 + Int(byte) - 144, count: 9)
        }
    }
}
