public import AttachmentDomain

/// A place where a dialect keeps the URL of media, and what the payload says about that media elsewhere.
///
/// Paths beside it share their wildcards with `path`: `/_wp/attachments/N/type` is the type of the same element.
public struct MediaSlot: Hashable, Sendable {
    /// Where the URL stands.
    public var path: PayloadPath
    /// What the slot's name says about the media.
    public var kind: MediaKind
    public var role: MediaRole
    /// Whose the slot is in a request to several platforms.
    public var platform: Platform?
    /// Where a file suffix, a MIME type, a UTI or a word like `video` stands. Where it is known it decides the kind.
    public var hint: PayloadPath?
    public var id = SlotID.none
    public var options: OptionPaths?
    /// Where the id of the attachment stands that serves as thumbnail.
    public var thumbnailID: PayloadPath?
    public var locale: LocalePaths?
    /// Whether an array of URLs may stand there too.
    public var mayBeList = false

    /// Platforms of a request, as they print, and the profiles that they mean.
    public enum Platform: String, Hashable, Sendable {
        case any
        case ios
        case android
        case web
        case huawei
        case amazon
    }

    public init(
        _ path: PayloadPath, kind: MediaKind = .unknown, role: MediaRole = .attachment, platform: Platform? = nil,
        hint: PayloadPath? = nil
    ) {
        self.path = path
        self.kind = kind
        self.role = role
        self.platform = platform
        self.hint = hint
    }

    /// Every path of the slot.
    var paths: [PayloadPath] {
        [path] + [hint, thumbnailID, locale?.language, locale?.country].compactMap(\.self) + id.paths
            + (options?.paths ?? [])
    }
}

/// Where an attachment has its id from.
public enum SlotID: Hashable, Sendable {
    case none
    /// The name or index that the wildcard stands for.
    case key
    case at(PayloadPath)
    /// What stands there, else the name or index that the wildcard stands for.
    case atOrKey(PayloadPath)

    var paths: [PayloadPath] {
        switch self {
        case .none, .key: []
        case .at(let path), .atOrKey(let path): [path]
        }
    }
}

/// Where the thumbnail options of an attachment stand.
public struct OptionPaths: Hashable, Sendable {
    public var hidden: PayloadPath?
    public var time: PayloadPath?
    /// An object with `x`, `y`, `width` and `height`; the names of Core Graphics (`X` …) are taken too.
    public var clip: PayloadPath?

    var paths: [PayloadPath] { [hidden, time, clip].compactMap(\.self) }
}

/// Where language and country of a text stand.
public struct LocalePaths: Hashable, Sendable {
    public var language: PayloadPath
    public var country: PayloadPath
}
