/// One line of an input that holds more than blanks.
struct InputLine {
    /// From 1, blank lines counted.
    let number: Int
    /// Without its line feed.
    let bytes: ArraySlice<UInt8>
}

/// The lines of an input that hold more than blanks.
struct LineSequence: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private var position = 0
    private var number = 0

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func next() -> InputLine? {
        while position < bytes.count {
            let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            let line = bytes[position..<end]
            position = end + 1
            number += 1
            if !line.allSatisfy(Self.isBlank) { return InputLine(number: number, bytes: line) }
        }
        return nil
    }

    static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0D
    }
}
