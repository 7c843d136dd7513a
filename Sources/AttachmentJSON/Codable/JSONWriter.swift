import AttachmentDomain

/// Writes JSON front to back into one array of bytes; nothing is kept of what was written but the open brackets.
///
/// Containers of `Codable` have no closing call, so an object or array stays open until something is written outside
/// of it. Each container knows its frame; writing through it closes all frames that were opened inside it.
final class JSONWriter {
    private(set) var bytes: [UInt8] = []
    let style: JSONText.Style

    private var frames: [Frame] = []
    private var framesOpened = 0
    /// Whether a name and its colon, a comma, or nothing at all stands at the end: a value must follow.
    private var awaitsValue = true

    /// One open object or array.
    struct Frame {
        let id: Int
        let isObject: Bool
        var isEmpty = true
        /// The name of the member that was begun last.
        var member = ""
        /// The number of elements that were begun.
        var elements = 0
    }

    /// Which frame a container writes to.
    struct Place: Hashable {
        let depth: Int
        let id: Int
    }

    init(style: JSONText.Style) {
        self.style = style
        bytes.reserveCapacity(512)
    }

    /// The members and elements that lead to the value being written, for error messages.
    var path: [any CodingKey] {
        frames.map { frame -> any CodingKey in
            if frame.isObject { NameKey(frame.member) } else { ElementKey(max(0, frame.elements - 1)) }
        }
    }

    /// How many objects and arrays are open.
    var depth: Int { frames.count }

    /// Closes everything. A value that encoded nothing is an empty object, as in other encoders.
    func finish() -> [UInt8] {
        close(to: 0)
        if style.isPretty {
            append("\n")
        }
        return bytes
    }

    /// Begins an object or array where a value is due.
    func open(object: Bool) -> Place {
        precondition(awaitsValue, "a value was encoded twice in one place")
        append(object ? "{" : "[")
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
        frames[place.depth - 1].member = name
        write(name)
        append(style.isPretty ? ": " : ":")
        awaitsValue = true
    }

    /// Writes the comma and line break before the next element of that array.
    func beginElement(in place: Place) {
        beginItem(in: place)
        frames[place.depth - 1].elements += 1
        awaitsValue = true
    }

    private func beginItem(in place: Place) {
        precondition(
            frames.count >= place.depth && frames[place.depth - 1].id == place.id,
            "a container was written to after something outside of it")
        close(to: place.depth)
        if !frames[place.depth - 1].isEmpty {
            append(",")
        }
        frames[place.depth - 1].isEmpty = false
        breakLine(indentation: place.depth)
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
            append(frame.isObject ? "}" : "]")
        }
    }

    /// Marks that a scalar takes the place where a value was due.
    func beginScalar() {
        precondition(awaitsValue, "a value was encoded twice in one place")
        awaitsValue = false
    }

    func append(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    func append(_ text: UnsafeBufferPointer<UInt8>) {
        bytes.append(contentsOf: text)
    }

    func append(contentsOf text: some Sequence<UInt8>) {
        bytes.append(contentsOf: text)
    }

    private func breakLine(indentation: Int) {
        guard style.isPretty else { return }
        append("\n")
        for _ in 0..<indentation {
            append("  ")
        }
    }
}
