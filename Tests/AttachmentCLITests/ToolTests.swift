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

    private static func wave() throws -> [UInt8] {
        let directory = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        return try readFile("/\(directory)/Fixtures/media/wave.gif")
    }

    /// A GIF with a strong tag: its first answer stalls after 20 bytes, later ones are the rest that was asked for.
    private static func stallingOnce(_ media: [UInt8], at gate: Gate) -> ScriptedOrigin.Handler {
        { request in
            let whole = ScriptedResponse.ok(media, type: "image/gif").header("ETag", "\"v1\"")
            guard request.ordinal > 1 else { return whole.held(by: gate, at: .body(20)) }
            guard request.header("Range") == "bytes=20-" else { return whole }
            var rest = ScriptedResponse.ok(Array(media[20...]), type: "image/gif").header("ETag", "\"v1\"")
            rest.status = 206
            return rest.header("Content-Range", "bytes 20-\(media.count - 1)/\(media.count)")
        }
    }

    @Test(
        "Given a call that ends in the middle of a body, when it is made again, then only the rest is asked for",
        arguments: [nil, SIGINT, SIGTERM])
    func resumes(signal: Int32?) async throws {
        let media = try Self.wave()
        let gate = Gate()
        let origin = try ScriptedOrigin(handler: Self.stallingOnce(media, at: gate))
        defer { origin.stop() }
        let directory = try TemporaryDirectory()
        let payload = Array(#"{"message":{"notification":{"image":"\#(origin.url("/wave.gif"))"}}}"#.utf8)
        func start(deadline: String) throws -> ChildProcess {
            try ChildProcess(
                Tool.path,
                [
                    "fetch", "-", "--cache", directory.path(of: "cache"), "--allow-origin", origin.origin, "--deadline",
                    deadline,
                ], environment: ["HOME": directory.path], directory: directory.path, input: .bytes(payload))
        }

        let first = try start(deadline: signal == nil ? "0.6" : "30")
        if let signal {
            await gate.arrivals()
            first.send(signal)
        }
        let expected = signal.map { 128 + $0 } ?? 1
        #expect(await first.result().exitCode == expected)
        let second = try await start(deadline: "20").result()

        #expect(second.exitCode == 0)
        #expect(second.outputText.contains("\"bytes\": \(media.count),"))
        #expect(origin.requests.map { $0.header("Range") } == [nil, "bytes=20-"])
    }

    @Test("Given proxies in the environment, when the program fetches, then it asks the origin itself")
    func proxies() async throws {
        let proxy = try ScriptedOrigin { _ in .status(500) }
        defer { proxy.stop() }
        let origin = try ScriptedOrigin(routes: ["/a.gif": .ok(try Self.wave(), type: "image/gif")])
        defer { origin.stop() }
        let directory = try TemporaryDirectory()
        var environment = ["HOME": directory.path]
        for name in ["http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"] {
            environment[name] = proxy.origin
        }
        let result = try await ChildProcess.run(
            Tool.path, ["fetch", "-", "--allow-origin", origin.origin], environment: environment,
            directory: directory.path,
            input: .bytes(Array(#"{"message":{"notification":{"image":"\#(origin.url("/a.gif"))"}}}"#.utf8)))
        #expect(result.exitCode == 0)
        #expect(proxy.connectionCount == 0)
    }
}

/// The program beside the test bundle, where the build puts both.
enum Tool {
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
