extension JSONValue {
    /// The members of an object sorted by code point, of duplicates the last; none when the value is no object.
    ///
    /// Sorts at once, in four bytes a member; names and values are read as they are asked for.
    public var sortedMembers: JSONSortedMembers { JSONSortedMembers(of: self) }
}

/// The members of an object in the order of their names.
public struct JSONSortedMembers: RandomAccessCollection, Sendable {
    private let text: JSONStorage
    private let places: [UInt32]

    init(of value: JSONValue) {
        text = value.text
        guard value.kind == .object else {
            places = []
            return
        }
        places = value.text.read { text in
            var places: [UInt32] = []
            text.forEachMember(ofObjectAt: value.offset) { member, _ in places.append(UInt32(member)) }
            MemberOrder.sort(&places, from: 0, text: text)
            return places
        }
    }

    public var startIndex: Int { 0 }

    public var endIndex: Int { places.count }

    public subscript(index: Int) -> JSONMember {
        let name = Int(places[index])
        let value = text.read { $0.value(ofMemberAt: name) }
        return JSONMember(nameOffset: name, value: JSONValue(text: text, offset: value))
    }
}
