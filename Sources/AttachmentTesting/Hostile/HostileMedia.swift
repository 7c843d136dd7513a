/// A file that a hostile route serves.
public struct HostileMedia: Sendable {
    /// The names of the kinds: media first, then what is none.
    public static let kinds = [
        "png", "jpeg", "jpg", "gif", "webp", "svg", "mp4", "m4a", "mov", "heic", "mp3", "wav", "html", "text", "zip",
        "pdf", "exe", "elf", "zero", "random",
    ]

    public let body: OriginBody
    /// Its true Content-Type.
    public let type: String
    /// An entity tag that is another for other bytes.
    public let tag: String

    /// How many bytes.
    public var count: Int { body.count ?? 0 }

    /// The honest answer.
    var response: ScriptedResponse { .ok(body, type: type) }

    /// The type of a kind; that of a picture for an unknown one.
    static func type(of kind: String) -> String {
        types[kind] ?? "image/png"
    }

    private static let types = [
        "png": "image/png", "jpeg": "image/jpeg", "jpg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
        "svg": "image/svg+xml", "mp4": "video/mp4", "m4a": "audio/mp4", "mov": "video/quicktime", "heic": "image/heic",
        "mp3": "audio/mpeg", "wav": "audio/wav", "html": "text/html", "text": "text/plain", "zip": "application/zip",
        "pdf": "application/pdf", "exe": "application/x-msdownload", "elf": "application/x-executable",
        "zero": "application/octet-stream", "random": "application/octet-stream",
    ]
}
