import AttachmentCLI
import AttachmentJSON
import AttachmentTesting
import Testing

/// `cache purge` forgets a URL at once.
@Suite(.timeLimit(.minutes(1)))
struct CachePurgeTests {
    private let bench: CommandBench

    init() throws {
        bench = try CommandBench()
    }

    private func get(_ origin: ScriptedOrigin, _ target: String) async -> CommandBench.Outcome {
        await bench.run(
            ["get", origin.url(target), "--allow-origin", origin.origin, "-o", "copy"], inputDescriptor: -1)
    }

    private func purge(_ url: String, _ arguments: String...) async -> CommandBench.Outcome {
        await bench.run(["cache", "purge", url] + arguments, inputDescriptor: -1)
    }

    private static let picture = ScriptedResponse.ok(GeneratedJPEG(size: 1000).body(number: 1), type: "image/jpeg")
        .header("Cache-Control", "max-age=600")

    @Test func `given a response and a failure, when purged, then they are forgotten and asked for again`() async throws
    {
        let origin = try ScriptedOrigin(routes: ["/a.jpg": Self.picture])
        for target in ["/a.jpg", "/none?key=secret"] {
            _ = await get(origin, target)
            let outcome = await purge(origin.url(target))
            #expect(outcome.exitCode == .done)
            #expect(outcome.output == "")
            #expect(outcome.error.hasPrefix("attachfetch: forgot a "))
            #expect(outcome.error.contains("secret") == false)
            #expect(await purge(origin.url(target)).error.hasPrefix("attachfetch: nothing was known of "))
            #expect(await purge(origin.url(target), "--quiet").error == "")
            _ = await get(origin, target)
        }
        #expect(origin.requestCount == 4)
    }

    @Test func `given --verbose, when purged, then the media that stay are named`() async throws {
        let origin = try ScriptedOrigin(routes: ["/a.jpg": Self.picture])
        _ = await get(origin, "/a.jpg")
        let outcome = await purge(origin.url("/a.jpg"), "--verbose")
        #expect(outcome.error.contains("\nattachfetch: sha256:"))
        let stats = try await bench.run("cache", "stats").json
        #expect(stats["objects"]?.int == 1)
        #expect(stats["urls"]?.int == 0)
    }

    @Test func `given what is no URL, when purged, then the exit is 2 and it is named`() async throws {
        let outcome = await purge("a.jpg?k=secret", "--format", "json")
        #expect(outcome.exitCode == .usage)
        #expect(outcome.error.hasPrefix("attachfetch: \"a.jpg?k=REDACTED\" is no URL to purge: "))
        #expect(try outcome.refusal?["code"]?.string == "usage")
    }

    @Test func `given a fetch under way, when its URL is purged, then what it brings is not kept`() async throws {
        let gate = Gate()
        let origin = try ScriptedOrigin { $0.ordinal == 1 ? Self.picture.held(by: gate) : Self.picture }
        async let under = get(origin, "/a.jpg")
        await gate.arrivals()
        #expect(await purge(origin.url("/a.jpg")).exitCode == .done)
        gate.open()
        #expect(await under.exitCode == .done)
        #expect(bench.directory.exists("copy"))
        #expect(await bench.run(["cache", "list"], inputDescriptor: -1).output == "[]\n")
        _ = await get(origin, "/a.jpg")
        #expect(origin.requestCount == 2)
    }
}
