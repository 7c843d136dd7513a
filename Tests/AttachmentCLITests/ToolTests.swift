import AttachmentTesting
import Glibc
import Testing

@Suite("The program itself", .timeLimit(.minutes(1)), .enabled(if: Tool.exists))
struct ToolTests {
    @Test(
        "Given a call that waits for its input, when a signal comes, then the exit code is 128 and the signal's number",
        arguments: [SIGINT, SIGTERM])
    func signals(number: Int32) async throws {
        let directory = try TemporaryDirectory()
        let child = try ChildProcess(
            Tool.path, ["inspect", "-", "--verbose"], environment: ["HOME": directory.path], directory: directory.path,
            input: .unfinished(Array("{".utf8)))
        #expect(await child.errorOutput(contains: "reading standard input"))
        child.send(number)
        #expect(await child.result().exitCode == 128 + number)
    }

    @Test("Given a reader that closes its pipe, when much is printed, then no signal ends the program: exit 0")
    func closedPipe() async throws {
        let directory = try TemporaryDirectory()
        let result = try await ChildProcess.run(
            "bash", ["-c", #""$0" policy show > >(exec <&-) ; echo $?"#, Tool.path],
            environment: ["HOME": directory.path, "PATH": "/usr/bin:/bin"], directory: directory.path)
        #expect(result.outputText == "0\n")
        #expect(result.errorText == "")
    }

    @Test(
        "Given standard descriptors that are closed, when called, then nothing else takes their numbers",
        arguments: [
            (#""$0" inspect - <&- ; echo $?"#, "3\n", "standard input: Bad file descriptor"),
            (#""$0" pushes list >&- ; echo $?"#, "4\n", "standard output cannot be written: Bad file descriptor"),
            (#""$0" pushes list --no-such <&- >&- 2>&- ; echo $?; "$0" cache stats >/dev/null; echo $?"#, "2\n0\n", ""),
        ])
    func closedDescriptors(script: String, output: String, error: String) async throws {
        let directory = try TemporaryDirectory()
        let result = try await ChildProcess.run(
            "bash", ["-c", script, Tool.path], environment: ["HOME": directory.path, "PATH": "/usr/bin:/bin"],
            directory: directory.path)
        #expect(result.outputText == output)
        #expect(result.errorText.contains(error) || error.isEmpty)
    }

    @Test("Given a payload on standard input, when inspected, then the program prints it and ends with 0")
    func inspects() async throws {
        let directory = try TemporaryDirectory()
        let result = try await ChildProcess.run(
            Tool.path, ["inspect", "-"], environment: ["HOME": directory.path], directory: directory.path,
            input: .bytes(Array(InputTests.payload.utf8)))
        #expect(result.exitCode == 0)
        #expect(result.outputText.hasPrefix("{\n  \"provider\": \"generic\""))
    }
}

/// The program beside the test bundle, where the build puts both.
private enum Tool {
    static var path: String {
        var target = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &target, target.count)
        let test = String(decoding: target.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // The bundle is the program itself here; with a separate runner the build directory is the current one's.
        let folder = test.split(separator: "/").dropLast().joined(separator: "/")
        let beside = "/\(folder)/attachfetch"
        return access(beside, X_OK) == 0 ? beside : "\(root)/.build/debug/attachfetch"
    }

    static var exists: Bool { access(path, X_OK) == 0 }

    private static var root: String {
        "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    }
}
