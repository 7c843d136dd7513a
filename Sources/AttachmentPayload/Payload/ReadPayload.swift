public import AttachmentDomain
public import AttachmentJSON
public import AttachmentURL

/// What one payload holds: whose it is, its words, and its media. A value; any thread.
public struct ReadPayload: Sendable {
    /// Whose it is, and its words.
    public let outline: PayloadOutline
    /// The media that can be asked for, in the order of the dialect's slots; equal URLs of different slots are all
    /// listed.
    public private(set) var media: [MediaReference] = []
    /// What is asked for, for each of ``media``: their URLs, parsed and normalised.
    public private(set) var requests: [RequestURL] = []
    /// Slots that are present but hold nothing that can be fetched, in the same order.
    public private(set) var rejected: [RejectedSlot] = []
    /// Where there are no media: URLs that look like some, outside the slots of the dialect.
    public internal(set) var elsewhere: [MediaElsewhere] = []

    init(_ outline: PayloadOutline) {
        self.outline = outline
    }

    mutating func add(_ slot: FoundSlot) {
        switch slot {
        case .media(let reference, let request):
            media.append(reference)
            requests.append(request)
        case .rejected(let slot): rejected.append(slot)
        }
    }

    public var provider: String { outline.provider }
    public var shape: PayloadShape { outline.shape }
    public var fields: FieldPlaces { outline.fields }
    public var source: JSONValue { outline.source }

    /// The text of a field; nil when the payload does not have it. A number comes as written.
    public func text(of field: PushField) -> String? { outline.text(of: field) }
}
