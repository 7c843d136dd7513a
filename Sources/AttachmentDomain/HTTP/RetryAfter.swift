/// The Retry-After field (RFC 9110 10.2.3): how long an origin asks to be left alone.
public struct RetryAfter: Hashable, Sendable {
    /// Seconds from the moment in which the response came; 0 for a date in the past.
    public let seconds: Int64
    /// The same as Unix seconds.
    public let instant: Int64

    /// Reads a number of seconds or a date of HTTP; nil for anything else.
    ///
    /// - Parameters:
    ///   - field: the value; nil reads as nil.
    ///   - now: Unix seconds.
    public init?(_ field: String?, now: Int64) {
        guard let seconds = Self.seconds(field ?? "", now: now) else { return nil }
        self.seconds = seconds
        instant = now.addingReportingOverflow(seconds).overflow ? .max : now + seconds
    }

    /// A number beyond what 31 bits hold is that large at least, as for the ages of RFC 9111 1.2.2.
    private static let longest: Int64 = 2_147_483_648

    private static func seconds(_ field: String, now: Int64) -> Int64? {
        guard !field.isEmpty else { return nil }
        if field.utf8.allSatisfy({ (48...57).contains($0) }) {
            return min(Int64(field) ?? longest, longest)
        }
        return HTTPDate.seconds(of: field, around: now).map { date in
            guard date > now else { return 0 }
            let (left, isTooFar) = date.subtractingReportingOverflow(now)
            return isTooFar ? longest : min(left, longest)
        }
    }
}
