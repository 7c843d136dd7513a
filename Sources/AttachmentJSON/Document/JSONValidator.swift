/// Reads a text once from end to end and proves that it is JSON by RFC 8259; finds the containers worth listing.
///
/// Iterative: what is open stands in an array, so depth costs 12 bytes a level and no stack.
struct JSONValidator {
    let text: UnsafeBufferPointer<UInt8>
    private let maxDepth: Int
    /// Where reading stands.
    var position = 0
    private var open: [Open] = []
    private(set) var listed: [SkipIndex.Entry] = []

    private struct Open {
        var start: UInt32
        /// Bytes inside that need not be read to step over it.
        var spared: UInt32
        var isObject: Bool
    }

    init(_ text: UnsafeBufferPointer<UInt8>, maxDepth: Int) {
        self.text = text
        self.maxDepth = maxDepth
    }

    /// Validates the whole text and returns where its root value stands.
    mutating func validate() throws(JSONFault) -> Int {
        if let name = ForeignText.name(of: text) { throw fault(.foreign(name)) }
        skipByteOrderMark()
        skipBlanks()
        guard position < text.count else { throw fault(.empty) }
        let root = position
        try values()
        skipBlanks()
        guard position == text.count else { throw unexpected("the end of the text after the value") }
        return root
    }

    /// Reads one value and all that it holds.
    private mutating func values() throws(JSONFault) {
        repeat {
            if try value() { continue }
            try afterValue()
        } while !open.isEmpty
    }

    /// Reads the value that begins here, of a container only its beginning; true when that leads to another value.
    private mutating func value() throws(JSONFault) -> Bool {
        guard position < text.count else { throw unexpected("a value") }
        switch text[position] {
        case .quote:
            position += 1
            try string()
        case .openBrace: return try beginContainer(isObject: true)
        case .openBracket: return try beginContainer(isObject: false)
        case .minus, .zero...UInt8.nine: try number()
        case UInt8(ascii: "t"): try literal("true")
        case UInt8(ascii: "f"): try literal("false")
        case UInt8(ascii: "n"): try literal("null")
        default: throw unexpected("a value")
        }
        return false
    }

    /// Closes what ends here; comes back with the position at the next value, or with nothing left open.
    private mutating func afterValue() throws(JSONFault) {
        while let container = open.last {
            skipBlanks()
            guard position < text.count else { throw unexpectedAfterValue(in: container) }
            switch text[position] {
            case .comma:
                position += 1
                skipBlanks()
                if container.isObject { try name() }
                return
            case .closeBrace where container.isObject, .closeBracket where !container.isObject:
                close()
            default: throw unexpectedAfterValue(in: container)
            }
        }
    }

    private mutating func beginContainer(isObject: Bool) throws(JSONFault) -> Bool {
        guard open.count < maxDepth else { throw fault(.tooDeep(limit: maxDepth)) }
        open.append(Open(start: UInt32(position), spared: 0, isObject: isObject))
        position += 1
        skipBlanks()
        if position < text.count, text[position] == (isObject ? .closeBrace : .closeBracket) {
            close()
            return false
        }
        if isObject { try name(orElse: " or '}'") }
        return true
    }

    private mutating func close() {
        position += 1
        let container = open.removeLast()
        let span = position - Int(container.start)
        var spared = Int(container.spared)
        if span - spared >= SkipIndex.costWorthListing {
            listed.append(SkipIndex.Entry(start: container.start, end: UInt32(position)))
            spared = span - SkipIndex.costOfListed
        }
        if !open.isEmpty { open[open.count - 1].spared += UInt32(spared) }
    }

    private mutating func name(orElse other: String = "") throws(JSONFault) {
        guard position < text.count, text[position] == .quote else {
            throw unexpected("a member name in quotes" + other)
        }
        position += 1
        try string()
        skipBlanks()
        guard position < text.count, text[position] == .colon else { throw unexpected("':' after the member name") }
        position += 1
        skipBlanks()
    }

    private mutating func literal(_ word: StaticString) throws(JSONFault) {
        for index in 0..<word.utf8CodeUnitCount {
            guard position + index < text.count, text[position + index] == word.utf8Start[index] else {
                throw fault(.syntax("expected a value, perhaps \(word) is meant"))
            }
        }
        position += word.utf8CodeUnitCount
    }

    /// RFC 8259 section 8.1 lets a reader ignore a byte order mark.
    private mutating func skipByteOrderMark() {
        if text.count >= 3, text[0] == 0xEF, text[1] == 0xBB, text[2] == 0xBF { position = 3 }
    }

    @inline(__always)
    private mutating func skipBlanks() {
        while position < text.count, text[position].isBlank { position += 1 }
    }

    private func unexpectedAfterValue(in container: Open) -> JSONFault {
        unexpected(container.isObject ? "',' or '}' after the member" : "',' or ']' after the element")
    }
}
