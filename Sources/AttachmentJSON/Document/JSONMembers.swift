extension JSONValue {
    /// The members of an object in the order of the text, duplicates included; none when the value is no object. Each
    /// step reads over one member.
    public var members: JSONMembers { JSONMembers(of: self) }

    /// The member of that name, compared code point by code point; of duplicates the last counts. Nil when the value is
    /// no object. Reads the whole object: to look for many names use ``members(named:)``.
    public subscript(name: String) -> JSONValue? {
        guard kind == .object else { return nil }
        let place = text.read { text in
            var found: Int?
            text.forEachMember(ofObjectAt: offset) { member, value in
                if text.string(at: member, equals: name.utf8) { found = value }
            }
            return found
        }
        return place.map { JSONValue(text: text, offset: $0) }
    }
}

/// A member of an object.
public struct JSONMember: Sendable {
    /// Where the opening quote of the name stands, in bytes from the start of the text.
    public let nameOffset: Int
    public let value: JSONValue

    /// The name with its escapes resolved.
    public var name: String {
        value.text.read { $0.string(at: nameOffset) }
    }

    /// Whether the name has exactly these code points; nothing is copied.
    public func isNamed(_ other: String) -> Bool {
        value.text.read { $0.string(at: nameOffset, equals: other.utf8) }
    }
}

/// The members of an object, read one after the other.
public struct JSONMembers: Sequence, IteratorProtocol, Sendable {
    private var walk: ContainerWalk

    init(of value: JSONValue) {
        walk = ContainerWalk(of: value, .object)
    }

    public mutating func next() -> JSONMember? {
        walk.next { name, text in text.value(ofMemberAt: name) }.map {
            JSONMember(nameOffset: $0.place, value: JSONValue(text: walk.text, offset: $0.value))
        }
    }
}
