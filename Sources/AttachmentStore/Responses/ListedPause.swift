/// An origin that asked to be left alone, in a list of all such.
public struct ListedPause: Hashable, Sendable {
    /// As in `https://cdn.example.com`.
    public var origin: String
    public var pause: OriginPause
}
