/// What a media slot is for.
public enum MediaRole: String, Codable, Hashable, Sendable, CaseIterable {
    case attachment
    /// The large picture of Android and the web.
    case bigPicture = "big_picture"
    case largeIcon = "large_icon"
    case icon
    case badgeIcon = "badge_icon"
    case background
    case actionIcon = "action_icon"
    case carousel
    /// To be fetched only if the entries before it fail.
    case fallback
}

/// One media URL found in a payload.
public struct MediaReference: Codable, Hashable, Sendable {
    /// The decoded JSON string, untouched.
    public var url: String
    /// What will be asked for, where that differs from `url`.
    public var requestUrl: String?
    /// What the payload declares; never guessed from the URL.
    public var kind: MediaKind
    public var role: MediaRole
    /// Where the member stands (RFC 6901).
    public var jsonPointer: String
    /// Where the URL stands inside the JSON text that the member holds.
    public var innerPointer: String?
    public var id: String?
    /// A file suffix, MIME type or UTI given by the payload.
    public var typeHint: String?
    public var options: AttachmentOptions?
    public var thumbnail: Bool?
    public var platform: String?
    public var locale: String?
    /// True for cleartext http.
    public var insecure: Bool?
    /// The profiles that the slot reaches; not printed.
    public var targets: [String] = []

    public init(url: String, kind: MediaKind, role: MediaRole, jsonPointer: String, targets: [String]) {
        self.url = url
        self.kind = kind
        self.role = role
        self.jsonPointer = jsonPointer
        self.targets = targets
    }

    /// All but `targets`, in the order in which they print.
    private enum CodingKeys: String, CodingKey {
        case url
        case requestUrl
        case kind
        case role
        case jsonPointer
        case innerPointer
        case id
        case typeHint
        case options
        case thumbnail
        case platform
        case locale
        case insecure
    }

    /// Written out, since the synthesised form takes a detour for each enumeration: a list may have millions of these.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(url, forKey: .url)
        try container.encodeIfPresent(requestUrl, forKey: .requestUrl)
        try container.encode(kind.rawValue, forKey: .kind)
        try container.encode(role.rawValue, forKey: .role)
        try container.encode(jsonPointer, forKey: .jsonPointer)
        try container.encodeIfPresent(innerPointer, forKey: .innerPointer)
        try container.encodeIfPresent(id, forKey: .id)
        try container.encodeIfPresent(typeHint, forKey: .typeHint)
        try container.encodeIfPresent(options, forKey: .options)
        try container.encodeIfPresent(thumbnail, forKey: .thumbnail)
        try container.encodeIfPresent(platform, forKey: .platform)
        try container.encodeIfPresent(locale, forKey: .locale)
        try container.encodeIfPresent(insecure, forKey: .insecure)
    }
}

/// How iOS is asked to show the thumbnail of an attachment.
public struct AttachmentOptions: Codable, Hashable, Sendable {
    /// Whether the thumbnail is hidden.
    public var hidden: Bool?
    /// The second of a video, or the frame of an animated image, that serves as thumbnail.
    public var time: Double?
    /// The part of the picture that is shown, each value from 0 to 1.
    public var clip: Clip?

    public struct Clip: Codable, Hashable, Sendable {
        public var x: Double
        public var y: Double
        public var width: Double
        public var height: Double

        public init(x: Double, y: Double, width: Double, height: Double) {
            self.x = x
            self.y = y
            self.width = width
            self.height = height
        }
    }

    public init(hidden: Bool? = nil, time: Double? = nil, clip: Clip? = nil) {
        self.hidden = hidden
        self.time = time
        self.clip = clip
    }
}

/// A media slot that is present but holds nothing that can be fetched.
public struct RejectedSlot: Codable, Hashable, Sendable {
    public var jsonPointer: String
    public var innerPointer: String?
    public var role: MediaRole
    public var reason: Reason
    /// The scheme that is not http or https, in lower case.
    public var scheme: String?
    /// The string that the slot holds, if it holds one; not printed.
    public var url: String?

    /// Why nothing can be fetched: the reference codes without `url-`.
    public enum Reason: String, Codable, Hashable, Sendable, CaseIterable {
        case null
        case empty
        case notAString = "not-a-string"
        case noScheme = "no-scheme"
        case schemeNotHTTP = "scheme-not-http"
        case noHost = "no-host"
        case malformed

        public var code: Code {
            switch self {
            case .null: .urlNull
            case .empty: .urlEmpty
            case .notAString: .urlNotAString
            case .noScheme: .urlNoScheme
            case .schemeNotHTTP: .urlSchemeNotHTTP
            case .noHost: .urlNoHost
            case .malformed: .urlMalformed
            }
        }
    }

    public init(jsonPointer: String, innerPointer: String? = nil, role: MediaRole, reason: Reason) {
        self.jsonPointer = jsonPointer
        self.innerPointer = innerPointer
        self.role = role
        self.reason = reason
    }

    private enum CodingKeys: String, CodingKey {
        case jsonPointer
        case innerPointer
        case role
        case reason
        case scheme
    }
}
