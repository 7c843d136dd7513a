/// What proves that two answers are parts of the same bytes: the value of an If-Range field (RFC 9110 13.1.5).
///
/// Only strong validators serve: a weak one allows other bytes that mean the same.
public struct RangeValidator: Hashable, Sendable {
    /// As it is sent.
    public let field: String
    private let isTag: Bool

    /// The strong validator of a response; nil where it gives none.
    ///
    /// An entity tag is strong without `W/` (RFC 9110 8.8.1). A Last-Modified date is strong when it is at least a
    /// second older than the response (RFC 9110 8.8.2.2), and counts only where there is no tag at all.
    public init?(_ headers: HTTPHeaders) {
        if let tag = headers.first("etag") {
            guard Self.isStrong(tag) else { return nil }
            field = tag
            isTag = true
        } else {
            guard let modified = headers.first("last-modified"), let changed = HTTPDate.seconds(of: modified),
                let date = headers.first("date").flatMap({ HTTPDate.seconds(of: $0) }), changed < date
            else { return nil }
            field = modified
            isTag = false
        }
    }

    /// Whether a later answer is of the same bytes, as far as its head tells. An origin that was given a tag must repeat
    /// it (RFC 9110 15.3.7); a date may be left out, but not be another.
    public func matches(_ headers: HTTPHeaders) -> Bool {
        if isTag { return headers.first("etag") == field }
        let modified = headers.first("last-modified")
        return modified == nil || modified == field
    }

    /// An opaque tag in quotes (RFC 9110 8.8.3). Bytes beyond ASCII, which that leaves open, are not compared byte by
    /// byte here, so they prove nothing.
    private static func isStrong(_ tag: String) -> Bool {
        let bytes = tag.utf8
        guard bytes.count >= 2, bytes.count <= 1024, bytes.first == UInt8(ascii: "\""),
            bytes.last == UInt8(ascii: "\"")
        else { return false }
        return bytes.dropFirst().dropLast().allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") }
    }
}
