public import AttachmentDomain

/// A stored push with what became of its media. Encodes as the seven members of the push, then `attachments`.
public struct PushEntry: Encodable, Hashable, Sendable {
    public var push: StoredPush
    /// In the order of their index.
    public var attachments: [AttachmentRecord]
    /// Its place: a later push has a larger one. Listing goes on with it; it is not printed.
    public var sequence: Int64

    public init(push: StoredPush, attachments: [AttachmentRecord], sequence: Int64) {
        self.push = push
        self.attachments = attachments
        self.sequence = sequence
    }

    private enum CodingKeys: String, CodingKey {
        case uniqueKey, title, description, imageUrl, pushLink, payload, receivedAt, attachments
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(push.uniqueKey, forKey: .uniqueKey)
        try container.encode(push.title, forKey: .title)
        try container.encode(push.description, forKey: .description)
        try container.encode(push.imageUrl, forKey: .imageUrl)
        try container.encode(push.pushLink, forKey: .pushLink)
        try container.encode(push.payload, forKey: .payload)
        try container.encode(push.receivedAt, forKey: .receivedAt)
        try container.encode(attachments, forKey: .attachments)
    }
}
