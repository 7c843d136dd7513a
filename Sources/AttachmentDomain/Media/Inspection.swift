/// Facts about an object: a property of its bytes alone, found once and stored with it.
///
/// Members that are not known are nil and are left out of every output.
public struct Inspection: Codable, Hashable, Sendable {
    /// The type of the bytes, by the name that the policy's table of types gives it.
    public var mediaType: String
    /// Apple's Uniform Type Identifier for it.
    public var uti: String
    /// The extension that a file of this type must carry, without the dot.
    public var fileExtension: String
    /// What the bytes are to a person.
    public var kind: MediaKind
    /// Size as shown, in pixels, with orientation and rotation applied.
    public var width: Int?
    public var height: Int?
    /// Playing time in seconds.
    public var durationSeconds: Double?
    /// Number of pictures in an image file.
    public var frames: Int?
    /// Whether an image moves.
    public var animated: Bool?
    /// The codec of the first track, by its usual short name.
    public var codec: String?
    /// Whether the file's own structure proves it complete.
    public var whole: Bool?

    public init(
        mediaType: String, uti: String, fileExtension: String, kind: MediaKind, width: Int? = nil, height: Int? = nil,
        durationSeconds: Double? = nil, frames: Int? = nil, animated: Bool? = nil, codec: String? = nil,
        whole: Bool? = nil
    ) {
        self.mediaType = mediaType
        self.uti = uti
        self.fileExtension = fileExtension
        self.kind = kind
        self.width = width
        self.height = height
        self.durationSeconds = durationSeconds
        self.frames = frames
        self.animated = animated
        self.codec = codec
        self.whole = whole
    }

    /// The facts that a type alone gives.
    public init(_ type: MediaType) {
        self.init(mediaType: type.mime, uti: type.uti, fileExtension: type.fileExtension, kind: type.kind)
    }
}
