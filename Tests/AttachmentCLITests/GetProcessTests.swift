import AttachmentTesting
import Glibc
import Testing

/// `get` as a process: what signals and readers do to it.
@Suite(.timeLimit(.minutes(1)), .enabled(if: Tool.exists))
struct GetProcessTests {
    private static let picture = GeneratedJPEG(size: 400_000).body(number: 1)
    private static let response = ScriptedResponse.ok(picture, type: "image/jpeg").header("ETag", "\"v1\"")

    private let directory: TemporaryDirectory
    private let gate = Gate()
    private let origin: ScriptedOrigin

    /// The first answer stops in mid body until the gate opens; the next is the rest.
    init() throws {
        directory = try TemporaryDirectory()
        origin = try ScriptedOrigin { [gate] request in
            guard request.header("Range") == "bytes=100000-" else {
                return Self.response.held(by: gate, at: .body(100_000))
            }
            var rest = Self.response
            rest.status = 206
            rest.body = Self.picture[100_000..<400_000]
            return rest.header("Content-Range", "bytes 100000-399999/400000")
        }
    }

    private var arguments: [String] { ["get", origin.url("/a.jpg"), "--allow-origin", origin.origin, "--verbose"] }

    private var environment: [String: String] { ["HOME": directory.path, "PATH": "/usr/bin:/bin"] }

    @Test(arguments: [SIGINT, SIGTERM])
    func `given a body under way, when a signal comes, then nothing is written, and the next call asks for the rest`(
        signal: Int32
    ) async throws {
        defer { gate.open() }
        let first = try ChildProcess(Tool.path, arguments, environment: environment, directory: directory.path)
        await gate.arrivals()
        first.send(signal)
        let interrupted = await first.result()
        #expect(interrupted.exitCode == 128 + signal)
        #expect(interrupted.output == [])
        let next = try await ChildProcess.run(
            Tool.path, arguments, environment: environment, directory: directory.path)
        let isPicture = next.output == Self.picture.array
        #expect(next.exitCode == 0)
        #expect(isPicture)
        #expect(origin.requests.map { $0.header("Range") } == [nil, "bytes=100000-"])
    }

    /// The reading end stays open, and nobody reads.
    @Test func `given a reader that does not read, when a signal comes, then the call ends with its code`() async throws
    {
        gate.open()
        let script = """
            mkfifo pipe messages; exec 3<>pipe; "$@" >&3 2>messages &
            read -r line <messages; kill -TERM $!; wait $!; echo "$line; code $?"
            """
        let result = try await ChildProcess.run(
            "bash", ["-c", script, "bash", Tool.path] + arguments, environment: environment, directory: directory.path)
        #expect(result.outputText.contains("status 200 from network"))
        #expect(result.outputText.hasSuffix("; code 143\n"))
    }

    @Test func `given a reader that goes away, when more is written, then that is no error`() async throws {
        gate.open()
        let script = #"{ "$@"; echo "code $?" >&2; } | head -c 10 | wc -c"#
        let result = try await ChildProcess.run(
            "bash", ["-c", script, "bash", Tool.path] + arguments, environment: environment, directory: directory.path)
        #expect(result.outputText == "10\n")
        #expect(result.errorText.hasSuffix("code 0\n"))
    }
}
