import AttachmentCLI
import AttachmentJSON
import AttachmentTesting
import Glibc
import Testing

@Suite("fetch gets media, and what it kept can be looked at", .timeLimit(.minutes(1)))
struct FetchCommandTests {
    @Test(
        "Given a payload with a picture, when fetched twice, then the second time asks nothing; pushes and cache tell")
    func twice() async throws {
        let bench = try CommandBench()
        let origin = try Self.origin()
        try bench.directory.write(Self.payload(origin, "/a.jpg"), to: "a.json")
        let first = try await bench.run("a.json", "--allow-origin", origin.origin, "--out", "copies")
        #expect(first.exitCode == .done, "\(first.output) \(first.error)")
        let record = try first.json["attachments"]?.elements.first { _ in true }
        #expect(record?["state"]?.string == "ready")
        #expect(record?["path"]?.string == "\(bench.directory.path)/copies/0-a.jpg")
        #expect(bench.directory.exists("copies/0-a.jpg"))

        let second = try await bench.run("fetch", "a.json", "--allow-origin", origin.origin)
        #expect(try second.json["attachments"]?.elements.map { $0["source"]?.string } == ["cache"])
        #expect(origin.count(of: "/a.jpg") == 1)

        let digest = try #require(record?["digest"]?.string)
        let path = try await bench.run("cache", "path", digest)
        #expect(path.exitCode == .done)
        #expect(path.output.hasPrefix("\(bench.directory.path)/.cache/attachfetch/objects/sha256/"))
        let stats = try await bench.run("cache", "stats").json
        #expect(stats["objects"]?.int == 1)
        #expect(stats["pushes"]?.int == 1)

        let key = try #require(try first.json["push"]?["uniqueKey"]?.string)
        let shown = try await bench.run("pushes", "show", key)
        #expect(try shown.json["attachments"]?.elements.map { $0["state"]?.string } == ["ready"])
        let list = try await bench.run("pushes", "list")
        #expect(try list.json.elements.map { $0["uniqueKey"]?.string } == [key])
        let text = try await bench.run("pushes", "list", "--format=text")
        #expect(text.output.contains("image/jpeg"))
    }

    @Test("Given many payloads, when fetched, then results stand in the order of the inputs, each with its input")
    func many() async throws {
        let bench = try CommandBench()
        let origin = try Self.origin()
        let lines = (0..<150).map { Self.payload(origin, "/\($0).jpg") }.joined(separator: "\n")
        let outcome = try await bench.run("-", "--allow-origin", origin.origin, input: Array(lines.utf8))
        #expect(outcome.exitCode == .done, "\(outcome.error)")
        #expect(try outcome.json.elements.map { $0["input"]?.string } == (1...150).map { "-:\($0)" })
        let jsonl = try await bench.run(
            "-", "--allow-origin", origin.origin, "--format=jsonl", input: Array(lines.utf8))
        #expect(Set(try jsonl.lines.map { $0["input"]?.string }) == Set((1...150).map { "-:\($0)" }))
    }

    @Test("Given pushes that claim one key, when fetched side by side, then the first of the input has it, newest last")
    func order() async throws {
        let bench = try CommandBench()
        let pushes = (0..<60).map { #"{"_wp":{"n":"campaign"},"aps":{"alert":"\#($0)"}}"# }
        let outcome = try await bench.run("-", input: Array("[\(pushes.joined(separator: ","))]".utf8))
        #expect(outcome.exitCode == .done, "\(outcome.error)")
        let keys = try outcome.json.elements.compactMap { $0["push"]?["uniqueKey"]?.string }
        #expect(keys.first == "campaign")
        #expect(keys.dropFirst().allSatisfy { $0.hasPrefix("campaign~") })
        let list = try await bench.run("pushes", "list")
        #expect(try list.json.elements.compactMap { $0["uniqueKey"]?.string } == keys.reversed())
    }

    @Test("Given slots that fail or hold nothing, when fetched, then the exit code is that of the worst")
    func exitCodes() async throws {
        let bench = try CommandBench()
        let origin = try Self.origin()
        let cases: [(String, ExitCode)] = [
            (#"{"aps":{}}"#, .done),
            (#"{"image-url":null,"media_url":" "}"#, .done),
            (#"{"image-url":"a.jpg"}"#, .notReady),
            (Self.payload(origin, "/none"), .notReady),
        ]
        for (payload, code) in cases {
            let outcome = try await bench.run("-", "--allow-origin", origin.origin, input: Array(payload.utf8))
            #expect(outcome.exitCode == code, "\(payload)")
            #expect(try outcome.json["push"] != nil)
        }
    }

    @Test(
        "Given an origin that stalls, when a signal comes, then the best attempt is printed with the code of the signal"
    )
    func interrupted() async throws {
        let bench = try CommandBench()
        let gate = Gate()
        let origin = try ScriptedOrigin { request in
            if request.path == "/slow.jpg" {
                gate.wait()
            }
            return .ok(GeneratedJPEG(size: 1000).body(number: 1), type: "image/jpeg")
        }
        defer { gate.open() }
        let payload = #"{"image-url":"\#(origin.url("/fast.jpg"))","media_url":"\#(origin.url("/slow.jpg"))"}"#
        let interruption = bench.interruption
        async let outcome = bench.run("-", "--allow-origin", origin.origin, input: Array(payload.utf8))
        await gate.arrivals()
        interruption.stop(.interrupted)
        let result = try await outcome
        #expect(result.exitCode == .interrupted)
        #expect(try result.json["attachments"]?.elements.count { _ in true } == 2)
    }

    @Test("Given a cache directory that is a file, when fetched, then the exit is 4 and the message names it")
    func cacheIsFile() async throws {
        let bench = try CommandBench()
        let file = try bench.directory.write("", to: "file")
        let outcome = try await bench.run("-", "--cache", "file", "--format=json", input: Array("{}".utf8))
        #expect(outcome.exitCode == .surroundings)
        #expect(outcome.error.contains(file))
        #expect(try outcome.refusal?["code"]?.string == "cache-refused")
    }

    @Test("Given keys and digests that the cache does not have, when asked for, then the exit is 1")
    func absent() async throws {
        let bench = try CommandBench()
        #expect(try await bench.run("pushes", "show", "k").exitCode == .notReady)
        #expect(try await bench.run("cache", "path", String(repeating: "0", count: 64)).exitCode == .notReady)
        #expect(try await bench.run("cache", "path", "x").exitCode == .usage)
        #expect(try await bench.run("pushes", "list").output == "[]\n")
    }

    @Test("Given text as format, when fetched, then attachments and a summary are readable")
    func text() async throws {
        let bench = try CommandBench()
        let origin = try Self.origin()
        let outcome = try await bench.run(
            "-", "--allow-origin", origin.origin, "--format", "text", input: Array(Self.payload(origin, "/a.jpg").utf8))
        #expect(outcome.output.contains("  ready     image/jpeg"))
        #expect(outcome.output.contains("1 ready in "))
    }

    private static func origin() throws -> ScriptedOrigin {
        try ScriptedOrigin { request in
            request.path == "/none"
                ? .status(404)
                : .ok(GeneratedJPEG(size: 1000).body(number: request.path.count), type: "image/jpeg")
                    .header("Cache-Control", "max-age=600")
        }
    }

    private static func payload(_ origin: ScriptedOrigin, _ path: String) -> String {
        #"{"aps":{"alert":"B"},"image-url":"\#(origin.url(path))"}"#
    }
}
