import AttachmentTesting
import Glibc

/// The largest use of memory that was seen while a process lived.
struct MemoryPeak: Hashable, Sendable {
    /// Bytes of memory of its own, not backed by a file (`Anonymous` of smaps_rollup, proc(5)).
    var anonymous = 0
    /// Bytes of the largest resident set (`VmHWM` of status): what wait4 tells would count the parent's memory too,
    /// since posix_spawn begins in it.
    var resident = 0
    var samples = 0
}

/// Looks at a process about every millisecond until it has ended.
func sampleMemory(of process: Int32) async -> MemoryPeak {
    await onOwnThread {
        var peak = MemoryPeak()
        while let resident = kilobytes("VmHWM:", in: "/proc/\(process)/status") {
            peak.resident = max(peak.resident, resident)
            let anonymous = kilobytes("Anonymous:", in: "/proc/\(process)/smaps_rollup") ?? 0
            peak.anonymous = max(peak.anonymous, anonymous)
            peak.samples += 1
            poll(nil, 0, 1)
        }
        return peak
    }
}

/// A member of a file of /proc in bytes; nil once the process has ended (a zombie has no such member).
private func kilobytes(_ member: String, in path: String) -> Int? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 8192)
    let count = read(descriptor, &buffer, buffer.count)
    guard count > 0 else { return nil }
    for line in String(decoding: buffer[..<count], as: UTF8.self).split(separator: "\n") where line.hasPrefix(member) {
        return line.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 1024 }
    }
    return nil
}

/// The largest resident set of a process that will end, in bytes: seldom looked at, since looking takes its time too.
func residentPeak(of process: Int32) async -> Int {
    await onOwnThread {
        var peak = 0
        while let resident = kilobytes("VmHWM:", in: "/proc/\(process)/status") {
            peak = max(peak, resident)
            poll(nil, 0, 10)
        }
        return peak
    }
}

/// Lets this process have as many connections as the system allows: a benchmark's origin has all of them.
func raiseOpenFileLimit() throws {
    var limit = rlimit()
    let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    guard getrlimit(files, &limit) == 0 else { throw BenchFault("getrlimit: \(String(cString: strerror(errno)))") }
    limit.rlim_cur = limit.rlim_max
    guard setrlimit(files, &limit) == 0 else { throw BenchFault("setrlimit: \(String(cString: strerror(errno)))") }
}
