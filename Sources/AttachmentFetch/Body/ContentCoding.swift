import AttachmentDomain

/// How the bytes of a body are coded on the wire (RFC 9110 8.4.1).
enum ContentCoding: Hashable {
    /// RFC 1952; `x-gzip` is the same.
    case gzip
    /// RFC 1950, though some origins send RFC 1951 without the wrapping.
    case deflate

    /// What a response head says of its body.
    enum Listing: Hashable {
        /// In the order in which they were applied; empty for plain bytes.
        case known([ContentCoding])
        /// One that cannot be undone; it was not asked for either.
        case unknown(String)
    }

    /// Reads a Content-Encoding field; nil is the same as an empty one.
    static func list(_ field: String?) -> Listing {
        var codings: [ContentCoding] = []
        for word in (field ?? "").split(separator: ",") {
            let name = word.trimmingOWS().lowercased()
            switch name {
            case "", "identity": continue
            case "gzip", "x-gzip": codings.append(.gzip)
            case "deflate": codings.append(.deflate)
            default: return .unknown(String(name.prefix(32)))
            }
        }
        // Nobody codes a body more often than this, except to make a little input much work.
        return codings.count <= 3 ? .known(codings) : .unknown("\(codings.count) codings")
    }
}
