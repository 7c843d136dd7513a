/// The time of day, in whole seconds since 1970-01-01 UTC: what caching headers and stored pushes count in.
///
/// A value with a closure, so that tests move it by hand. It never serves for deadlines, which are monotonic.
public struct WallClock: Sendable {
    private let read: @Sendable () -> Int64

    public init(_ read: @escaping @Sendable () -> Int64) {
        self.read = read
    }

    /// Unix seconds now.
    public var now: Int64 { read() }
}
