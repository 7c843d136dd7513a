/// The one instant by which an answer must be complete.
///
/// A value on the monotonic clock, made once at the entry of a call and passed down as an argument; each step asks only
/// for what remains. Changes of the wall clock do not move it.
public struct Deadline: Hashable, Sendable, Comparable {
    /// The instant itself; nil for work that nobody waits for, such as a prewarm.
    public let instant: ContinuousClock.Instant?

    public init(at instant: ContinuousClock.Instant?) {
        self.instant = instant
    }

    /// No deadline.
    public static let none = Deadline(at: nil)

    /// The instant that lies `duration` after `start`.
    public static func after(_ duration: Duration, from start: ContinuousClock.Instant = .now) -> Deadline {
        Deadline(at: start.advanced(by: duration))
    }

    /// What is left at `now`, never negative; nil without a deadline.
    public func remaining(at now: ContinuousClock.Instant = .now) -> Duration? {
        instant.map { max(.zero, now.duration(to: $0)) }
    }

    /// Whether the instant has come.
    public func hasPassed(at now: ContinuousClock.Instant = .now) -> Bool {
        instant.map { $0 <= now } ?? false
    }

    /// The earlier of the two.
    public func earlier(_ other: Deadline) -> Deadline {
        min(self, other)
    }

    public static func < (left: Deadline, right: Deadline) -> Bool {
        switch (left.instant, right.instant) {
        case (let left?, let right?): left < right
        case (_?, nil): true
        case (nil, _): false
        }
    }
}
