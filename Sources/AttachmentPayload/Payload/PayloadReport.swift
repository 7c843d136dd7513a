import AttachmentDomain
import AttachmentURL

/// What a payload holds, as `inspect` prints it. Its slots are read while they are written, so that millions of them
/// need no more memory than one.
public struct PayloadReport: Encodable {
    public let outline: PayloadOutline
    /// Whether query values and credentials of URLs are replaced by `REDACTED`.
    public let isRedacted: Bool
    private let reader: PayloadReader

    public init(_ outline: PayloadOutline, reader: PayloadReader, isRedacted: Bool = false) {
        self.outline = outline
        self.reader = reader
        self.isRedacted = isRedacted
    }

    private enum CodingKeys: String, CodingKey {
        case provider
        case shape
        case media
        case rejected
        case fields
        case elsewhere
    }

    /// Writes `provider`, `shape`, `media`, `rejected` and `fields`, then `elsewhere` where there is something to tell.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(outline.provider, forKey: .provider)
        try container.encode(outline.shape, forKey: .shape)
        var media = container.nestedUnkeyedContainer(forKey: .media)
        var rejectedCount = 0
        try forEachSlot { slot in
            switch slot {
            case .media(let reference, _): try media.encode(reference)
            case .rejected: rejectedCount += 1
            }
        }
        var rejected = container.nestedUnkeyedContainer(forKey: .rejected)
        if rejectedCount > 0 {
            try forEachSlot { if case .rejected(let slot) = $0 { try rejected.encode(slot) } }
        }
        try container.encode(outline.fields, forKey: .fields)
        let elsewhere = media.count == 0 ? elsewhere : []
        if !elsewhere.isEmpty { try container.encode(elsewhere, forKey: .elsewhere) }
    }

    /// Calls `take` for each slot that the payload fills, in order, media and rejected ones as they come.
    public func forEachSlot(_ take: (FoundSlot) throws -> Void) rethrows {
        try reader.forEachSlot(of: outline) { slot in
            guard isRedacted, case .media(let reference, let request) = slot else { return try take(slot) }
            try take(.media(reference.redacted, request))
        }
    }

    /// URLs that look like media outside the dialect's slots; for payloads without media in these.
    public var elsewhere: [MediaElsewhere] {
        let found = reader.mediaElsewhere(in: outline)
        return isRedacted ? found.map(\.redacted) : found
    }
}

extension MediaReference {
    /// The reference with query values and credentials of its URLs replaced.
    fileprivate var redacted: MediaReference {
        var reference = self
        reference.url = RequestURL.redact(url)
        reference.requestUrl = requestUrl.map(RequestURL.redact)
        return reference
    }
}

extension MediaElsewhere {
    fileprivate var redacted: MediaElsewhere {
        var media = self
        media.url = RequestURL.redact(url)
        return media
    }
}
