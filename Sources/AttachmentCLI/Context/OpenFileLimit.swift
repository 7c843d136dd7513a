import Glibc

/// How many files and connections this process may have open (getrlimit(2)).
enum OpenFileLimit {
    /// Raises the usual 1,024 to what the system allows: every transfer has a connection, and maybe a file. Only for a
    /// process of our own; a program that embeds the library may use calls that stop at 1,024.
    static func raise() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0, limit.rlim_cur < limit.rlim_max
        else {
            return
        }
        limit.rlim_cur = min(limit.rlim_max, highest)
        // Where it is refused, connections beyond the limit fail by themselves and say so.
        _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    private static let highest: rlim_t = 65536
}
