import Glibc

/// The descriptors 0, 1 and 2, which a caller may have closed.
enum StandardDescriptors {
    /// Occupies those that are closed, so that no file of the cache gets their numbers and is written to as if it were
    /// standard output. Reading and writing still fail with EBADF, as they would on a closed one.
    ///
    /// Called before anything else is opened.
    static func occupy() {
        // Opened the wrong way round on purpose. Each open gives the lowest number that is free.
        for (number, flags) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(number, F_GETFD) < 0 {
            _ = open("/dev/null", flags)
        }
    }
}
