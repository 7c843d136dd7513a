public import AttachmentDomain
import Glibc

extension WallClock {
    /// The system's time of day (CLOCK_REALTIME).
    public static let system = WallClock {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Int64(now.tv_sec)
    }
}
