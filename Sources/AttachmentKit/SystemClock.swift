public import AttachmentDomain
import AttachmentThreads
import Glibc

extension WallClock {
    /// The system's time of day (CLOCK_REALTIME), which never goes back while the process runs.
    public static let system = WallClock.neverBack {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Int64(now.tv_sec)
    } elapsed: {
        processStart.duration(to: .now)
    }

    private static let processStart = ContinuousClock.now

    /// A time of day that is never less than what it was plus the time that has passed since: what was stale once does
    /// not become fresh again because a clock was set back (RFC 9111 4.2.3).
    ///
    /// - Parameters:
    ///   - seconds: Unix seconds.
    ///   - elapsed: by a monotonic clock, from any moment.
    static func neverBack(
        _ seconds: @escaping @Sendable () -> Int64, elapsed: @escaping @Sendable () -> Duration
    ) -> WallClock {
        let last = Locked<(seconds: Int64, elapsed: Duration)?>(nil)
        return WallClock {
            let (seconds, elapsed) = (seconds(), elapsed())
            return last.withLock { last in
                if let known = last {
                    let least = known.seconds + (elapsed - known.elapsed).components.seconds
                    if seconds < least { return least }
                    // Counted from when it changed, so that parts of seconds are not lost again and again.
                    if seconds == known.seconds { return seconds }
                }
                last = (seconds, elapsed)
                return seconds
            }
        }
    }
}
