import AttachmentJSON

/// A value that was come by, and the way to it.
struct Place {
    let value: JSONValue
    /// The way through the payload.
    let pointer: JSONPointer
    /// The way through the JSON text that stands there; nil outside of such text.
    let inner: JSONPointer?
    /// Tells apart the texts of one payload: 0 for its own.
    let text: Int

    /// A payload as a whole.
    init(root: JSONValue) {
        self.init(value: root, pointer: JSONPointer(), inner: nil, text: 0)
    }

    private init(value: JSONValue, pointer: JSONPointer, inner: JSONPointer?, text: Int) {
        self.value = value
        self.pointer = pointer
        self.inner = inner
        self.text = text
    }

    /// The place of a member or element of this value.
    func child(_ token: String, _ value: JSONValue) -> Place {
        if let inner { return Place(value: value, pointer: pointer, inner: inner.appending(token), text: text) }
        return Place(value: value, pointer: pointer.appending(token), inner: nil, text: text)
    }

    /// The root of the JSON text that stands here. Text inside such text continues the way of the outer one.
    func inside(_ root: JSONValue, text: Int) -> Place {
        Place(value: root, pointer: pointer, inner: inner ?? JSONPointer(), text: text)
    }

    var field: FieldPlace { FieldPlace(jsonPointer: pointer.description, innerPointer: inner?.description) }
}
