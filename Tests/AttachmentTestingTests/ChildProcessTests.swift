import AttachmentTesting
import Glibc
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ChildProcessTests {
    @Test func `given a program, when it ends, then output, code and use are known`() async throws {
        let result = try await ChildProcess.run("sh", ["-c", "echo out; echo err >&2; exit 3"])
        #expect(result.outputText == "out\n")
        #expect(result.errorText == "err\n")
        #expect(result.exitCode == 3)
        #expect(result.end.maxResidentBytes > 0)
        #expect(result.end.wall > .zero)
    }

    @Test func `given input, when the child reads it, then it is all there`() async throws {
        let bytes = [UInt8](repeating: 65, count: 1_000_000)
        let result = try await ChildProcess.run("cat", input: .bytes(bytes))
        #expect(result.output == bytes)
    }

    @Test func `given unfinished input, when the child waits for more, then a signal ends it`() async throws {
        let child = try ChildProcess("cat", input: .unfinished(Array("begun\n".utf8)))
        #expect(await child.output(contains: "begun"))
        child.send(SIGTERM)
        let result = await child.result()
        #expect(result.end.signal == SIGTERM)
        #expect(result.exitCode == nil)
        child.send(SIGTERM)
    }

    @Test func `given environment and directory, when the child starts, then it has these and no others`() async throws
    {
        let directory = try TemporaryDirectory()
        let result = try await ChildProcess.run(
            "/bin/sh", ["-c", "echo $NAME; pwd; env | grep -c HOME"], environment: ["NAME": "value"],
            directory: directory.path)
        #expect(result.outputText == "value\n\(directory.path)\n0\n")
    }

    @Test func `given no such program, when it is started, then the error names it`() async throws {
        let fault = try #require(throws: SystemFault.self) { try ChildProcess("no-such-program") }
        #expect(fault.description == "start no-such-program: No such file or directory")
    }

    @Test func `given open descriptors here, when a child starts, then it has none of them`() async throws {
        let directory = try TemporaryDirectory()
        let descriptor = open(try directory.write("x", to: "file"), O_RDONLY)
        defer { close(descriptor) }
        // The fourth is the directory that ls itself reads.
        let result = try await ChildProcess.run("ls", ["/proc/self/fd"])
        #expect(result.outputText == "0\n1\n2\n3\n")
    }
}
