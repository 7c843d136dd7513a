public import AttachmentDomain
import AttachmentKit
import Glibc

/// Everything that a command touches outside of its arguments, in one value: tests run commands in process.
public struct CommandContext: Sendable {
    public var environment: [String: String]
    /// The current directory, absolute; relative names start from it.
    public var directory: String
    /// The descriptor that `-` reads from.
    public var inputDescriptor: Int32
    public var output: OutputStream
    public var error: OutputStream
    /// What deadlines count from: the start of the process.
    public var start: ContinuousClock.Instant
    public var clock: WallClock
    public var interruption: Interruption
    /// Whether the process ends with the call, and with it all that still runs: then nothing needs to be wound up.
    var endsProcess = false

    public init(
        environment: [String: String], directory: String, inputDescriptor: Int32, output: OutputStream,
        error: OutputStream, start: ContinuousClock.Instant, clock: WallClock, interruption: Interruption
    ) {
        self.environment = environment
        self.directory = directory
        self.inputDescriptor = inputDescriptor
        self.output = output
        self.error = error
        self.start = start
        self.clock = clock
        self.interruption = interruption
    }

    /// The context of this process.
    static func process(start: ContinuousClock.Instant, interruption: Interruption) -> CommandContext {
        var context = CommandContext(
            environment: ProcessFacts.environment, directory: ProcessFacts.directory, inputDescriptor: STDIN_FILENO,
            output: OutputStream(descriptor: STDOUT_FILENO), error: OutputStream(descriptor: STDERR_FILENO),
            start: start, clock: .system, interruption: interruption)
        context.endsProcess = true
        return context
    }

    /// The name as an absolute path.
    func absolute(_ name: String) -> String {
        name.hasPrefix("/") ? name : directory == "/" ? "/\(name)" : "\(directory)/\(name)"
    }
}

/// What the system says about this process.
enum ProcessFacts {
    /// When the process began, as near as can be told from inside: loading its libraries is part of what a caller waits
    /// for. The time that it has computed until now is never more than what has passed; its start time in /proc would
    /// count what a shell did before it became this program.
    static var start: ContinuousClock.Instant {
        var used = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used)
        return .now.advanced(by: .zero - .seconds(used.tv_sec) - .nanoseconds(used.tv_nsec))
    }

    static var environment: [String: String] {
        var variables: [String: String] = [:]
        var next = environ
        while let entry = next.pointee {
            let text = String(cString: entry)
            if let equals = text.firstIndex(of: "=") {
                variables[String(text[..<equals])] = String(text[text.index(after: equals)...])
            }
            next += 1
        }
        return variables
    }

    /// The current directory; `/` where it was removed.
    static var directory: String {
        guard let path = getcwd(nil, 0) else { return "/" }
        defer { free(path) }
        return String(cString: path)
    }
}
