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
