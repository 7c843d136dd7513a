/// What became of one media reference of one push. Members print in the order of their declaration; absent ones are
/// left out.
public struct AttachmentRecord: Codable, Hashable, Sendable {
    /// The stored push it belongs to.
    public var pushKey: String
    /// Its place among the references of the push, from 0; rejected slots come after the media.
    public var index: Int
    /// The URL as the payload gives it; nil where the slot holds no string.
    public var url: String?
    /// The URL that was asked for.
    public var requestUrl: String?
    /// The URL that answered, after redirects.
    public var finalUrl: String?
    /// What the slot is for.
    public var role: MediaRole
    /// What the bytes are once they are known, else what the payload declares.
    public var kind: MediaKind
    public var state: AttachmentState
    /// Where the bytes came from; nil when there are none.
    public var source: AttachmentSource?
    /// How old the stored response is, in seconds, unless it came from the network.
    public var ageSeconds: Int64?
    public var digest: Digest?
    public var mediaType: String?
    public var uti: String?
    /// A safe name of at most 64 bytes and the extension of the bytes.
    public var fileName: String?
    /// The size of the file.
    public var bytes: Int64?
    /// The absolute path of the file.
    public var path: String?
    public var width: Int?
    public var height: Int?
    public var durationSeconds: Double?
    public var frames: Int?
    public var animated: Bool?
    public var codec: String?
    /// Whether the file's own structure proves it complete; nil where the structure does not tell.
    public var whole: Bool?
    /// Where ``whole`` is false, the byte up to which the file is sound: its size where it was merely cut.
    public var wholeUntil: Int64?
    /// The response's Content-Type, recorded and not believed.
    public var declaredType: String?
    public var http: HTTPFacts?
    public var timing: Timing?
    /// How many requests were sent for it, redirects not counted.
    public var attempts: Int?
    /// The verdict of each judged profile.
    public var profiles: ProfileVerdicts?
    /// Why it is not ready.
    public var reason: Finding?

    public init(pushKey: String, index: Int, url: String?, role: MediaRole, kind: MediaKind, state: AttachmentState) {
        self.pushKey = pushKey
        self.index = index
        self.url = url
        self.role = role
        self.kind = kind
        self.state = state
    }
}

/// Where the bytes of a ready attachment came from.
public enum AttachmentSource: String, Codable, Hashable, Sendable {
    case network
    /// Fresh in the cache: nothing was asked.
    case cache
    /// The origin said that the stored bytes are still right.
    case revalidated
    /// Older than its freshness, used since the origin could not be asked in time.
    case stale
}

/// What the response said, as far as it matters later.
public struct HTTPFacts: Codable, Hashable, Sendable {
    public var status: Int
    public var etag: String?
    public var lastModified: String?
    /// Unix seconds until which nothing needs to be asked.
    public var freshUntil: Int64?

    public init(status: Int, etag: String? = nil, lastModified: String? = nil, freshUntil: Int64? = nil) {
        self.status = status
        self.etag = etag
        self.lastModified = lastModified
        self.freshUntil = freshUntil
    }
}

/// Where the time went, in milliseconds. Stages that did not happen are nil.
public struct Timing: Codable, Hashable, Sendable {
    /// Waiting for a connection slot.
    public var queue: Int?
    public var dns: Int?
    public var connect: Int?
    public var tls: Int?
    /// From the request to the first byte of the response.
    public var firstByte: Int?
    public var download: Int?
    public var inspect: Int?
    public var store: Int?
    public var total: Int?

    public init() {}
}
