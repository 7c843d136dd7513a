/// SVG, HTML and other XML, told by their root element.
///
/// libmagic looks for `<svg` at fixed places; a byte order mark, a comment or a prefix hides it there. Comments,
/// declarations and the document type are skipped here, within 64 KiB.
enum Markup: StructuralReader {
    static func look(at bytes: ByteReader) throws(InspectionFault) -> Sighting? {
        try look(at: bytes, from: 0)
    }

    static func look(at bytes: ByteReader, from start: Int64) throws(InspectionFault) -> Sighting? {
        guard begins(try bytes.bytes(at: start, count: 256)) else { return nil }
        let all = start == 0 ? try bytes.head(ByteReader.headLimit) : try bytes.bytes(at: start, count: 4096)
        var scanner = MarkupScanner(ascii(all))
        switch scanner.root() {
        case .none: return nil
        case .cut: return bytes.isComplete ? .notMedia("text/plain") : .needsMore
        case .documentType(let name): return name == "html" ? .notMedia("text/html") : nil
        case .element(let name): return sighting(name, isXML: scanner.isXML)
        }
    }

    private static func sighting(_ name: String, isXML: Bool) -> Sighting? {
        let local = name.split(separator: ":").last.map(String.init) ?? name
        if local == "svg" { return .type("image/svg+xml") }
        if html.contains(name) { return .notMedia("text/html") }
        return .notMedia(isXML ? "text/xml" : "text/plain")
    }

    /// Whether the first character after blanks and a byte order mark opens a tag.
    private static func begins(_ bytes: ArraySlice<UInt8>) -> Bool {
        ascii(bytes).first { !MarkupScanner.isBlank($0) } == UInt8(ascii: "<")
    }

    /// The text without its byte order mark; of UTF-16 one byte a character, `?` for what is not Latin.
    private static func ascii(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
        let isLittle = bytes.starts(with: [0xFF, 0xFE])
        guard isLittle || bytes.starts(with: [0xFE, 0xFF]) else { return Array(bytes) }
        return stride(from: bytes.startIndex + 2, to: bytes.endIndex - 1, by: 2).map { index in
            let (low, high) = isLittle ? (bytes[index], bytes[index + 1]) : (bytes[index + 1], bytes[index])
            return high == 0 ? low : UInt8(ascii: "?")
        }
    }

    /// Elements that pages begin with (WHATWG MIME Sniffing 7.1).
    private static let html: Set<String> = [
        "html", "head", "body", "script", "iframe", "h1", "h2", "div", "font", "table", "a", "style", "title", "b",
        "br",
        "p", "meta", "center", "link", "base", "noscript", "form",
    ]
}

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

    private let text: [UInt8]
    private var position = 0
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
