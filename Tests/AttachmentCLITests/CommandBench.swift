import AttachmentCLI
import AttachmentDomain
import AttachmentJSON
import AttachmentTesting
import Glibc

/// A temporary directory with an environment of its own, in which commands run in process.
struct CommandBench {
    let directory: TemporaryDirectory
    var environment: [String: String]
    /// When the call began, before now where a test wants less time left.
    var start: ContinuousClock.Instant?
    /// The time of day, in Unix seconds.
    var now: Int64 = 1_700_000_000
    var interruption = Interruption()
    var isTerminal = false

    init() throws {
        directory = try TemporaryDirectory("attachfetch-cli")
        environment = ["HOME": directory.path]
    }

    /// What a call left.
    struct Outcome {
        let exitCode: ExitCode
        let output: String
        let error: String

        /// The output as JSON.
        var json: JSONValue {
            get throws { try JSONDocument(Array(output.utf8)).root }
        }

        /// The output as JSON lines.
        var lines: [JSONValue] {
            get throws { try output.split(separator: "\n").map { try JSONDocument(Array($0.utf8)).root } }
        }

        /// The member `error` of the last line of standard error.
        var refusal: JSONValue? {
            get throws { try error.split(separator: "\n").last.map { try JSONDocument(Array($0.utf8)).root }?["error"] }
        }
    }

    /// Runs a call on a thread of its own, as the main thread would. `input` stands on standard input.
    func run(_ arguments: String..., input: [UInt8] = []) async throws -> Outcome {
        let file = try directory.write(input, to: "standard-input")
        let descriptor = open(file, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        return await run(arguments, inputDescriptor: descriptor)
    }

    /// The same with an open descriptor as standard input.
    func run(_ arguments: [String], inputDescriptor: Int32) async -> Outcome {
        let output = OutputStream(memoryAsTerminal: isTerminal)
        let error = OutputStream(memoryAsTerminal: isTerminal)
        let code = await run(arguments, inputDescriptor: inputDescriptor, output: output, error: error)
        return Outcome(exitCode: code, output: output.text, error: error.text)
    }

    func run(
        _ arguments: [String], inputDescriptor: Int32, output: OutputStream, error: OutputStream
    ) async -> ExitCode {
        let now = now
        let context = CommandContext(
            environment: environment, directory: directory.path, inputDescriptor: inputDescriptor, output: output,
            error: error, start: start ?? .now, clock: WallClock { now }, interruption: interruption)
        return await onOwnThread { Program.run(arguments, context) }
    }
}

/// A pipe whose ends close when it is released.
final class Pipe {
    let reading: Int32
    private(set) var writing: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        precondition(pipe(&ends) == 0)
        (reading, writing) = (ends[0], ends[1])
    }

    func write(_ text: String) {
        _ = Array(text.utf8).withUnsafeBytes { Glibc.write(writing, $0.baseAddress, $0.count) }
    }

    deinit {
        close(reading)
        close(writing)
    }
}
