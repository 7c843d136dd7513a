/// Finds the root element of a text.
struct MarkupScanner {
    enum Root: Hashable {
        case element(String)
        /// A document type; its name in lower case.
        case documentType(String)
        /// The text ends before its root element begins.
        case cut
        /// No markup.
        case none
    }

    /// Closing tags at the end that are looked at.
    private static let lastTags = 16

    private let text: [UInt8]
    private(set) var position = 0
    /// Whether an XML declaration or a namespace was met.
    private(set) var isXML = false

    init(_ text: [UInt8]) {
        self.text = text
    }

    /// The first element that is no comment, declaration or foreign document type. Names in lower case.
    mutating func root() -> Root {
        while true {
            skipBlanks()
            guard position < text.count else { return .cut }
            guard text[position] == UInt8(ascii: "<") else { return .none }
            let end: Int?
            if starts("<!--") {
                end = find("-->", from: position + 4)
            } else if starts("<?") {
                isXML = isXML || starts("<?xml")
                end = find("?>", from: position + 2)
            } else if starts("<!doctype") {
                position += 9
                skipBlanks()
                let name = name()
                if name == "html" { return .documentType(name) }
                end = endOfDocumentType()
            } else {
                return element()
            }
            guard let end else { return .cut }
            position = end
        }
    }

    /// The attributes of the element that ``root()`` has found, and whether its tag closes it; nil where the text ends
    /// within the tag.
    mutating func attributes() -> (values: [(name: String, value: String)], isClosed: Bool)? {
        var values: [(name: String, value: String)] = []
        while true {
            skipBlanks()
            guard position < text.count else { return nil }
            let isClosed = text[position] == UInt8(ascii: "/")
            if isClosed || text[position] == UInt8(ascii: ">") {
                guard let end = find(">", from: position) else { return nil }
                position = end
                return (values, isClosed)
            }
            let name = name()
            // What is no name is passed over byte by byte.
            if name.isEmpty, text[position] != UInt8(ascii: "=") { position += 1 }
            guard let value = value() else { return nil }
            values.append((name, value))
        }
    }

    /// The value in quotes behind the sign that follows a name, or nothing for what is no attribute; nil where the text
    /// ends before its end.
    private mutating func value() -> String? {
        skipBlanks()
        guard position < text.count else { return nil }
        guard text[position] == UInt8(ascii: "=") else { return "" }
        position += 1
        skipBlanks()
        guard position < text.count else { return nil }
        let quote = text[position]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return "" }
        guard let end = text[(position + 1)...].firstIndex(of: quote) else { return nil }
        defer { position = end + 1 }
        return String(decoding: text[(position + 1)..<end], as: UTF8.self)
    }

    /// Whether the text ends with the closing tag of that element, comments and instructions behind it apart.
    func ends(closing name: String) -> Bool {
        var scanner = self
        // A comment at the end may hold closing tags too.
        let tags = text.indices.reversed().lazy.filter { closes(name, at: $0) }.prefix(Self.lastTags)
        return tags.contains { tag in
            guard let end = find(">", from: tag) else { return false }
            scanner.position = end
            return scanner.skipsToEnd()
        }
    }

    private func closes(_ name: String, at index: Int) -> Bool {
        guard text[index] == UInt8(ascii: "<"), index + 2 < text.count, text[index + 1] == UInt8(ascii: "/") else {
            return false
        }
        var scanner = self
        scanner.position = index + 2
        return scanner.name() == name
    }

    /// Whether nothing but blanks, comments and instructions is left. Zeroes fill up blocks.
    mutating func skipsToEnd() -> Bool {
        while true {
            while position < text.count, Self.isBlank(text[position]) || text[position] == 0 { position += 1 }
            if position == text.count { return true }
            let end =
                starts("<!--")
                ? find("-->", from: position + 4) : starts("<?") ? find("?>", from: position + 2) : nil
            guard let end else { return false }
            position = end
        }
    }

    static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || 0x09...0x0D ~= byte
    }

    private mutating func element() -> Root {
        position += 1
        let name = name()
        if position == text.count { return .cut }
        guard !name.isEmpty,
            Self.isBlank(text[position]) || [UInt8(ascii: ">"), UInt8(ascii: "/")].contains(text[position])
        else { return .none }
        isXML = isXML || find("xmlns", from: position, limit: 512) != nil
        return .element(name)
    }

    private mutating func name() -> String {
        let start = position
        while position < text.count, Self.isNameByte(text[position]) { position += 1 }
        return String(decoding: text[start..<position], as: UTF8.self).lowercased()
    }

    private mutating func skipBlanks() {
        while position < text.count, Self.isBlank(text[position]) { position += 1 }
    }

    /// An internal subset in brackets may hold `>`.
    private func endOfDocumentType() -> Int? {
        var depth = 0
        for index in position..<text.count {
            switch text[index] {
            case UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: ">") where depth <= 0: return index + 1
            default: break
            }
        }
        return nil
    }

    /// Whether the text goes on so, without regard to case.
    private func starts(_ wanted: StaticString) -> Bool {
        matches(wanted, at: position)
    }

    private func matches(_ wanted: StaticString, at index: Int) -> Bool {
        let wanted = UnsafeBufferPointer(start: wanted.utf8Start, count: wanted.utf8CodeUnitCount)
        guard index + wanted.count <= text.count else { return false }
        return zip(text[index...], wanted).allSatisfy { $0 == $1 || (Self.isCapital($0) && $0 | 0x20 == $1) }
    }

    private static func isCapital(_ byte: UInt8) -> Bool {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
    }

    /// The place after the first occurrence.
    private func find(_ wanted: StaticString, from start: Int, limit: Int = .max) -> Int? {
        guard start < text.count else { return nil }
        let end = limit < text.count - start ? start + limit : text.count
        for index in start..<end where text[index] == wanted.utf8Start.pointee && matches(wanted, at: index) {
            return index + wanted.utf8CodeUnitCount
        }
        return nil
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }
}
