import AttachmentDomain
import AttachmentStore
import AttachmentURL

/// What became of one distinct URL.
enum MediaOutcome: Sendable {
    case media(LoadedMedia)
    case failed(LoadFailure)
    /// A fallback that was not needed.
    case skipped
}

/// Media that is in the store.
struct LoadedMedia: Sendable {
    var object: StoredObject
    var response: StoredResponse
    var source: AttachmentSource
    var ageSeconds: Int64?
    var redirects = 0
    var timing = Timing()
    var attempts: Int?
    /// Copies that were asked for, by the index of their reference.
    var copies: [Int: String] = [:]
}

/// Why there is none.
struct LoadFailure: Sendable {
    var reason: Finding
    var timing = Timing()
    var attempts: Int?
    var declaredType: String?
    /// Facts of bytes that came but do not count, such as a type outside the table.
    var kind: MediaKind?
    var mediaType: String?

    init(_ reason: Finding) {
        self.reason = reason
    }
}
