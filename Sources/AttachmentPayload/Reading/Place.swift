import AttachmentJSON

/// A value that was come by, and the way to it.
struct Place {
    let value: JSONValue
    /// The way through the payload.
    let pointer: JSONPointer
    /// The way through the JSON text that stands there; nil outside of such text.
    let inner: JSONPointer?

    /// The place of a member or element of this value.
    func child(_ token: String, _ value: JSONValue) -> Place {
        if let inner { return Place(value: value, pointer: pointer, inner: inner.appending(token)) }
        return Place(value: value, pointer: pointer.appending(token), inner: nil)
    }

    /// The root of the JSON text that stands here. Text inside such text continues the way of the outer one.
    func inside(_ root: JSONValue) -> Place {
        Place(value: root, pointer: pointer, inner: inner ?? JSONPointer())
    }

    var field: FieldPlace { FieldPlace(jsonPointer: pointer.description, innerPointer: inner?.description) }
}
