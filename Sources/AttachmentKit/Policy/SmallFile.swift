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

    /// Blocks while it reads.
    static func read(_ path: String, maxBytes: Int) throws(Fault) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw errno == ENOENT ? .absent : systemFault() }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        while true {
            let count = append(from: descriptor, to: &bytes)
            if count == 0 { return bytes }
            guard count > 0 || errno == EINTR else { throw systemFault() }
            guard bytes.count <= maxBytes else { throw .longerThan(maxBytes) }
        }
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
