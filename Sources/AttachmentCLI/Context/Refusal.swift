import AttachmentDomain

/// Why a command ends without doing what was asked: the words for people and scripts, and the exit code.
struct Refusal: Error, Hashable {
    var finding: Finding
    var exitCode: ExitCode
    /// Whether the line for people names the code too: for commands whose output has no place for it.
    var namesCode = false

    init(_ finding: Finding, _ exitCode: ExitCode) {
        self.finding = finding
        self.exitCode = exitCode
    }

    /// A refusal with the exit code that the error's own code has.
    init(_ error: some ExplainedError) {
        self.init(error.finding, ExitCode(refusing: error.code))
    }
}

extension ExitCode {
    /// The exit code of a call that ends with this code: the one table that maps them.
    init(refusing code: Code) {
        switch code {
        case .usage, .policyInvalid: self = .usage
        case .inputNotFound, .inputNotJSON, .inputIncomplete, .payloadTooLarge, .payloadTooDeep:
            self = .unreadableInput
        case .cacheRefused, .cacheFormatNewer, .cacheFull, .cacheUnavailable, .diskFull: self = .surroundings
        default: self = .notReady
        }
    }
}
