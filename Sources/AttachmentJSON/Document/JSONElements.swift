extension JSONValue {
    /// The elements of an array in order; none when the value is no array. Each step reads over one element.
    public var elements: JSONElements { JSONElements(of: self) }
}

/// The elements of an array, read one after the other.
public struct JSONElements: Sequence, IteratorProtocol, Sendable {
    private var walk: ContainerWalk

    init(of value: JSONValue) {
        walk = ContainerWalk(of: value, .array)
    }

    public mutating func next() -> JSONValue? {
        walk.next { place, _ in place }.map { JSONValue(text: walk.text, offset: $0.value) }
    }
}
