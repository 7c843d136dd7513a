import Glibc

/// `POLLRDHUP`, hidden from Swift by `_GNU_SOURCE`: the peer, or `shutdown` on our side, has ended the stream.
let hangUp: Int16 = 0x2000

/// Blocks until the stream has been ended by either side, at most so long; negative waits without limit.
///
/// - Returns: whether it has ended.
func waitForHangUp(_ connection: Int32, milliseconds: Int32 = -1) -> Bool {
    var watched = pollfd(fd: connection, events: hangUp, revents: 0)
    while true {
        let result = poll(&watched, 1, milliseconds)
        if result >= 0 { return result > 0 }
        if errno != EINTR { return true }
    }
}
