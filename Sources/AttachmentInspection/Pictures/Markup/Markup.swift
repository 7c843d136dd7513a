/// SVG, HTML and other XML, told by their root element.
///
/// libmagic looks for `<svg` at fixed places; a byte order mark, a comment or a prefix hides it there. Comments,
/// declarations and the document type are skipped here, within 64 KiB.
enum Markup: ContainerReader {
    static let types: Set<String> = ["image/svg+xml", "image/svg"]

    static func look(at bytes: ByteReader) throws(InspectionFault) -> Sighting? {
        try look(at: bytes, from: 0)
    }

    static func look(at bytes: ByteReader, from start: Int64) throws(InspectionFault) -> Sighting? {
        guard begins(try bytes.bytes(at: start, count: 256)) else { return nil }
        let all = start == 0 ? try bytes.head(ByteReader.headLimit) : try bytes.bytes(at: start, count: 4096)
        var scanner = MarkupScanner(MarkupEncoding(all).ascii(all))
        switch scanner.root() {
        case .none: return nil
        case .cut: return bytes.isComplete ? .notMedia("text/plain") : .needsMore
        case .documentType(let name): return name == "html" ? .notMedia("text/html") : nil
        case .element(let name): return sighting(name, isXML: scanner.isXML)
        }
    }

    static func measure(_ bytes: ByteReader) throws(InspectionFault) -> Measurement {
        try SVGDocument(bytes: bytes).measurement()
    }

    private static func sighting(_ name: String, isXML: Bool) -> Sighting? {
        let local = name.split(separator: ":").last.map(String.init) ?? name
        if local == "svg" { return .type("image/svg+xml") }
        if html.contains(name) { return .notMedia("text/html") }
        return .notMedia(isXML ? "text/xml" : "text/plain")
    }

    /// Whether the first character after blanks and a byte order mark opens a tag.
    private static func begins(_ bytes: ArraySlice<UInt8>) -> Bool {
        MarkupEncoding(bytes).ascii(bytes).first { !MarkupScanner.isBlank($0) } == UInt8(ascii: "<")
    }

    /// Elements that pages begin with (WHATWG MIME Sniffing 7.1).
    private static let html: Set<String> = [
        "html", "head", "body", "script", "iframe", "h1", "h2", "div", "font", "table", "a", "style", "title", "b",
        "br",
        "p", "meta", "center", "link", "base", "noscript", "form",
    ]
}
