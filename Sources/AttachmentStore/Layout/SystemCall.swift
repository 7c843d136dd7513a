import Glibc

/// Makes a system call again for as long as a signal interrupts it. Not for `close`, which must never be repeated.
func uninterrupted<Result: SignedInteger>(_ call: () -> Result) -> Result {
    while true {
        let result = call()
        if result != -1 || errno != EINTR { return result }
    }
}
