/// Media with validators: conditional requests and one range, answered properly (RFC 9110 sections 13 and 14).
struct Representation {
    let media: HostileMedia
    let tag: String?
    /// Unix seconds of the last change.
    let modified: Int64?
    var headers: [OriginHeader] = []
    var offersRanges = true
    /// Whether a range is sent though If-Range names another tag, against the rules.
    var ignoresIfRange = false

    init(_ media: HostileMedia, tag: String?, modified: Int64? = nil) {
        self.media = media
        self.tag = tag
        self.modified = modified
    }

    private var lastModified: String? { modified.map { httpDate($0) } }

    func response(to request: OriginRequest) -> ScriptedResponse {
        if isPreconditionFailed(request) { return ScriptedResponse(status: 412, headers: described) }
        if isUnchanged(for: request) { return ScriptedResponse(status: 304, headers: described) }
        let whole = ScriptedResponse(headers: described, body: media.body).header("Content-Type", media.type)
        guard offersRanges, let range = range(for: request) else { return whole }
        guard case .satisfiable(let bytes) = range else {
            return ScriptedResponse(status: 416, headers: described).header("Content-Range", "bytes */\(media.count)")
        }
        var part = whole.header("Content-Range", contentRange(bytes))
        part.status = 206
        part.body = media.body[bytes]
        return part
    }

    /// The range that is to be sent; nil for the whole.
    func range(for request: OriginRequest) -> ByteRange? {
        guard ignoresIfRange || allowsRange(request) else { return nil }
        return request.header("Range").flatMap { ByteRange($0, of: media.count) }
    }

    func contentRange(_ bytes: Range<Int>) -> String {
        "bytes \(bytes.lowerBound)-\(bytes.upperBound - 1)/\(media.count)"
    }

    private var described: [OriginHeader] {
        let ranges = offersRanges ? OriginHeader("Accept-Ranges", "bytes") : nil
        let tag = tag.map { OriginHeader("ETag", $0) }
        let time = lastModified.map { OriginHeader("Last-Modified", $0) }
        return [ranges, tag, time].compactMap(\.self) + headers
    }

    private func isPreconditionFailed(_ request: OriginRequest) -> Bool {
        if let tags = request.header("If-Match") { return !Self.list(tags).contains { $0 == "*" || $0 == tag } }
        guard let time = request.header("If-Unmodified-Since"), let lastModified else { return false }
        return time != lastModified
    }

    private func isUnchanged(for request: OriginRequest) -> Bool {
        if let tags = request.header("If-None-Match") {
            return Self.list(tags).contains { $0 == "*" || (tag != nil && Self.bare($0) == tag.map(Self.bare)) }
        }
        return lastModified != nil && request.header("If-Modified-Since") == lastModified
    }

    private func allowsRange(_ request: OriginRequest) -> Bool {
        guard let known = request.header("If-Range") else { return true }
        return !known.hasPrefix("W/") && (known == tag || known == lastModified)
    }

    private static func list(_ field: String) -> [String] {
        field.split(separator: ",").map { String($0.drop { $0 == " " }) }
    }

    private static func bare(_ tag: String) -> String {
        tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : tag
    }
}
