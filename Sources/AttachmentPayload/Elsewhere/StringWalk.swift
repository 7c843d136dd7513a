import AttachmentJSON

/// The strings of a document: arrays in order, objects by name, of repeated members the last. Iterative: depth costs no
/// stack.
struct StringWalk {
    private var open: [Container] = []
    private var root: JSONValue?

    /// An object or array whose children are being gone through.
    private struct Container {
        var members: JSONSortedMembers.Iterator
        var elements: JSONElements
        /// The member that was reached; nil in an array.
        var member: JSONMember?
        /// The element that was reached, from 0.
        var index = -1

        init(_ value: JSONValue) {
            members = value.sortedMembers.makeIterator()
            elements = value.elements
        }

        mutating func next() -> JSONValue? {
            member = members.next()
            if let member { return member.value }
            index += 1
            return elements.next()
        }

        var token: String { member?.name ?? String(index) }
    }

    init(_ root: JSONValue) {
        self.root = root
    }

    /// Where the string stands that came last.
    var place: JSONPointer { JSONPointer(tokens: open.map(\.token)) }

    mutating func next() -> JSONValue? {
        if let root {
            self.root = nil
            if root.kind == .string { return root }
            open.append(Container(root))
        }
        while !open.isEmpty {
            guard let value = open[open.count - 1].next() else {
                open.removeLast()
                continue
            }
            switch value.kind {
            case .string: return value
            case .array, .object: open.append(Container(value))
            case .null, .bool, .number: continue
            }
        }
        return nil
    }
}

/// What a string might be, by its first character.
enum StringLook {
    /// It begins like a URL.
    case url
    /// It begins like JSON text with members.
    case text
    case other

    init(_ value: JSONValue) {
        let text = value.sourceBytes.dropFirst().drop { $0 == 0x20 }
        switch text.first {
        case UInt8(ascii: "h"), UInt8(ascii: "H"): self = .url
        case UInt8(ascii: "{"), UInt8(ascii: "["): self = .text
        // Whatever the escape stands for: one look more at a few strings.
        case UInt8(ascii: "\\"): self = value.string?.utf8.first.map(Self.init(decoded:)) ?? .other
        default: self = .other
        }
    }

    private init(decoded first: UInt8) {
        switch first {
        case UInt8(ascii: "h"), UInt8(ascii: "H"), 0x09, 0x0A, 0x0D: self = .url
        case UInt8(ascii: "{"), UInt8(ascii: "["): self = .text
        default: self = .other
        }
    }
}
