/// Packs bits as deflate wants them: numbers from the lowest bit on, codes from the highest (RFC 1951 section 3.1.1).
struct BitWriter {
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
