import AttachmentJSON

/// A value that was come by, and the way to it.
final class Place: Sendable {
    let value: JSONValue
    /// The way through the payload, and on through the JSON text that stands there. Text inside of such text continues
    /// the way through the outer one.
    let field: FieldPlace
    /// Tells apart the texts of one payload: 0 for its own.
    let text: Int
    /// How many steps of a path lead here.
    let depth: Int
    private let parent: Place?

    /// A payload as a whole.
    init(root: JSONValue) {
        value = root
        field = FieldPlace(jsonPointer: "")
        text = 0
        depth = 0
        parent = nil
    }

    private init(_ value: JSONValue, _ field: FieldPlace, text: Int, parent: Place) {
        self.value = value
        self.field = field
        self.text = text
        self.parent = parent
        depth = parent.depth + 1
    }

    /// The place of a member or element of this value.
    func child(_ token: String, _ value: JSONValue) -> Place {
        Place(value, field.appending(token), text: text, parent: self)
    }

    /// The root of the JSON text that stands here.
    func inside(_ root: JSONValue, text: Int) -> Place {
        let field = FieldPlace(jsonPointer: field.jsonPointer, innerPointer: field.innerPointer ?? "")
        return Place(root, field, text: text, parent: self)
    }

    /// This very place, one step further: what a step into text leads to where the value stands there itself.
    func staying() -> Place {
        Place(value, field, text: text, parent: self)
    }

    /// The place on the way here to which so many steps lead.
    func ancestor(atDepth depth: Int) -> Place {
        var place = self
        while place.depth > depth, let parent = place.parent { place = parent }
        return place
    }
}

extension FieldPlace {
    fileprivate func appending(_ token: String) -> FieldPlace {
        var field = self
        if field.innerPointer != nil {
            field.innerPointer?.append("/")
            field.innerPointer?.append(JSONPointer.escaped(token))
        } else {
            field.jsonPointer.append("/")
            field.jsonPointer.append(JSONPointer.escaped(token))
        }
        return field
    }
}
