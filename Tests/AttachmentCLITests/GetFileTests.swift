import AttachmentCLI
import AttachmentTesting
import Glibc
import Testing

/// `get -o` writes a file whole, or leaves it as it was.
@Suite(.timeLimit(.minutes(1)))
struct GetFileTests {
    private static let picture = GeneratedJPEG(size: 1000).body(number: 1)

    private let bench: CommandBench
    private let origin: ScriptedOrigin

    init() throws {
        bench = try CommandBench()
        origin = try ScriptedOrigin(routes: ["/a.jpg": .ok(Self.picture, type: "image/jpeg")])
    }

    private func get(_ arguments: String...) async -> CommandBench.Outcome {
        await bench.run(["get", "--allow-origin", origin.origin] + arguments, inputDescriptor: -1)
    }

    @Test func `given a file, when written, then it holds the bytes, with -i behind the head`() async throws {
        #expect(await get(origin.url("/a.jpg"), "-o", "a").output == "")
        #expect(try bench.directory.read("a") == Self.picture.array)
        #expect(await get("-io", "b", origin.url("/a.jpg")).exitCode == .done)
        let bytes = try bench.directory.read("b")
        #expect(bytes.starts(with: "HTTP/1.1 200 OK\r\n".utf8))
        #expect(Array(bytes.suffix(Self.picture.array.count)) == Self.picture.array)
    }

    @Test func `given a symbolic link, when written, then what it leads to stays as it was`() async throws {
        let target = try bench.directory.write("kept", to: "target")
        symlink(target, bench.directory.path(of: "link"))
        #expect(await get(origin.url("/a.jpg"), "-o", "link").exitCode == .done)
        #expect(try bench.directory.read("target") == Array("kept".utf8))
        #expect(try bench.directory.read("link") == Self.picture.array)
    }

    @Test func `given a response that does not count, when got, then the file stays as it was`() async throws {
        try bench.directory.write("kept", to: "a")
        #expect(await get(origin.url("/none"), "-o", "a").exitCode == .notReady)
        #expect(await get(origin.url("/a.jpg"), "-H", "If-None-Match: *", "-o", "a").exitCode == .notReady)
        #expect(try bench.directory.read("a") == Array("kept".utf8))
    }

    @Test func `given places that take no file, when written, then the exit is 4 and the place is named`() async throws
    {
        for place in ["missing/a", "."] {
            let outcome = await get(origin.url("/a.jpg"), "-o", place)
            #expect(outcome.exitCode == .surroundings)
            #expect(outcome.error.contains("\(bench.directory.path)/"))
        }
        #expect(await get(origin.url("/a.jpg"), "-o", "").exitCode == .usage)
    }

    @Test func `given a device, when written, then it is one still`() async throws {
        #expect(await get(origin.url("/a.jpg"), "-o", "/dev/null").exitCode == .done)
        var status = stat()
        #expect(stat("/dev/null", &status) == 0)
        #expect(status.st_mode & S_IFMT == S_IFCHR)
    }

    @Test func `given a cache that cannot be used, when got, then the exit is 4 and nothing is written`() async throws {
        try bench.directory.write("", to: "file")
        let outcome = await get(origin.url("/a.jpg"), "--cache", "file", "-o", "a")
        #expect(outcome.exitCode == .surroundings)
        #expect(outcome.error.hasPrefix("attachfetch: cache-refused: "))
        #expect(bench.directory.exists("a") == false)
    }
}
