import AttachmentDomain

extension JSONWriter {
    /// Writes a string with the shortest escapes (RFC 8259 section 7); slashes and all beyond ASCII stand as themselves.
    func write(_ text: String) {
        var text = text
        append("\"")
        text.withUTF8(appendEscaped)
        append("\"")
    }

    private func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
        var start = 0
        while let position = Self.firstToEscape(text, from: start) {
            append(UnsafeBufferPointer(rebasing: text[start..<position]))
            appendEscape(text[position])
            start = position + 1
        }
        append(UnsafeBufferPointer(rebasing: text[start...]))
    }

    private static func firstToEscape(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        var position = start
        while position < text.count {
            if needsEscape(text[position]) { return position }
            position += 1
        }
        return nil
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private func appendEscape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): append("\\\"")
        case UInt8(ascii: "\\"): append("\\\\")
        case 0x08: append("\\b")
        case 0x0C: append("\\f")
        case 0x0A: append("\\n")
        case 0x0D: append("\\r")
        case 0x09: append("\\t")
        default:
            append("\\u00")
            append(contentsOf: Hex.text(of: [byte]).utf8)
        }
    }
}
