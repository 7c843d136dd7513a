import Glibc

/// How a program ended and what it took.
public struct ProcessEnd: Hashable, Sendable {
    /// The exit code; nil when a signal ended it.
    public let exitCode: Int32?
    /// The signal that ended it; nil when it exited.
    public let signal: Int32?
    /// From just before the start to the end.
    public let wall: Duration
    /// Processor time in user code.
    public let userTime: Duration
    /// Processor time in the kernel.
    public let systemTime: Duration
    /// The largest resident set, in bytes (getrusage(2), `ru_maxrss`). Never less than what this process had when it
    /// started the child: posix_spawn begins in the parent's memory, and Linux counts that.
    public let maxResidentBytes: Int

    init(status: Int32, wall: Duration, usage: rusage) {
        // WIFEXITED and WEXITSTATUS are macros that Swift does not see: the low seven bits are the signal, 0 for none.
        let signal = status & 0x7F
        self.signal = signal == 0 ? nil : signal
        exitCode = signal == 0 ? (status >> 8) & 0xFF : nil
        self.wall = wall
        userTime = Duration(usage.ru_utime)
        systemTime = Duration(usage.ru_stime)
        maxResidentBytes = usage.ru_maxrss * 1024
    }

    /// Stands for the end of a child that was not waited for.
    static let unknown = ProcessEnd(status: SIGKILL, wall: .zero, usage: rusage())
}

/// What a program left behind.
public struct ProcessResult: Hashable, Sendable {
    /// Standard output.
    public let output: [UInt8]
    /// Standard error.
    public let errorOutput: [UInt8]
    public let end: ProcessEnd

    /// The exit code; nil when a signal ended it.
    public var exitCode: Int32? { end.exitCode }

    /// Standard output as text.
    public var outputText: String { String(decoding: output, as: UTF8.self) }

    /// Standard error as text.
    public var errorText: String { String(decoding: errorOutput, as: UTF8.self) }
}

extension Duration {
    init(_ time: timeval) {
        self = .seconds(time.tv_sec) + .microseconds(time.tv_usec)
    }
}
