/// Goes through an object or array: to the name of each member, or to each element.
struct ContainerWalk {
    let text: JSONStorage
    private var step: Step

    private enum Step {
        case begin(Int)
        /// Behind the value that begins there.
        case after(Int)
        case end
    }

    /// Nothing to go through where the value is of another kind.
    init(of value: JSONValue, _ kind: JSONValue.Kind) {
        text = value.text
        step = value.kind == kind ? .begin(value.offset) : .end
    }

    /// Where the next member name or element stands, and its value, which `value` finds from there.
    mutating func next(value: (_ place: Int, ValidText) -> Int) -> (place: Int, value: Int)? {
        let found: (place: Int, value: Int)? = text.read { text in
            let place: Int? =
                switch step {
                case .begin(let start): text.first(inContainerAt: start)
                case .after(let last): text.next(after: text.end(ofValueAt: last))
                case .end: nil
                }
            return place.map { ($0, value($0, text)) }
        }
        step = found.map { .after($0.value) } ?? .end
        return found
    }
}
