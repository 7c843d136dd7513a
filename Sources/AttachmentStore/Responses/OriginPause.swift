/// An origin asked to be left alone for a while (Retry-After, RFC 9110 10.2.3).
public struct OriginPause: Hashable, Sendable {
    /// Unix seconds before which it is not asked.
    public var until: Int64
    /// What it said, for the record of who has to wait.
    public var message: String
}
