/// How a program ends: what a script asks it.
public enum ExitCode: Int32, Sendable, CaseIterable {
    /// All that was asked is done, and ready or valid.
    case done = 0
    /// Finished, but something is not as asked; the output says what.
    case notReady = 1
    /// Usage or configuration.
    case usage = 2
    /// An input cannot be read.
    case unreadableInput = 3
    /// The surroundings fail: cache, disk, engine.
    case surroundings = 4
    /// SIGINT, as 128 + 2.
    case interrupted = 130
    /// SIGTERM, as 128 + 15.
    case terminated = 143
}

extension ExitCode {
    /// The code that counts when both apply: signals, then surroundings, then inputs, then results.
    public func combined(with other: ExitCode) -> ExitCode {
        rank >= other.rank ? self : other
    }

    private var rank: Int {
        switch self {
        case .done: 0
        case .notReady: 1
        case .unreadableInput: 2
        case .surroundings: 3
        case .usage: 4
        case .interrupted, .terminated: 5
        }
    }

    /// What it means, for the help.
    var meaning: String {
        switch self {
        case .done: "all that was asked is done, and ready or valid"
        case .notReady: "finished, but something is not; the output says what"
        case .usage: "usage or configuration"
        case .unreadableInput: "an input cannot be read"
        case .surroundings: "the surroundings fail: cache unusable, disk full"
        case .interrupted: "stopped by SIGINT; what is known is printed"
        case .terminated: "stopped by SIGTERM; what is known is printed"
        }
    }
}
