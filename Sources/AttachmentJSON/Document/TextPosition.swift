/// Where an offset stands for a person.
enum TextPosition {
    /// Line and column, both from 1. Lines end with a line feed; columns count Unicode scalar values, and every byte
    /// that cannot be one.
    static func of(_ offset: Int, in text: UnsafeBufferPointer<UInt8>) -> (line: Int, column: Int) {
        var line = 1
        var lineStart = 0
        let end = min(offset, text.count)
        for position in 0..<end where text[position] == .lineFeed {
            line += 1
            lineStart = position + 1
        }
        if lineStart == 0, end >= 3, text[0] == 0xEF, text[1] == 0xBB, text[2] == 0xBF { lineStart = 3 }
        var column = 1
        for position in lineStart..<end where text[position] & 0xC0 != 0x80 { column += 1 }
        return (line, column)
    }
}
