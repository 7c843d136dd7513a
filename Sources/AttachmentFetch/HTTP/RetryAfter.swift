import AttachmentDomain

/// The Retry-After field (RFC 9110 10.2.3).
enum RetryAfter {
    /// Seconds from `now` (Unix seconds), from a number or a date; nil where it cannot be read. A date in the past is 0.
    static func seconds(_ value: String?, now: Int64) -> Int64? {
        guard let value, !value.isEmpty else { return nil }
        if value.utf8.allSatisfy({ (48...57).contains($0) }) {
            return min(Int64(value) ?? .max, 2_147_483_648)
        }
        return HTTPDate.seconds(of: value).map { max(0, $0 - now) }
    }
}
