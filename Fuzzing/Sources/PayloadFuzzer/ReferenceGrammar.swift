/// The grammar of RFC 8259 written down rule by rule, to hold the tokenizer against: recursive, slow and plain.
///
/// Takes a byte order mark in front, as section 8.1 allows.
struct ReferenceGrammar {
    private let text: [UInt8]
    private var position = 0
    private var depth = 0

    /// Nesting up to here is judged; beyond it the recursion would need too much stack.
    static let deepest = 500

    /// Thrown where a text breaks a rule.
    private struct Mismatch: Error {}
    private struct TooDeep: Error {}

    private init(_ text: [UInt8]) {
        self.text = text
    }

    /// Whether the text is a JSON text; nil where it is too deep to say.
    static func accepts(_ text: [UInt8]) -> Bool? {
        guard String(validating: text, as: UTF8.self) != nil else { return false }
        var grammar = ReferenceGrammar(text)
        do {
            try grammar.jsonText()
            return true
        } catch is TooDeep {
            return nil
        } catch {
            return false
        }
    }

    // JSON-text = ws value ws
    private mutating func jsonText() throws {
        if text.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        skipWhitespace()
        try value()
        skipWhitespace()
        if position != text.count { throw Mismatch() }
    }

    // value = false / null / true / object / array / number / string
    private mutating func value() throws {
        switch peek {
        case "{": try nested { try $0.object() }
        case "[": try nested { try $0.array() }
        case "\"": try string()
        case "f": try word("false")
        case "n": try word("null")
        case "t": try word("true")
        default: try number()
        }
    }

    private mutating func nested(_ rule: (inout Self) throws -> Void) throws {
        depth += 1
        defer { depth -= 1 }
        if depth > Self.deepest { throw TooDeep() }
        try rule(&self)
    }

    // object = begin-object [ member *( value-separator member ) ] end-object
    private mutating func object() throws {
        try word("{")
        skipWhitespace()
        if take("}") { return }
        repeat {
            skipWhitespace()
            try string()
            skipWhitespace()
            try word(":")
            skipWhitespace()
            try value()
            skipWhitespace()
        } while take(",")
        try word("}")
    }

    // array = begin-array [ value *( value-separator value ) ] end-array
    private mutating func array() throws {
        try word("[")
        skipWhitespace()
        if take("]") { return }
        repeat {
            skipWhitespace()
            try value()
            skipWhitespace()
        } while take(",")
        try word("]")
    }

    // number = [ minus ] int [ frac ] [ exp ]
    private mutating func number() throws {
        _ = take("-")
        if !take("0") { try digits() }
        if take(".") { try digits() }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            try digits()
        }
    }

    private mutating func digits() throws {
        let start = position
        while let byte = peek, ("0"..."9").contains(byte) { position += 1 }
        if position == start { throw Mismatch() }
    }

    // string = quotation-mark *char quotation-mark
    private mutating func string() throws {
        try word("\"")
        while !take("\"") {
            if take("\\") {
                try escape()
            } else {
                guard position < text.count, text[position] >= 0x20 else { throw Mismatch() }
                position += 1
            }
        }
    }

    private mutating func escape() throws {
        if take("u") {
            for _ in 0..<4 {
                guard let digit = peek, digit.properties.isASCIIHexDigit else { throw Mismatch() }
                position += 1
            }
        } else {
            guard let letter = peek, "\"\\/bfnrt".unicodeScalars.contains(letter) else { throw Mismatch() }
            position += 1
        }
    }

    // ws = *( %x20 / %x09 / %x0A / %x0D )
    private mutating func skipWhitespace() {
        while position < text.count, [0x20, 0x09, 0x0A, 0x0D].contains(text[position]) { position += 1 }
    }

    private var peek: Unicode.Scalar? {
        position < text.count ? Unicode.Scalar(text[position]) : nil
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard peek == scalar else { return false }
        position += 1
        return true
    }

    private mutating func word(_ word: String) throws {
        for scalar in word.unicodeScalars where !take(scalar) { throw Mismatch() }
    }
}
