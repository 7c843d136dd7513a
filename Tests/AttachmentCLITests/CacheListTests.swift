import AttachmentCLI
import AttachmentJSON
import AttachmentTesting
import Testing

/// `cache list` tells what the cache knows of URLs.
@Suite(.timeLimit(.minutes(1)))
struct CacheListTests {
    private let bench: CommandBench
    private let origin: ScriptedOrigin

    init() throws {
        bench = try CommandBench()
        origin = try ScriptedOrigin { request in
            let picture = GeneratedJPEG(size: 1000).body(number: 1)
            return switch request.path {
            case "/a.jpg":
                .ok(picture, type: "image/jpeg").header("Cache-Control", "max-age=600").header("ETag", "\"v1\"")
                    .header("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT")
            case "/vary.jpg":
                .ok(picture, type: "image/jpeg").header("Cache-Control", "max-age=60").header("Vary", "Accept, DPR")
            case "/moved": .redirect(to: "/a.jpg", status: 301)
            case "/busy": ScriptedResponse(status: 429).header("Retry-After", "50")
            default: .status(404)
            }
        }
    }

    private func get(_ target: String, _ arguments: String...) async {
        let all = ["get", origin.url(target), "--allow-origin", origin.origin, "-o", "copy", "--deadline", "20"]
        _ = await bench.run(all + arguments, inputDescriptor: -1)
    }

    private func list(_ arguments: String...) async -> CommandBench.Outcome {
        await bench.run(["cache", "list"] + arguments, inputDescriptor: -1)
    }

    @Test func `given responses, when listed, then each has its members, ordered by URL`() async throws {
        for target in ["/vary.jpg", "/moved", "/none"] { await get(target) }
        let outcome = await list()
        #expect(outcome.exitCode == .done)
        let entries = try Array(outcome.json.elements)
        #expect(entries.map { $0["url"]?.string } == ["/a.jpg", "/moved", "/vary.jpg"].map(origin.url))
        #expect(entries.map { $0["status"]?.int } == [200, 301, 200])
        #expect(entries.map { $0["bytes"]?.int } == [1000, nil, 1000])
        #expect(entries[0]["digest"]?.string?.hasPrefix("sha256:") == true)
        #expect(entries[0]["mediaType"]?.string == "image/jpeg")
        #expect(entries[0]["receivedAt"]?.int == 1_700_000_000)
        #expect(entries[0]["freshUntil"]?.int == 1_700_000_600)
        #expect(entries[0]["staleUntil"]?.int == 1_700_087_000)
        #expect(entries[0]["etag"]?.string == "\"v1\"")
        #expect(entries[0]["lastModified"]?.string == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(entries[0]["variant"] == nil)
        #expect(entries[2]["variant"]?["accept"]?.string == "*/*")
        #expect(entries[2]["variant"]?["dpr"]?.isNull == true)
        #expect(await list("--format", "jsonl").output.split(separator: "\n").count == 3)
        let text = await list("--format", "text").output
        #expect(text.contains("\(origin.url("/a.jpg"))\n            200, image/jpeg 1,000 bytes, fresh for 600 s\n"))
        #expect(text.contains("            for accept: */*, dpr missing\n"))
    }

    @Test func `given failures, when listed, then they stand with the origins that asked for a pause`() async throws {
        await get("/none?key=secret")
        await get("/none?key=secret")
        await get("/busy", "--deadline", "1")
        let entries = try Array(await list("--negative").json.elements)
        #expect(entries.map { $0["code"]?.string } == ["rate-limited", "http-status", "rate-limited"])
        #expect(entries[1]["url"]?.string == origin.url("/none?key=secret"))
        #expect(entries[1]["message"]?.string?.contains("secret") == false)
        #expect(entries[1]["status"]?.int == 404)
        #expect(entries[1]["attempts"]?.int == 1)
        #expect(entries[1]["failedAt"]?.int == 1_700_000_000)
        #expect(try #require(entries[1]["retryAt"]?.int) > 1_700_000_000)
        #expect(entries[2]["origin"]?.string == origin.origin)
        #expect(entries[2]["retryAt"]?.int == 1_700_000_050)
        #expect(await list("--negative", "--redact").output.contains("secret") == false)
        let text = await list("--negative", "--format", "text").output
        #expect(text.contains("http-status, 1 in a row, asked again in "))
        #expect(text.contains("rate-limited, the whole origin, asked again in 50 s"))
        #expect(await list().output == "[]\n")
    }

    @Test func `given more than one portion, when listed, then nothing is missing and the list is whole`() async throws
    {
        let urls = (0..<450).map { origin.url("/none/\(1000 + $0)") }
        let payload =
            #"{"aps":{},"image-url":"\#(urls[0])","media":["#
            + urls.dropFirst().map { "\"\($0)\"" }.joined(separator: ",") + "]}"
        var policy = #"{"version":1,"payload":{"mediaPointers":["/media/*"]},"network":{"maxConnectionsPerHost":64}}"#
        try bench.directory.write(policy, to: "policy.json")
        policy = bench.directory.path(of: "policy.json")
        _ = try await bench.run(
            "fetch", "-", "--policy", policy, "--allow-origin", origin.origin, input: Array(payload.utf8))
        let entries = try Array(await list("--negative").json.elements)
        #expect(entries.map { $0["url"]?.string } == urls)
    }

    @Test func `given a cache that is nothing yet, when listed, then the list is empty`() async throws {
        #expect(await list().output == "[]\n")
        #expect(await list("--negative", "--format", "jsonl").output == "")
    }
}
