import Glibc
import AttachmentThreads

/// Whether somebody asked the program to stop: SIGINT, SIGTERM.
///
/// What waits polls ``descriptor``; what runs elsewhere is told through ``onStop(_:)``.
public final class Interruption: Sendable {
    /// The reading end of a pipe whose other end closes at the first signal: from then on poll(2) returns at once. -1
    /// where the system gave none; poll passes over that.
    let descriptor: Int32
    private let state: Locked<State>

    private struct State {
        var code: ExitCode?
        var writingEnd: Int32
        var handlers: [@Sendable () -> Void] = []
    }

    public init() {
        var ends: [Int32] = [-1, -1]
        if pipe(&ends) == 0 {
            for end in ends {
                _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            }
        }
        descriptor = ends[0]
        state = Locked(State(writingEnd: ends[1]))
    }

    deinit {
        close(descriptor)
        let writingEnd = state.withLock { $0.writingEnd }
        if writingEnd >= 0 {
            close(writingEnd)
        }
    }

    /// The exit code of the first signal; nil while there was none.
    public var exitCode: ExitCode? { state.withLock { $0.code } }

    /// Asks to stop. Only the first time counts.
    public func stop(_ code: ExitCode) {
        let handlers = state.withLock { state -> [@Sendable () -> Void] in
            guard state.code == nil else { return [] }
            state.code = code
            close(state.writingEnd)
            state.writingEnd = -1
            defer { state.handlers = [] }
            return state.handlers
        }
        for handler in handlers {
            handler()
        }
    }

    /// Runs the handler at the first signal, on the thread that takes it; at once where that has come already.
    func onStop(_ handler: @escaping @Sendable () -> Void) {
        let isStopped = state.withLock { state in
            if state.code == nil {
                state.handlers.append(handler)
            }
            return state.code != nil
        }
        if isStopped {
            handler()
        }
    }
}
