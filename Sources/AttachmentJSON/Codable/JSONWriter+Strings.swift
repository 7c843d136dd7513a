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
        for (position, byte) in text.enumerated() where Self.needsEscape(byte) {
            append(contentsOf: text[start..<position])
            appendEscape(byte)
            start = position + 1
        }
        append(contentsOf: text[start...])
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
            append(contentsOf: Hex.text(of: CollectionOfOne(byte)).utf8)
        }
    }
}
