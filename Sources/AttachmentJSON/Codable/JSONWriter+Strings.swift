import AttachmentDomain

extension JSONWriter {
    /// Writes a string with the shortest escapes (RFC 8259 section 7); slashes and all beyond ASCII stand as themselves.
    /// `end` is the closing quote with what follows it.
    func write(_ text: String, endingIn end: StaticString = "\"") {
        var text = text
        append(byte: .quote)
        text.withUTF8(appendEscaped)
        append(end)
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
        while true {
            position += Words.plainRun(in: text, from: position)
            guard position < text.count else { return nil }
            if needsEscape(text[position]) { return position }
            position += 1
        }
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < .space || byte == .quote || byte == .backslash
    }

    private func appendEscape(_ byte: UInt8) {
        switch byte {
        case .quote: append("\\\"")
        case .backslash: append("\\\\")
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
