/// One row of a `manifest.json`: a file and what it truly is.
public struct LabelledFile: Decodable, Hashable, Sendable {
    /// Its path within the folder of the corpus.
    public let file: String
    /// The true type, and other names for it that count as right.
    public let mime: String
    public let aliases: [String]
    /// What a person would say: `image`, `video`, `audio`, or `other` for what is no media.
    public let kind: String
    /// The container, for the rows of a table.
    public let format: String
    public let bytes: Int64
    /// As stored, before orientation and rotation.
    public let width: Int?
    public let height: Int?
    /// Exif's orientation, 1 to 8, and the quarter turns of a film in degrees.
    public let orientation: Int?
    public let rotation: Int?
    public let frames: Int?
    public let durationSeconds: Double?
    public let codec: String?
    /// Whether a correct decoder shows or plays it whole.
    public let valid: Bool
    /// Whether it declares far more pixels than it could hold.
    public let declaredBomb: Bool?
    public let note: String

    private enum CodingKeys: String, CodingKey {
        case file, mime, aliases, kind, format, bytes, width, height, orientation, rotation, frames, codec, valid, note
        case durationSeconds = "duration_s"
        case declaredBomb = "declared_bomb"
    }

    /// Whether it is picture, film or sound, whole or not.
    public var isMedia: Bool { kind != "other" }

    /// Whether its type is one that Apple names for notifications.
    public var isOfAppleFormat: Bool { Self.appleFormats.contains(mime) }

    private static let appleFormats: Set<String> = [
        "image/jpeg", "image/mpo", "image/png", "image/apng", "image/gif", "image/tiff", "image/heic", "image/heif",
        "video/mpeg", "video/mp4", "video/x-m4v", "video/quicktime", "audio/quicktime", "video/x-msvideo",
        "audio/mpeg", "audio/aac", "audio/mp4", "audio/wav", "audio/aiff", "audio/x-caf",
    ]
}

extension LabelledFile: CustomStringConvertible {
    public var description: String { file }
}
