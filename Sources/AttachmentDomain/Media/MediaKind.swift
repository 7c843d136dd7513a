/// What a person would call a file: a picture, a film, or something to hear.
///
/// In a media reference it is what the payload declares; in an attachment record, once the bytes are known, what the
/// bytes are.
public enum MediaKind: String, Codable, Hashable, Sendable, CaseIterable {
    case image
    case video
    case audio
    case unknown
}
