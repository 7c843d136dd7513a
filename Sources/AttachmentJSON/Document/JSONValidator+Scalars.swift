extension JSONValidator {
    /// Reads the rest of a string, its opening quote being behind.
    mutating func string() throws(JSONFault) {
        while true {
            position += Words.plainRun(in: text, from: position)
            guard position < text.count else { throw unexpected("'\"' to end the string") }
            switch text[position] {
            case .quote:
                position += 1
                return
            case .backslash: try escape()
            case 0..<UInt8.space:
                throw fault(.syntax("\(Self.name(of: text[position])) must be escaped inside a string"))
            default: try sequence()
            }
        }
    }

    /// Reads a number: RFC 8259 section 6.
    mutating func number() throws(JSONFault) {
        if text[position] == .minus { position += 1 }
        if position < text.count, text[position] == .zero {
            position += 1
        } else {
            try digits()
        }
        if position < text.count, text[position] == .point {
            position += 1
            try digits()
        }
        if position < text.count, text[position] | 0x20 == .letterE {
            position += 1
            if position < text.count, text[position] == .plus || text[position] == .minus { position += 1 }
            try digits()
        }
    }

    private mutating func digits() throws(JSONFault) {
        let start = position
        while position < text.count, text[position].isDigit { position += 1 }
        if position == start { throw unexpected("a digit") }
    }

    /// Reads one escape. Whether surrogates pair up is not asked here: RFC 8259 section 8.2 allows them alone.
    private mutating func escape() throws(JSONFault) {
        position += 1
        guard position < text.count else { throw unexpected("a character after '\\'") }
        switch text[position] {
        case .quote, .backslash, .slash, UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"),
            UInt8(ascii: "t"):
            position += 1
        case .letterU:
            position += 1
            for _ in 0..<4 {
                guard position < text.count, isHexDigit(text[position]) else {
                    throw unexpected("four hexadecimal digits after '\\u'")
                }
                position += 1
            }
        default: throw unexpected("one of \" \\ / b f n r t u after '\\'")
        }
    }

    private func isHexDigit(_ byte: UInt8) -> Bool {
        byte.isDigit || (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "f"))
    }

    /// Reads characters outside ASCII, which must be well-formed UTF-8: RFC 3629 section 4.
    private mutating func sequence() throws(JSONFault) {
        repeat {
            let length = UTF8Form.length(of: text, at: position)
            guard length > 0 else {
                throw fault(.syntax("\(Self.name(of: text[position])) is not part of valid UTF-8"))
            }
            position += length
        } while position < text.count && text[position] >= 0x80
    }

    /// "expected …, found …" at the present position.
    func unexpected(_ expected: String) -> JSONFault {
        let found = position < text.count ? Self.name(of: text[position]) : "the end of the text"
        return fault(.syntax("expected \(expected), found \(found)"))
    }

    func fault(_ kind: JSONFault.Kind) -> JSONFault {
        let place = TextPosition.of(position, in: text)
        return JSONFault(kind: kind, offset: position, line: place.line, column: place.column)
    }

    private static func name(of byte: UInt8) -> String {
        switch byte {
        case .lineFeed: "a line end"
        case .tab: "a tab"
        case 0x21..<0x7F: "'\(Character(Unicode.Scalar(byte)))'"
        case .space: "a blank"
        default: "byte 0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
    }
}
