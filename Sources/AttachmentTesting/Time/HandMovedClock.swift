public import AttachmentDomain

/// A time of day that moves only when the test says so.
public final class HandMovedClock: Sendable {
    private let seconds: Monitor<Int64>

    /// Starts at these Unix seconds; the default is 2023-11-14T22:13:20Z.
    public init(at seconds: Int64 = 1_700_000_000) {
        self.seconds = Monitor(seconds)
    }

    /// Unix seconds now.
    public var now: Int64 { seconds.withLock { $0 } }

    /// Moves on by so many seconds; negative ones move back, as clocks do.
    public func advance(by seconds: Int64) {
        self.seconds.withLock { $0 += seconds }
    }

    /// Moves to these Unix seconds.
    public func set(to seconds: Int64) {
        self.seconds.withLock { $0 = seconds }
    }

    /// The clock in the shape that the product takes.
    public var wallClock: WallClock {
        WallClock { self.now }
    }
}
