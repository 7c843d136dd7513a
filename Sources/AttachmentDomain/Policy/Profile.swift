/// The rules of one target: which media it shows.
public struct Profile: Codable, Hashable, Sendable {
    /// MIME types that the platform's documents name.
    public var documented: [String] = []
    /// MIME types seen to show, though no platform document says so.
    public var reported: [String] = []
    /// Whether cleartext http is refused.
    public var requireHTTPS = false
    /// How long the target waits for the media; nil where it sets no limit of its own.
    public var loadSeconds: Double?
    /// Beyond these the target refuses.
    public var limits = MediaLimits()
    /// Beyond these it was seen to fail now and then.
    public var reportedLimits = MediaLimits()

    public init() {}

    /// The largest file of that kind which the target takes, in bytes; nil without a limit.
    public func maxBytes(of kind: MediaKind) -> Int64? {
        limits[kind]?.maxBytes
    }
}

/// Limits by kind of media.
public struct MediaLimits: Codable, Hashable, Sendable {
    public var image: MediaLimit?
    public var audio: MediaLimit?
    public var video: MediaLimit?

    public init(image: MediaLimit? = nil, audio: MediaLimit? = nil, video: MediaLimit? = nil) {
        self.image = image
        self.audio = audio
        self.video = video
    }

    public subscript(kind: MediaKind) -> MediaLimit? {
        switch kind {
        case .image: image
        case .audio: audio
        case .video: video
        case .unknown: nil
        }
    }

    /// The limits that are set.
    public var all: [MediaLimit] { [image, audio, video].compactMap(\.self) }
}

/// How large, how long and how many pixels.
public struct MediaLimit: Codable, Hashable, Sendable {
    public var maxBytes: Int64?
    public var maxSeconds: Double?
    public var maxPixels: Int64?

    public init(maxBytes: Int64? = nil, maxSeconds: Double? = nil, maxPixels: Int64? = nil) {
        self.maxBytes = maxBytes
        self.maxSeconds = maxSeconds
        self.maxPixels = maxPixels
    }
}

/// Profiles by name, in the order in which they are listed.
public typealias Profiles = NamedValues<Profile>

extension Profile {
    /// The built-in targets. Limits are read strictly: one megabyte is 1,000,000 bytes unless the client's code counts
    /// otherwise.
    public static let defaults = Profiles([
        ("ios", ios), ("fcm-android", fcmAndroid), ("hms", hms), ("web", web),
    ])

    /// Apple, UNNotificationAttachment, "Supported File Types": 10 MB images, 5 MB audio, 50 MB video.
    private static let ios: Profile = {
        var profile = Profile()
        profile.documented = [
            "image/jpeg", "image/png", "image/gif", "audio/aiff", "audio/wav", "audio/mpeg", "audio/mp4", "video/mpeg",
            "video/mp4", "video/x-m4v", "video/x-msvideo",
        ]
        profile.reported = ["image/tiff", "video/quicktime", "audio/x-caf", "audio/aac"]
        profile.limits = MediaLimits(
            image: MediaLimit(maxBytes: 10_000_000), audio: MediaLimit(maxBytes: 5_000_000),
            video: MediaLimit(maxBytes: 50_000_000))
        profile.reportedLimits = MediaLimits(video: MediaLimit(maxSeconds: 30))
        return profile
    }()

    /// Firebase Cloud Messaging on Android, ImageDownload.java: 1 MiB, 5 s in all.
    private static let fcmAndroid: Profile = {
        var profile = Profile()
        profile.documented = ["image/jpeg", "image/png", "image/bmp"]
        profile.reported = ["image/webp", "image/gif"]
        profile.loadSeconds = 5
        profile.limits = MediaLimits(image: MediaLimit(maxBytes: 1_048_576))
        return profile
    }()

    /// Huawei Push Kit, android-image: https, below 512 KB, JPG, JPEG or PNG.
    private static let hms: Profile = {
        var profile = Profile()
        profile.documented = ["image/jpeg", "image/png"]
        profile.requireHTTPS = true
        profile.limits = MediaLimits(image: MediaLimit(maxBytes: 512_000))
        return profile
    }()

    /// Browsers' Notification API.
    private static let web: Profile = {
        var profile = Profile()
        profile.documented = ["image/png", "image/jpeg", "image/gif", "image/webp"]
        return profile
    }()
}
