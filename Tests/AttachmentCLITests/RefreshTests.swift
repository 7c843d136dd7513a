import AttachmentCLI
import AttachmentJSON
import AttachmentTesting
import Testing

/// What was used stale is asked about behind the answer, so that the next call finds it fresh.
@Suite(.timeLimit(.minutes(1)))
struct RefreshTests {
    private static let picture = ScriptedResponse.ok(GeneratedJPEG(size: 1000).body(number: 1), type: "image/jpeg")
        .header("Cache-Control", "max-age=60, stale-while-revalidate=600").header("ETag", "\"v1\"")

    private static func payload(_ origin: ScriptedOrigin) -> [UInt8] {
        Array(#"{"image-url":"\#(origin.url("/a.jpg"))"}"#.utf8)
    }

    @Test func `given a stale picture, when fetched as text, then its age is told, and the next call finds it fresh`()
        async throws
    {
        var bench = try CommandBench()
        let origin = try ScriptedOrigin { request in
            request.header("If-None-Match") == nil
                ? Self.picture
                : .notModified.header("Cache-Control", "max-age=60, stale-while-revalidate=600")
        }
        func fetch() async throws -> String {
            try await bench.run(
                "-", "--format", "text", "--allow-origin", origin.origin, input: Self.payload(origin)
            ).output
        }
        #expect(try await fetch().contains(", network\n"))
        bench.now += 100
        #expect(try await fetch().contains(", stale, 100 s old\n"))
        #expect(origin.requestCount == 2)
        #expect(try await fetch().contains(", cache\n"))
        #expect(origin.requestCount == 2)
    }

    @Test func `given an origin that holds the refresh, when the answer is out, then the call ends soon after it`()
        async throws
    {
        var bench = try CommandBench()
        let gate = Gate()
        defer { gate.open() }
        let origin = try ScriptedOrigin { $0.ordinal == 1 ? Self.picture : Self.picture.held(by: gate) }
        let get = ["get", origin.url("/a.jpg"), "--allow-origin", origin.origin, "-o", "copy", "--verbose"]
        _ = await bench.run(get, inputDescriptor: -1)
        bench.now += 100
        let start = ContinuousClock.now
        let outcome = await bench.run(get, inputDescriptor: -1)
        let took = start.duration(to: .now)
        #expect(outcome.exitCode == .done)
        #expect(outcome.error.contains("status 200 from stale, 100 s old"))
        #expect(took > .seconds(1))
        #expect(took < .seconds(5))

        let second = ContinuousClock.now
        _ = await bench.run(get + ["--deadline", "0.3"], inputDescriptor: -1)
        #expect(second.duration(to: .now) < .seconds(1))
        #expect(gate.count == 2)
    }

    @Test func `given a refresh under way, when a signal comes, then the call ends at once with its code`() async throws
    {
        var bench = try CommandBench()
        let gate = Gate()
        defer { gate.open() }
        let origin = try ScriptedOrigin { $0.ordinal == 1 ? Self.picture : Self.picture.held(by: gate) }
        let get = ["get", origin.url("/a.jpg"), "--allow-origin", origin.origin, "-o", "copy"]
        _ = await bench.run(get, inputDescriptor: -1)
        bench.now += 100
        let scene = bench
        async let outcome = scene.run(get, inputDescriptor: -1)
        await gate.arrivals()
        scene.interruption.stop(.terminated)
        #expect(await outcome.exitCode == .terminated)
    }
}
