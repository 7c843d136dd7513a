/// What an SVG document says of its size, and whether its root element is closed (SVG 1.1, 5.1.2 and 7.7 to 7.12).
struct SVGDocument {
    let bytes: ByteReader

    private static let limit = ByteReader.headLimit

    func measurement() throws(InspectionFault) -> Measurement {
        var found = Measurement()
        found.codecs = ["svg"]
        found.frames = 1
        found.isAnimated = false
        let head = try bytes.head(Self.limit)
        let encoding = MarkupEncoding(head)
        var scanner = MarkupScanner(encoding.ascii(head))
        guard case .element(let name) = scanner.root() else { return found }
        guard let root = scanner.attributes() else {
            return bytes.end > Int64(head.count) ? found : found.damaged(at: bytes.end, "ends inside its root element")
        }
        found.stored = SVGSize(root.values).size
        guard root.isClosed else { return try closing(name, encoding, found) }
        let end = encoding.offset(of: scanner.position)
        return found.whole(end: scanner.skipsToEnd() ? bytes.end : end)
    }

    /// Whether the last closing tag is the root's, with nothing but comments and blanks behind it: a parser refuses
    /// everything else there, and a cut leaves it.
    private func closing(
        _ name: String, _ encoding: MarkupEncoding, _ found: Measurement
    ) throws(InspectionFault) -> Measurement {
        // A character of UTF-16 begins at an even place.
        let start = max(0, bytes.end - Int64(Self.limit)) & ~1
        let text = encoding.ascii(try bytes.bytes(at: start, count: Self.limit + 1), isStart: start == 0)
        return MarkupScanner(text).ends(closing: name)
            ? found.whole(end: bytes.end) : found.damaged(at: bytes.end, "ends before its root element is closed")
    }
}

/// The size of a picture from the attributes of its root element.
struct SVGSize {
    let size: PixelSize?

    /// From the lengths; where one is missing or relative, from the view box, whose shape the picture has.
    init(_ attributes: [(name: String, value: String)]) {
        func value(_ name: String) -> String? { attributes.first { $0.name == name }?.value }
        let width = value("width").flatMap(Self.pixels)
        let height = value("height").flatMap(Self.pixels)
        let box = value("viewbox").flatMap(Self.box)
        size =
            switch (width, height, box) {
            case (let width?, let height?, _): Self.size(width, height)
            case (let width?, nil, let box?): Self.size(width, width * box.height / box.width)
            case (nil, let height?, let box?): Self.size(height * box.width / box.height, height)
            case (nil, nil, let box?): Self.size(box.width, box.height)
            default: nil
            }
    }

    private static func size(_ width: Double, _ height: Double) -> PixelSize? {
        func whole(_ length: Double) -> Int? {
            guard length >= 0, length < Double(UInt32.max) else { return nil }
            return length > 0 && length < 1 ? 1 : Int(length.rounded())
        }
        guard let width = whole(width), let height = whole(height) else { return nil }
        return PixelSize(width: width, height: height)
    }

    /// CSS Values 4, 6.2: 96 pixels an inch; of the relative units those of the usual letter of 16 pixels.
    private static func pixels(_ text: String) -> Double? {
        guard let (number, unit) = number(text[...]) else { return nil }
        let factor: Double? =
            switch unit {
            case "", "px": 1
            case "pt": 96 / 72
            case "pc", "em", "rem": 16
            case "ex": 8
            case "mm": 96 / 25.4
            case "cm": 96 / 2.54
            case "in": 96
            default: nil
            }
        return factor.map { number * $0 }
    }

    /// The last two of four numbers, which must be positive.
    private static func box(_ text: String) -> (width: Double, height: Double)? {
        let parts = text.split { $0 == "," || $0.isWhitespace }
        guard parts.count == 4, let width = number(parts[2]), let height = number(parts[3]), width.value > 0,
            height.value > 0
        else { return nil }
        return (width.value, height.value)
    }

    /// A number and what follows it, without blanks.
    private static func number(_ text: Substring) -> (value: Double, unit: String)? {
        let text = text.drop(while: \.isWhitespace)
        var digits = text.prefix { "+-.0123456789".contains($0) }
        let rest = text[digits.endIndex...]
        let power = rest.dropFirst().prefix { "+-0123456789".contains($0) }
        if rest.first == "e" || rest.first == "E", !power.isEmpty { digits = text[..<power.endIndex] }
        guard let value = Double(digits), value.isFinite else { return nil }
        let unit = text[digits.endIndex...].prefix { !$0.isWhitespace }
        return (value, unit.lowercased())
    }
}
