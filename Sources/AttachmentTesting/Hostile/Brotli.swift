/// Just enough of brotli (RFC 7932) for an origin that sends it unasked.
enum Brotli {
    /// The bytes in stored blocks of at most 65,536, after the shortest of stream heads.
    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var packed: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 65_536) {
            let block = bytes[start..<min(start + 65_536, bytes.count)]
            // Section 9.2: not the last, four digits of the length less one, not packed. One bit of window size first.
            let head = UInt32(block.count - 1) << 3 | 1 << 19
            packed.append(contentsOf: Gzip.littleEndian(start == 0 ? head << 1 : head).prefix(3))
            packed.append(contentsOf: block)
        }
        return packed + [0b11]
    }
}
