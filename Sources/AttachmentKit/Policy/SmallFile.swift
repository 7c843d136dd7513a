import AttachmentDomain
import CLinux
import Glibc

/// A file of a few kilobytes that a policy names, read whole.
enum SmallFile {
    enum Fault: Error {
        /// There is no such file.
        case absent
        /// It cannot be read, in the words of the system.
        case unreadable(String)
        case longerThan(Int)

        var words: String {
            switch self {
            case .absent: String(cString: attach_error_words(ENOENT))
            case .unreadable(let words): words
            case .longerThan(let bytes): "it has more than \(bytes) bytes"
            }
        }
    }

    /// Blocks while it reads; a pipe that nobody closes is given up after a while, and one that nobody writes to is empty.
    static func read(_ path: String, maxBytes: Int) throws(Fault) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw errno == ENOENT ? .absent : systemFault() }
        defer { close(descriptor) }
        let end = ContinuousClock.now.advanced(by: patience)
        var bytes: [UInt8] = []
        while true {
            let count = append(from: descriptor, to: &bytes)
            if count == 0 { return bytes }
            if count < 0, errno == EAGAIN {
                guard ContinuousClock.now < end, waitForBytes(descriptor) else {
                    throw .unreadable("no end of it came within \(patience.inSeconds) s")
                }
                continue
            }
            guard count > 0 || errno == EINTR else { throw systemFault() }
            guard bytes.count <= maxBytes else { throw .longerThan(maxBytes) }
        }
    }

    private static let patience = Duration.seconds(5)

    /// Whether there is something to read before the patience is over.
    private static func waitForBytes(_ descriptor: Int32) -> Bool {
        var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&watched, 1, Int32(patience.milliseconds)) != 0
    }

    private static func systemFault() -> Fault { .unreadable(String(cString: attach_error_words(errno))) }

    /// Reads once, up to 64 KiB. Corresponds to `read`: 0 at the end, -1 and errno on failure.
    private static func append(from descriptor: Int32, to bytes: inout [UInt8]) -> Int {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 65536) { buffer in
            let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            if count > 0 { bytes.append(contentsOf: buffer[..<count]) }
            return count
        }
    }
}
