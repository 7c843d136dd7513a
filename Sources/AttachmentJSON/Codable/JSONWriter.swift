import AttachmentDomain

/// Writes JSON front to back; nothing is kept of what was written but the open brackets, and the bytes until they are
/// handed on.
///
/// Containers of `Codable` have no closing call, so an object or array stays open until something is written outside
/// of it. Each container knows its frame; writing through it closes all frames that were opened inside it.
final class JSONWriter {
    // Unchecked: no method calls out while it changes one of these, and the checks took a fifth of the time.
    @exclusivity(unchecked) private var bytes = ByteBuffer(capacity: 512)
    @exclusivity(unchecked) private var frames: [Frame] = []
    @exclusivity(unchecked) private var framesOpened = 0
    /// Whether a name and its colon, a comma, or nothing at all stands at the end: a value must follow.
    @exclusivity(unchecked) private var awaitsValue = true
    let style: JSONText.Style
    /// Takes pieces of the text as they are full; without it the text stays whole.
    private let handOn: ((UnsafeBufferPointer<UInt8>) -> Void)?
    @exclusivity(unchecked) private var bytesHandedOn = 0
    /// Of the frames that were open at the last handing on: the names that they had begun.
    private var namesHandedOn: [String] = []

    /// One open object or array.
    struct Frame {
        let id: Int
        let isObject: Bool
        var isEmpty = true
        /// Where the name of the member that was begun last stands in the whole text, or how many elements were begun.
        var position = 0
    }

    /// Which frame a container writes to.
    struct Place: Hashable {
        let depth: Int
        let id: Int
    }

    init(style: JSONText.Style, handingOn handOn: ((UnsafeBufferPointer<UInt8>) -> Void)? = nil) {
        self.style = style
        self.handOn = handOn
        if style.isPretty { indent(style.nesting) }
    }

    /// The members and elements that lead to the value being written, for error messages.
    var path: [any CodingKey] {
        frames.indices.map { index -> any CodingKey in
            frames[index].isObject ? NameKey(name(in: index)) : ElementKey(max(0, frames[index].position - 1))
        }
    }

    /// How many objects and arrays are open.
    var depth: Int { frames.count }

    /// Closes everything. A value that encoded nothing is an empty object, as in other encoders.
    func finish() -> [UInt8] {
        close(to: 0)
        if style.isPretty, style.nesting == 0 {
            append("\n")
        }
        return bytes.withBytes(Array.init)
    }

    /// Begins an object or array where a value is due.
    func open(object: Bool) -> Place {
        precondition(awaitsValue, "a value was encoded twice in one place")
        append(byte: object ? UInt8(ascii: "{") : UInt8(ascii: "["))
        awaitsValue = false
        framesOpened += 1
        frames.append(Frame(id: framesOpened, isObject: object))
        return Place(depth: frames.count, id: framesOpened)
    }

    /// The frame that a value at this depth has already opened, when it asks for its container once more.
    func openFrame(at depth: Int, object: Bool) -> Place? {
        guard frames.count > depth else { return nil }
        let frame = frames[depth]
        precondition(frame.isObject == object, "one value asked for an object and for an array")
        return Place(depth: depth + 1, id: frame.id)
    }

    /// Writes the comma, line break and name of the next member of that object.
    func beginMember(_ name: String, in place: Place) {
        beginItem(in: place)
        frames[place.depth - 1].position = bytesHandedOn + bytes.count
        write(name, endingIn: style.isPretty ? "\": " : "\":")
        awaitsValue = true
    }

    /// Writes the comma and line break before the next element of that array.
    func beginElement(in place: Place) {
        beginItem(in: place)
        frames[place.depth - 1].position += 1
        awaitsValue = true
    }

    private func beginItem(in place: Place) {
        precondition(
            frames.count >= place.depth && frames[place.depth - 1].id == place.id,
            "a container was written to after something outside of it")
        if awaitsValue || frames.count > place.depth { close(to: place.depth) }
        if bytes.count >= Self.pieceBytes { handOnPiece() }
        if frames[place.depth - 1].isEmpty {
            frames[place.depth - 1].isEmpty = false
        } else {
            append(byte: .comma)
        }
        breakLine(indentation: place.depth)
    }

    /// The name of the member that a frame has begun, still with its escapes.
    private func name(in frame: Int) -> String {
        let start = frames[frame].position + 1 - bytesHandedOn
        guard start > 0 else { return frame < namesHandedOn.count ? namesHandedOn[frame] : "" }
        return bytes.withBytes { String(decoding: $0[start...].prefix { $0 != .quote }, as: UTF8.self) }
    }

    /// Closes the frames beyond the first `depth`.
    func close(to depth: Int) {
        if awaitsValue {
            append("{}")
            awaitsValue = false
        }
        while frames.count > depth, let frame = frames.popLast() {
            if !frame.isEmpty {
                breakLine(indentation: frames.count)
            }
            append(byte: frame.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
        }
    }

    /// Marks that a scalar takes the place where a value was due.
    func beginScalar() {
        precondition(awaitsValue, "a value was encoded twice in one place")
        awaitsValue = false
    }

    func append(byte: UInt8) {
        bytes.append(byte)
    }

    func append(_ text: StaticString) {
        bytes.append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    func append(_ text: UnsafeBufferPointer<UInt8>) {
        if bytes.count >= Self.pieceBytes { handOnPiece() }
        guard text.count >= Self.pieceBytes, let handOn else { return bytes.append(text) }
        handOnPiece()
        handOn(text)
        bytesHandedOn += text.count
    }

    func append(contentsOf text: some Sequence<UInt8>) {
        for byte in text { bytes.append(byte) }
    }

    private func breakLine(indentation: Int) {
        guard style.isPretty else { return }
        let levels = style.nesting + indentation
        guard levels <= Self.deepestBlanks else {
            append("\n")
            return indent(levels)
        }
        append(UnsafeBufferPointer(start: Self.lineBreak.utf8Start, count: 1 + 2 * levels))
    }

    private func indent(_ levels: Int) {
        for _ in 0..<levels {
            append("  ")
        }
    }

    /// A line break and the blanks of the levels that occur: one piece to append.
    private static let lineBreak: StaticString = "\n                "
    private static let deepestBlanks = 8

    // MARK: Handing on

    private static let pieceBytes = 65536

    private func handOnPiece() {
        guard let handOn else { return }
        namesHandedOn = frames.indices.map { frames[$0].isObject ? name(in: $0) : "" }
        bytes.withBytes(handOn)
        bytesHandedOn += bytes.count
        bytes.removeAll()
    }
}
