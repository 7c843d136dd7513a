import AttachmentCLI
import AttachmentJSON
import AttachmentTesting
import Glibc
import Testing

/// `get` gives what counts as the response of a URL, and nothing else.
@Suite(.timeLimit(.minutes(1)))
struct GetCommandTests {
    private static let picture = GeneratedJPEG(size: 2000).body(number: 1)

    private static let bigPicture = GeneratedJPEG(size: 1_000_000).body(number: 2)

    private static func origin() throws -> ScriptedOrigin {
        try ScriptedOrigin(routes: [
            "/a.jpg": .ok(picture, type: "image/jpeg").header("Cache-Control", "max-age=600")
                .header("ETag", "\"v1\"").header("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT"),
            "/big.jpg": .ok(bigPicture, type: "image/jpeg"),
            "/text": .ok("hello", type: "text/plain"),
            "/nothing": ScriptedResponse(status: 204),
            "/moved": .redirect(to: "/a.jpg"),
            "/private": .ok(picture, type: "image/jpeg").header("Cache-Control", "no-store"),
        ])
    }

    /// A bench, an origin, and calls of `get`.
    private struct Scene {
        var bench: CommandBench
        let origin: ScriptedOrigin

        init() throws {
            bench = try CommandBench()
            origin = try GetCommandTests.origin()
        }

        func get(_ target: String, _ arguments: String...) async throws -> CommandBench.Outcome {
            await bench.run(
                ["get", origin.url(target), "--allow-origin", origin.origin] + arguments, inputDescriptor: -1)
        }
    }

    /// Runs the call with a file for standard output, and gives the bytes that came there.
    private static func bytes(_ scene: Scene, _ arguments: [String]) async throws -> ([UInt8], ExitCode) {
        let path = try scene.bench.directory.write("", to: "standard-output")
        let descriptor = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC)
        defer { close(descriptor) }
        let output = OutputStream(descriptor: descriptor)
        let code = await scene.bench.run(
            arguments + ["--allow-origin", scene.origin.origin], inputDescriptor: -1, output: output,
            error: OutputStream(memoryAsTerminal: false))
        return (try readFile(path), code)
    }

    @Test func `given a picture, when got twice, then its very bytes come and it was asked for once`() async throws {
        let scene = try Scene()
        for output in [[], ["-o", "-"], ["--output=-"]] {
            let (bytes, code) = try await Self.bytes(scene, ["get", scene.origin.url("/big.jpg")] + output)
            #expect(code == .done)
            let isPicture = bytes == Self.bigPicture.array
            #expect(isPicture)
        }
        #expect(scene.origin.count(of: "/big.jpg") == 1)
    }

    // Case 47.
    @Test func `given -i, when got, then the head stands before the body, with its age from the cache`() async throws {
        var scene = try Scene()
        let first = try await scene.get("/moved", "-i")
        #expect(first.exitCode == .done)
        #expect(first.output.hasPrefix("HTTP/1.1 200 OK\r\n"))
        scene.bench.now += 5
        let (bytes, _) = try await Self.bytes(scene, ["get", "-i", scene.origin.url("/a.jpg")])
        let size = Self.picture.array.count
        let head = String(decoding: bytes.dropLast(size), as: UTF8.self)
        #expect(head.hasPrefix("HTTP/1.1 200 OK\r\nDate: "))
        #expect(head.hasSuffix("\r\nContent-Length: \(size)\r\nAge: 5\r\n\r\n"))
        let isPicture = Array(bytes.suffix(size)) == Self.picture.array
        #expect(isPicture)
        #expect(scene.origin.count(of: "/a.jpg") == 1)
    }

    @Test func `given a status other than 2xx, when got without -i, then nothing is written and the code is told`()
        async throws
    {
        let scene = try Scene()
        let outcome = try await scene.get("/none?key=secret")
        #expect(outcome.exitCode == .notReady)
        #expect(outcome.output == "")
        #expect(
            outcome.error.hasPrefix(
                "attachfetch: http-status: \(scene.origin.url("/none?key=REDACTED")) answered with status 404"))
        #expect(outcome.error.contains("secret") == false)
        let script = try await scene.get("/none?key=secret", "--format", "json")
        #expect(try script.refusal?["code"]?.string == "http-status")
        #expect(try script.refusal?["message"]?.string?.hasPrefix("http://") == true)
        #expect(scene.origin.count(of: "/none") == 1)
    }

    @Test(arguments: ["/none", "/nothing"])
    func `given any status, when got with -i, then it is an answer, before and after the body was refused`(
        target: String
    ) async throws {
        let scene = try Scene()
        for arguments in [["-i"], [], ["-i"]] {
            let outcome = await scene.bench.run(
                ["get", scene.origin.url(target), "--allow-origin", scene.origin.origin] + arguments,
                inputDescriptor: -1)
            #expect(outcome.exitCode == (arguments.isEmpty ? .notReady : .done))
            #expect(outcome.output.isEmpty == arguments.isEmpty)
        }
        let again = try await scene.get(target, "-i")
        #expect(
            again.output.hasPrefix(target == "/none" ? "HTTP/1.1 404 Not Found\r\n" : "HTTP/1.1 204 No Content\r\n"))
        #expect(again.output.hasSuffix(target == "/none" ? "</html>\n" : "\r\n\r\n"))
    }

    @Test func `given no media, when got, then only --any-type takes it`() async throws {
        let scene = try Scene()
        let refused = try await scene.get("/text")
        #expect(refused.exitCode == .notReady)
        #expect(refused.output == "")
        #expect(refused.error.hasPrefix("attachfetch: not-media: \(scene.origin.url("/text"))"))
        #expect(try await scene.get("/text", "--any-type").output == "hello")
        #expect(try await scene.get("/text").output == "")
    }

    @Test func `given a picture that is cut, when got, then only --any-type takes it, before and after`() async throws {
        let bench = try CommandBench()
        let bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
        let origin = try ScriptedOrigin(routes: ["/cut.png": .ok(bytes, type: "image/png")])
        let url = origin.url("/cut.png")
        let call = ["get", url, "--allow-origin", origin.origin]
        let refused = await bench.run(call, inputDescriptor: -1)
        #expect(refused.exitCode == .notReady)
        #expect(refused.output == "")
        #expect(refused.error.hasPrefix("attachfetch: damaged: \(url): image/png of 16 bytes is not whole: "))
        let taken = await bench.run(call + ["--any-type", "-o", "cut.png"], inputDescriptor: -1)
        #expect(taken.exitCode == .done)
        let again = await bench.run(call, inputDescriptor: -1)
        #expect(again.exitCode == .notReady)
        #expect(again.error.hasPrefix("attachfetch: damaged: "))
        #expect(origin.count(of: "/cut.png") == 2)
    }

    @Test func `given nobody who answers, when got, then the code and the URL are told`() async throws {
        let scene = try Scene()
        scene.origin.stop()
        let outcome = try await scene.get("/a.jpg", "--deadline", "0.5")
        #expect(outcome.exitCode == .notReady)
        #expect(outcome.output == "")
        #expect(outcome.error.hasPrefix("attachfetch: connect-failed: "))
        #expect(outcome.error.contains("\(scene.origin.port)"))
    }

    @Test(arguments: [
        ("If-None-Match: \"v1\"", true), ("If-None-Match: W/\"v1\", \"v2\"", true), ("If-None-Match: \"v2\"", false),
        ("If-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT", true),
        ("If-Modified-Since: Sun, 06 Nov 1994 08:49:36 GMT", false),
    ])
    func `given a condition, when got, then the cache answers it, and 304 counts with -i alone`(
        condition: String, holds: Bool
    ) async throws {
        let scene = try Scene()
        #expect(try await scene.get("/a.jpg", "-o", "copy").exitCode == .done)
        let head = try await scene.get("/a.jpg", "-i", "-H", condition)
        #expect(head.exitCode == .done)
        #expect(head.output.hasPrefix(holds ? "HTTP/1.1 304 Not Modified\r\n" : "HTTP/1.1 200 OK\r\n"))
        #expect(head.output.hasSuffix("\r\n\r\n") == holds)
        let plain = try await scene.get("/a.jpg", "-H", condition)
        #expect(plain.exitCode == (holds ? .notReady : .done))
        #expect(plain.output.isEmpty == holds)
        #expect(plain.error.hasPrefix("attachfetch: http-status: ") == holds)
        #expect(scene.origin.requests.allSatisfy { $0.header("If-None-Match") == nil })
    }

    @Test func `given Cache-Control, when got, then the cache obeys it`() async throws {
        let scene = try Scene()
        let missing = try await scene.get("/a.jpg", "-H", "Cache-Control: only-if-cached")
        #expect(missing.exitCode == .notReady)
        #expect(scene.origin.requestCount == 0)
        #expect(try await scene.get("/a.jpg", "-H", "Cache-Control: no-store", "-o", "a").exitCode == .done)
        #expect(try await scene.get("/a.jpg", "-H", "Cache-Control: only-if-cached").exitCode == .notReady)
        #expect(try await scene.get("/a.jpg", "-o", "a").exitCode == .done)
        #expect(try await scene.get("/a.jpg", "-H", "Cache-Control: only-if-cached", "-o", "a").exitCode == .done)
        #expect(scene.origin.requestCount == 2)
        #expect(try await scene.get("/a.jpg", "-H", "cache-control: no-cache", "-o", "a").exitCode == .done)
        #expect(scene.origin.requestCount == 3)
        #expect(scene.origin.requests.last?.header("If-None-Match") == "\"v1\"")
        #expect(try await scene.get("/a.jpg", "-H", "Cache-Control: max-age=60", "-o", "a").exitCode == .done)
        #expect(scene.origin.requestCount == 3)
        var later = scene
        later.bench.now += 100
        #expect(try await later.get("/a.jpg", "-H", "Cache-Control: max-age=60", "-o", "a").exitCode == .done)
        #expect(scene.origin.requestCount == 4)
    }

    @Test func `given headers, when got, then they are sent, and one that cannot be is named`() async throws {
        let scene = try Scene()
        _ = try await scene.get("/a.jpg", "-H", "X-Client:  one ", "--header", "Accept: image/webp", "-o", "a")
        #expect(scene.origin.requests.last?.header("X-Client") == "one")
        #expect(scene.origin.requests.last?.header("Accept") == "image/webp")
        for (header, name) in [
            ("nocolon", "nocolon"), ("Bearer s3cret", "Bearer"), (": x", ""), ("A: b\r\nC: d", "A"),
            ("Range: bytes=0-1", "Range"), ("Bad Name: x", "Bad"), ("If-Range: \"v1\"", "If-Range"),
            ("Host: b", "Host"),
        ] {
            let outcome = try await scene.get("/a.jpg", "-H", header)
            #expect(outcome.exitCode == .usage)
            #expect(outcome.error.contains("\"\(name)"))
            #expect(outcome.error.contains("s3cret") == false)
            #expect(outcome.output == "")
        }
        #expect(scene.origin.requestCount == 1)
    }

    @Test func `given a secret that the answer varies by, when kept, then it stands nowhere in the cache`() async throws
    {
        let bench = try CommandBench()
        let origin = try ScriptedOrigin { _ in
            .ok(Self.picture, type: "image/jpeg").header("Cache-Control", "max-age=600")
                .header("Vary", "X-Token, Authorization, Accept")
        }
        func get(_ token: String) async throws -> ExitCode {
            try await bench.run(
                "get", origin.url("/a"), "--allow-origin", origin.origin, "-H", "X-Token: \(token)", "-H",
                "Authorization: Bearer \(token)", "-o", "copy"
            ).exitCode
        }
        for token in ["s3cret", "s3cret", "0ther"] { #expect(try await get(token) == .done) }
        #expect(origin.requestCount == 2)
        let list = try await bench.run("cache", "list", "--format", "jsonl")
        #expect(list.output.contains(#""variant":{"accept":"*/*","authorization":"REDACTED","x-token":"REDACTED"}"#))
        for file in bench.directory.files() {
            #expect(try bench.directory.read(file).contains("s3cret".utf8) == false, "\(file)")
        }
    }
}
