public import AttachmentDomain
public import AttachmentJSON
public import AttachmentURL

/// What one payload holds: whose it is, its media, and its words. Prints as `inspect` shows it.
///
/// A value that keeps the payload's text alive; any thread.
public struct ReadPayload: Sendable {
    /// The provider's name, `generic` when none is told, `stored-push` for attachfetch's own record.
    public let provider: String
    public let shape: PayloadShape
    /// The media that can be asked for, in the order of the dialect's slots; equal URLs of different slots are all
    /// listed.
    public private(set) var media: [MediaReference] = []
    /// What is asked for, for each of ``media``: their URLs, parsed and normalised.
    public private(set) var requests: [RequestURL] = []
    /// Slots that are present but hold nothing that can be fetched, in the same order.
    public internal(set) var rejected: [RejectedSlot] = []
    /// Where the words of the push stand.
    public internal(set) var fields = FieldPlaces()
    /// The payload itself.
    public let source: JSONValue

    /// The words themselves, read when they are asked for.
    var words: [PushField: JSONValue] = [:]
    /// What the stored push carries as `payload`; nil where that is the source text.
    var customData: String?

    init(provider: String, shape: PayloadShape, source: JSONValue) {
        self.provider = provider
        self.shape = shape
        self.source = source
    }

    mutating func add(_ reference: MediaReference, _ request: RequestURL) {
        media.append(reference)
        requests.append(request)
    }

    /// The text of a field; nil when the payload does not have it. A number comes as written.
    public func text(of field: PushField) -> String? {
        words[field].flatMap { $0.string ?? $0.numberText }
    }
}

extension ReadPayload: Encodable {
    private enum CodingKeys: String, CodingKey {
        case provider
        case shape
        case media
        case rejected
        case fields
    }

    /// Writes `provider`, `shape`, `media`, `rejected` and `fields`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(provider, forKey: .provider)
        try container.encode(shape, forKey: .shape)
        try container.encode(media, forKey: .media)
        try container.encode(rejected, forKey: .rejected)
        try container.encode(fields, forKey: .fields)
    }
}
