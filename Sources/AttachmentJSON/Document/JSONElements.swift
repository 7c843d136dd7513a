extension JSONValue {
    /// The elements of an array in order; none when the value is no array. Each step reads over one element.
    public var elements: JSONElements { JSONElements(of: self) }
}

/// The elements of an array, read one after the other.
public struct JSONElements: Sequence, IteratorProtocol, Sendable {
    private let text: JSONStorage
    private var step: Step

    private enum Step {
        case begin(Int)
        case after(Int)
        case end
    }

    init(of value: JSONValue) {
        text = value.text
        step = value.kind == .array ? .begin(value.offset) : .end
    }

    public mutating func next() -> JSONValue? {
        let place: Int? =
            switch step {
            case .begin(let start): text.read { $0.first(inContainerAt: start) }
            case .after(let last): text.read { $0.next(after: $0.end(ofValueAt: last)) }
            case .end: nil
            }
        step = place.map(Step.after) ?? .end
        return place.map { JSONValue(text: text, offset: $0) }
    }
}
