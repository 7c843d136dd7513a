public import AttachmentJSON

/// Whose payload it is and its words; its media are read when they are asked for.
///
/// A value that keeps the payload's text alive; any thread.
public struct PayloadOutline: Sendable {
    public let shape: PayloadShape
    /// Where the words of the push stand.
    public internal(set) var fields = FieldPlaces()
    /// The row of the table that the payload fits.
    let dialect: Dialect
    /// The payload as a whole, be it inside another.
    let root: Place
    /// The words themselves, read when they are asked for.
    var words: [PushField: JSONValue] = [:]
    /// What stands in the dialect's own place for the app's data.
    var customData: JSONValue?

    init(_ dialect: Dialect, shape: PayloadShape, root: Place) {
        self.dialect = dialect
        self.shape = shape
        self.root = root
    }

    /// The provider's name, `generic` when none is told, `stored-push` for attachfetch's own record.
    public var provider: String { dialect.provider }

    /// The payload itself.
    public var source: JSONValue { root.value }

    /// What the stored push carries as `payload`: the app's data where the dialect has a place for them, else the source
    /// text.
    var storedPayload: String {
        guard dialect.customData != nil else { return source.sourceDocumentText }
        return customData.map { $0.string ?? ($0.isNull ? "" : $0.sourceText) } ?? ""
    }

    /// The text of a field; nil when the payload does not have it. A number comes as written.
    public func text(of field: PushField) -> String? {
        words[field].flatMap { $0.string ?? $0.numberText }
    }
}
