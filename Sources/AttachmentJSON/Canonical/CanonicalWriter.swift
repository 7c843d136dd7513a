/// The work of ``CanonicalJSON``: goes through a text value by value, through objects in the order of their names.
struct CanonicalWriter {
    private let text: ValidText
    private var output: CanonicalOutput
    private var open: [Open] = []
    /// The places of the member names of all open objects, each object's sorted.
    private var order: [UInt32] = []

    /// A container that has been begun.
    private enum Open {
        case array
        /// `next` and the places up to the end of `order` are still to be written; `first` is where its places begin.
        case object(first: Int, next: Int, end: Int)
    }

    init(text: ValidText, output: CanonicalOutput) {
        self.text = text
        self.output = output
    }

    mutating func write(from start: Int, leavingOut name: String?) {
        var place: Int? = begin(at: start, leavingOut: name)
        while let value = place { place = begin(at: value, leavingOut: nil) }
        output.flush()
    }

    /// Writes the value at `start`, of a container only its beginning, and closes what ends after it; returns the next
    /// value to write.
    private mutating func begin(at start: Int, leavingOut name: String?) -> Int? {
        switch text.bytes[start] {
        case .openBrace: return beginObject(at: start, leavingOut: name)
        case .openBracket: return beginArray(at: start)
        case .quote: return after(valueEndingAt: string(at: start))
        default:
            let end = text.end(ofWordAt: start)
            output.append(UnsafeBufferPointer(rebasing: text.bytes[start..<end]))
            return after(valueEndingAt: end)
        }
    }

    private mutating func beginArray(at start: Int) -> Int? {
        output.append(.openBracket)
        if let first = text.first(inContainerAt: start) {
            open.append(.array)
            return first
        }
        output.append(.closeBracket)
        return after(valueEndingAt: text.afterBlanks(start + 1) + 1)
    }

    private mutating func beginObject(at start: Int, leavingOut name: String?) -> Int? {
        output.append(.openBrace)
        let first = order.count
        let end = text.forEachMember(ofObjectAt: start) { [text] member, _ in
            if let name, text.string(at: member, equals: name.utf8) { return }
            order.append(UInt32(member))
        }
        MemberOrder.sort(&order, from: first, text: text)
        open.append(.object(first: first, next: first, end: end))
        return after(valueEndingAt: end)
    }

    /// What comes after a value that ends at `end`: closes all that ends with it.
    private mutating func after(valueEndingAt end: Int) -> Int? {
        var end = end
        while let container = open.last {
            switch container {
            case .array:
                if let next = text.next(after: end) {
                    output.append(.comma)
                    return next
                }
                output.append(.closeBracket)
                end = text.afterBlanks(end) + 1
            case .object(let first, let next, let objectEnd):
                if next < order.count { return member(of: container) }
                output.append(.closeBrace)
                order.removeLast(next - first)
                end = objectEnd
            }
            open.removeLast()
        }
        return nil
    }

    /// Begins the next member of the innermost object and returns where its value stands.
    private mutating func member(of container: Open) -> Int? {
        guard case .object(let first, let next, let end) = container else { return nil }
        if next > first { output.append(.comma) }
        open[open.count - 1] = .object(first: first, next: next + 1, end: end)
        return name(at: Int(order[next]))
    }

    /// Writes a member name with its colon and returns where its value stands.
    private mutating func name(at start: Int) -> Int {
        let colon = text.afterBlanks(string(at: start))
        output.append(.colon)
        return text.afterBlanks(colon + 1)
    }

    /// Writes a string and returns the position after it.
    private mutating func string(at start: Int) -> Int {
        let end = text.end(ofStringAt: start)
        let whole = UnsafeBufferPointer(rebasing: text.bytes[start..<end])
        if whole.contains(.backslash) {
            escapedString(at: start)
        } else {
            output.append(whole)
        }
        return end
    }

    private mutating func escapedString(at start: Int) {
        output.append(.quote)
        var reader = StringReader(text.bytes, at: start)
        while let byte = reader.next() { escaped(byte) }
        output.append(.quote)
    }

    private mutating func escaped(_ byte: UInt8) {
        switch byte {
        case .quote, .backslash: escape(byte)
        case 0x08: escape(UInt8(ascii: "b"))
        case 0x0C: escape(UInt8(ascii: "f"))
        case .lineFeed: escape(UInt8(ascii: "n"))
        case .carriageReturn: escape(UInt8(ascii: "r"))
        case .tab: escape(UInt8(ascii: "t"))
        case 0..<UInt8.space:
            escape(.letterU)
            output.append(.zero)
            output.append(.zero)
            output.append(.zero + byte >> 4)
            output.append(Self.hexDigit(byte & 15))
        default: output.append(byte)
        }
    }

    private mutating func escape(_ letter: UInt8) {
        output.append(.backslash)
        output.append(letter)
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? .zero + value : UInt8(ascii: "a") + value - 10
    }
}
