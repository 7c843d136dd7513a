import CLinux
import Glibc

/// Which start of the machine this is: `/proc/sys/kernel/random/boot_id` (proc(5)).
///
/// What was written without a sync is surely there until the machine stops, and doubtful after.
enum BootIdentity {
    /// Read once; nil where `/proc` is not there, which then counts as another start each time.
    static let current: String? = {
        let number = uninterrupted {
            attach_openat(AT_FDCWD, "/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC, 0)
        }
        guard number >= 0 else { return nil }
        let file = OpenFile(number)
        let text = withUnsafeTemporaryAllocation(byteCount: 36, alignment: 1) { bytes in
            let count = uninterrupted { Glibc.read(file.number, bytes.baseAddress, bytes.count) }
            return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        }
        return text.isEmpty ? nil : text
    }()
}
