import AttachmentDomain

/// The slowest that a transfer may be.
public struct StallFloor: Hashable, Sendable {
    public var bytesPerSecond: Int
    public var seconds: Double

    public init(bytesPerSecond: Int, seconds: Double) {
        self.bytesPerSecond = bytesPerSecond
        self.seconds = seconds
    }

    /// How many bytes the window must bring.
    var bytes: Double { Double(bytesPerSecond) * seconds }

    var explanation: String {
        "\(grouped(Int64(bytesPerSecond))) bytes a second over \(seconds) s (network.stallBytesPerSecond)"
    }
}

/// Tells when a transfer has become too slow: when a window that slides along with it brought too few bytes.
///
/// Pure; whoever owns the timers looks at ``next``. The window moves in eighths.
struct StallWatch {
    private static let parts = 8

    private let floor: StallFloor
    private let step: Duration
    private var counts: [Int] = []
    private var current = 0
    /// When it wants to be looked at again.
    private(set) var next: ContinuousClock.Instant

    /// Nil for a floor of 0, below which nothing can be.
    init?(_ floor: StallFloor, from start: ContinuousClock.Instant) {
        guard floor.bytesPerSecond > 0 else { return nil }
        self.floor = floor
        step = .seconds(floor.seconds) / Self.parts
        next = start.advanced(by: step)
    }

    /// Bytes have come, of the head or the body, as they are on the wire.
    mutating func note(_ bytes: Int) {
        current += bytes
    }

    /// Begins the window anew, as when a connection is only being made.
    mutating func restart(at now: ContinuousClock.Instant) {
        counts = []
        current = 0
        next = now.advanced(by: step)
    }

    /// Looks at the window where it is time; true when it is whole and brought too few bytes.
    ///
    /// A look that comes far too late tells nothing of the origin, since nobody was reading either: the process was
    /// stopped, or the machine asleep. The window then begins anew.
    mutating func isTooSlow(at now: ContinuousClock.Instant) -> Bool {
        guard now >= next else { return false }
        guard next.duration(to: now) < step * 2 + Self.patience else {
            restart(at: now)
            return false
        }
        counts.append(current)
        if counts.count > Self.parts { counts.removeFirst() }
        current = 0
        next = next.advanced(by: step)
        if next <= now { next = now.advanced(by: step) }
        return counts.count == Self.parts && Double(counts.reduce(0, +)) < floor.bytes
    }

    private static let patience = Duration.milliseconds(500)
}
