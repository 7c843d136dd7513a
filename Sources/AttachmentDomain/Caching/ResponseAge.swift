/// How old a response is (RFC 9111 4.2.3), in seconds.
public struct ResponseAge: Hashable, Sendable {
    /// The age when it was received: what it says of itself, or what its Date shows, whichever is more, and the time
    /// that it was on its way.
    public let initial: Int64
    private let receivedAt: Int64

    public init(of response: CachedResponse) {
        receivedAt = response.receivedAt
        let delay = max(0, response.receivedAt.minus(response.requestedAt))
        let date = response.headers.first("date").flatMap { HTTPDate.seconds(of: $0, around: response.receivedAt) }
        let apparent = max(0, response.receivedAt.minus(date ?? response.receivedAt))
        initial = max(apparent, Self.field(response.headers).plus(delay))
    }

    /// The age at `now` (Unix seconds). A clock that was set back makes nothing younger than it was on arrival.
    public func current(at now: Int64) -> Int64 {
        initial.plus(max(0, now.minus(receivedAt)))
    }

    /// What the Age field says: its first value, of a number with a fraction the whole part. What is no number counts as
    /// if it were not there.
    static func field(_ headers: HTTPHeaders) -> Int64 {
        let first = (headers.first("age") ?? "").prefix { $0 != "," }.trimmingOWS()
        let whole = first.prefix { $0 != "." }
        let fraction = first.dropFirst(whole.count).dropFirst()
        guard DeltaSeconds.isNumber(whole), fraction.isEmpty || DeltaSeconds.isNumber(fraction) else { return 0 }
        return DeltaSeconds.value(of: whole)
    }
}
