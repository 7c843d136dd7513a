/// The conditions of a client's request, which a cache answers itself (RFC 9110 13.1, RFC 9111 4.3.2).
public struct Precondition: Hashable, Sendable {
    private let noneMatch: String?
    private let modifiedSince: String?

    /// Those among these fields; nil where there are none.
    public init?(_ fields: HTTPHeaders) {
        noneMatch = fields["if-none-match"]
        modifiedSince = fields.first("if-modified-since")
        guard noneMatch != nil || modifiedSince != nil else { return nil }
    }

    /// The names of the fields that are conditions, in lower case.
    public static let names: Set = ["if-none-match", "if-modified-since"]

    /// Whether the client has this response already, so that the answer is 304. If-Modified-Since counts only without
    /// If-None-Match, and only with a date that can be read.
    ///
    /// - Parameters:
    ///   - headers: the fields of a response with status 200.
    ///   - receivedAt: Unix seconds when it was received.
    public func isNotModified(_ headers: HTTPHeaders, receivedAt: Int64) -> Bool {
        if let noneMatch {
            if noneMatch.trimmingOWS() == "*" { return true }
            guard let tag = EntityTag(headers.first("etag")) else { return false }
            return EntityTag.list(noneMatch).contains { $0.weaklyMatches(tag) }
        }
        guard let since = modifiedSince.flatMap({ HTTPDate.seconds(of: $0, around: receivedAt) }) else { return false }
        let changed = headers.first("last-modified") ?? headers.first("date")
        return changed.flatMap { HTTPDate.seconds(of: $0, around: receivedAt) }.map { $0 <= since } ?? false
    }
}
