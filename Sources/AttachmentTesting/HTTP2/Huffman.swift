/// The code in which HTTP/2 packs strings (RFC 7541 section 5.2), read bit by bit.
enum Huffman {
    /// The codes of one length: they follow each other from `first` on.
    private struct Codes {
        var first = 0
        var symbols: [Int] = []
    }

    private static let codes: [Codes] = {
        var codes = [Codes](repeating: Codes(), count: 31)
        for (symbol, length) in HPACKTables.codeLengths.enumerated() {
            codes[Int(length)].symbols.append(symbol)
        }
        for length in 1..<codes.count {
            codes[length].first = (codes[length - 1].first + codes[length - 1].symbols.count) << 1
        }
        return codes
    }()

    /// The bytes; what is left at the end is filling.
    static func decode(_ packed: some Sequence<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        var code = 0
        var length = 0
        for byte in packed {
            for shift in (0..<8).reversed() {
                code = code << 1 | Int(byte >> UInt8(shift)) & 1
                length += 1
                guard length < codes.count else { return bytes }
                let position = code - codes[length].first
                guard codes[length].symbols.indices.contains(position) else { continue }
                guard let symbol = UInt8(exactly: codes[length].symbols[position]) else { return bytes }
                bytes.append(symbol)
                code = 0
                length = 0
            }
        }
        return bytes
    }
}
