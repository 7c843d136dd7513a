import CTesting
import Glibc

/// A program started by a test: its output is collected, its end and its use of time and memory are measured.
///
/// Lighter than Foundation's Process, and it knows `wait4`. The child gets no descriptors but 0, 1 and 2.
public final class ChildProcess: Sendable {
    /// What stands on the child's standard input.
    public enum Input: Sendable {
        /// `/dev/null`.
        case nothing
        /// These bytes, then the end.
        case bytes([UInt8])
        /// These bytes and no end: a pipe that is never closed while the child lives.
        case unfinished([UInt8])
    }

    private struct State: Sendable {
        var output: [UInt8] = []
        var errorOutput: [UInt8] = []
        var openPipes = 2
        var end: ProcessEnd?
    }

    /// The process id.
    public let identifier: Int32
    private let state = Monitor(State())
    /// Written to by a thread of its own, or held open until the child has ended.
    private let heldInput = Monitor<Int32?>(nil)

    /// Starts a program, found in `PATH` unless its name has a slash.
    ///
    /// - Parameters:
    ///   - environment: the whole environment of the child; nil for that of this process.
    ///   - directory: where it starts; nil for where this process is.
    /// - Throws: what `posix_spawnp` says, as when there is no such program.
    public init(
        _ program: String, _ arguments: [String] = [], environment: [String: String]? = nil,
        directory: String? = nil, input: Input = .nothing
    ) throws(SystemFault) {
        signal(SIGPIPE, SIG_IGN)
        let pipes = try ChildPipes(input: input)
        let start = ContinuousClock.now
        do throws(SystemFault) {
            identifier = try spawn(
                program, arguments, environment: environment, directory: directory, pipes: pipes)
        } catch {
            pipes.closeAll()
            throw error
        }
        pipes.closeChildEnds()
        read(pipes.output.reading, into: \.output)
        read(pipes.error.reading, into: \.errorOutput)
        feed(input, through: pipes.input?.writing)
        reap(startedAt: start)
    }

    /// Runs a program to its end and returns what it left, without blocking Swift's pool.
    public static func run(
        _ program: String, _ arguments: [String] = [], environment: [String: String]? = nil,
        directory: String? = nil, input: Input = .nothing
    ) async throws(SystemFault) -> ProcessResult {
        let child = try ChildProcess(
            program, arguments, environment: environment, directory: directory, input: input)
        return await child.result()
    }

    /// Sends a signal; nothing happens once the child has ended.
    public func send(_ signal: Int32) {
        state.withLock { state in
            // Under the lock the child cannot be reaped, so the number cannot belong to another process yet.
            if state.end == nil { kill(identifier, signal) }
        }
    }

    /// Suspends until the child has ended and its output is complete.
    public func result() async -> ProcessResult {
        await state.reached { $0.end != nil && $0.openPipes == 0 }
        return result(state.value)
    }

    /// Blocks the calling thread until the child has ended and its output is complete.
    public func wait() -> ProcessResult {
        state.wait { $0.end != nil && $0.openPipes == 0 }
        return result(state.value)
    }

    /// Suspends until standard output holds the text, or is complete. Returns whether it does.
    @discardableResult
    public func output(contains text: String) async -> Bool {
        await state.reached { $0.output.contains(text.utf8) || $0.openPipes == 0 }
        return state.value.output.contains(text.utf8)
    }

    /// Suspends until standard error holds the text, or is complete. Returns whether it does.
    @discardableResult
    public func errorOutput(contains text: String) async -> Bool {
        await state.reached { $0.errorOutput.contains(text.utf8) || $0.openPipes == 0 }
        return state.value.errorOutput.contains(text.utf8)
    }

    private func result(_ state: State) -> ProcessResult {
        guard let end = state.end else {
            // Only a cancelled wait comes here: the test is over, the child must not outlive it.
            send(SIGKILL)
            return ProcessResult(output: state.output, errorOutput: state.errorOutput, end: .unknown)
        }
        return ProcessResult(output: state.output, errorOutput: state.errorOutput, end: end)
    }

    // MARK: Threads

    private func read(_ descriptor: Int32, into member: any WritableKeyPath<State, [UInt8]> & Sendable) {
        let state = state
        startThread {
            var buffer = [UInt8](repeating: 0, count: 64 * 1024)
            while true {
                let got = Glibc.read(descriptor, &buffer, buffer.count)
                if got < 0, errno == EINTR { continue }
                guard got > 0 else { break }
                state.withLock { $0[keyPath: member] += buffer[..<got] }
            }
            close(descriptor)
            state.withLock { $0.openPipes -= 1 }
        }
    }

    private func feed(_ input: Input, through descriptor: Int32?) {
        guard let descriptor else { return }
        switch input {
        case .nothing:
            close(descriptor)
        case .bytes(let bytes):
            startThread {
                writeAll(bytes, to: descriptor)
                close(descriptor)
            }
        case .unfinished(let bytes):
            heldInput.withLock { $0 = descriptor }
            startThread { writeAll(bytes, to: descriptor) }
        }
    }

    private func reap(startedAt start: ContinuousClock.Instant) {
        startThread { [self] in
            // Waits without reaping first, so that `send` never meets a number that has been given away.
            var info = siginfo_t()
            while waitid(P_PID, id_t(identifier), &info, WEXITED | WNOWAIT) < 0, errno == EINTR {}
            let wall = start.duration(to: .now)
            let identifier = identifier
            state.withLock { state in
                var status: Int32 = 0
                var usage = rusage()
                wait4(identifier, &status, 0, &usage)
                state.end = ProcessEnd(status: status, wall: wall, usage: usage)
            }
            heldInput.withLock { descriptor in
                if let held = descriptor { close(held) }
                descriptor = nil
            }
        }
    }
}

private func writeAll(_ bytes: [UInt8], to descriptor: Int32) {
    var written = 0
    while written < bytes.count {
        let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress! + written, bytes.count - written) }
        if count < 0, errno == EINTR { continue }
        // A child that has closed its input has read enough.
        guard count > 0 else { return }
        written += count
    }
}

extension [UInt8] {
    /// Whether the bytes of `wanted` stand in it in a row.
    func contains(_ wanted: some Collection<UInt8>) -> Bool {
        guard !wanted.isEmpty else { return true }
        return indices.contains { self[$0...].starts(with: wanted) }
    }
}
