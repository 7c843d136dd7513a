public import AttachmentJSON

/// A place, or many places, in payloads: a JSON pointer with wildcards.
///
/// Written `/_wp/attachments/N/url`: `N` stands for each element of an array, `*` for each member of an object (sorted
/// by code point, as maps have no order on a device), `→` for a member that holds JSON text, into which the rest of the
/// path leads (where the member holds the object itself, that is taken too). Names hold no `/` and no `→`, and `~` stands
/// for itself.
public struct PayloadPath: Hashable, Sendable {
    let steps: [Step]

    enum Step: Hashable, Sendable {
        /// A member of an object, or an element by its index.
        case name(String)
        /// Every member of an object.
        case everyMember
        /// Every element of an array.
        case everyElement
        /// Every member or element.
        case everyChild
        /// Into the JSON text that a string holds.
        case inside
    }

    /// The place of a pointer, in which `*` stands for any member or element: what `payload.mediaPointers` holds.
    public init(pointer: JSONPointer) {
        steps = pointer.tokens.map { $0 == "*" ? .everyChild : .name($0) }
    }

    /// The names that are looked up on the way.
    var names: [String] {
        steps.compactMap { if case .name(let name) = $0 { name } else { nil } }
    }

    /// The path for people: `_wp.attachments.*.url`.
    var dotted: String {
        let words = steps.compactMap { step -> String? in
            switch step {
            case .name(let name): name
            case .everyMember, .everyElement, .everyChild: "*"
            case .inside: nil
            }
        }
        return words.joined(separator: ".")
    }

    /// How many first steps the two have in common.
    func sharedSteps(with other: PayloadPath) -> Int {
        let limit = min(steps.count, other.steps.count)
        return (0..<limit).first { steps[$0] != other.steps[$0] } ?? limit
    }

    /// How many steps lead to the first value of which there may be several; all of them when there is one alone.
    var stepsToFirstWildcard: Int {
        let place = steps.firstIndex { $0 == .everyMember || $0 == .everyElement || $0 == .everyChild }
        return place.map { $0 + 1 } ?? steps.count
    }
}

extension PayloadPath: ExpressibleByStringLiteral {
    /// A path of the table. Stops the program when it is misspelt: the table is tested as a whole.
    ///
    /// Read here and not by `JSONPointer`, since every start of the program reads some three hundred of them.
    public init(stringLiteral text: String) {
        var steps: [Step] = []
        var rest = text.utf8[...]
        while let first = rest.first {
            if first == UInt8(ascii: "/") {
                let name = Self.name(in: rest.dropFirst())
                steps.append(Self.step(name))
                rest = rest[name.endIndex...]
            } else {
                precondition(rest.starts(with: Self.arrow), "no payload path: \(text)")
                steps.append(.inside)
                rest = rest.dropFirst(Self.arrow.count)
            }
        }
        self.steps = steps
    }

    /// The arrow that leads into text.
    private static let arrow = Array("→".utf8)

    private static func name(in text: Substring.UTF8View) -> Substring.UTF8View {
        let end = text.indices.first { text[$0] == UInt8(ascii: "/") || text[$0...].starts(with: arrow) }
        return text[..<(end ?? text.endIndex)]
    }

    private static func step(_ name: Substring.UTF8View) -> Step {
        switch (name.count, name.first) {
        case (1, UInt8(ascii: "N")): .everyElement
        case (1, UInt8(ascii: "*")): .everyMember
        default: .name(String(Substring(name)))
        }
    }
}
