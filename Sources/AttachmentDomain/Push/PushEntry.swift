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
        case attachments
    }

    public func encode(to encoder: any Encoder) throws {
        // Both write members of the same object, the push first.
        try push.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(attachments, forKey: .attachments)
    }
}
