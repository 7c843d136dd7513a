import AttachmentCLI
import AttachmentTesting
import Glibc
import Testing

/// What a look at a URL that fails does to the cache, and what it must not do.
@Suite(.timeLimit(.minutes(1)))
struct GetErrorTests {
    private static let picture = GeneratedJPEG(size: 2000).body(number: 1)

    /// A picture whose origin answers with an error from its second request on.
    private struct Scene {
        var bench: CommandBench
        let origin: ScriptedOrigin

        init(_ error: ScriptedResponse) throws {
            bench = try CommandBench()
            origin = try ScriptedOrigin { request in
                request.ordinal == 1
                    ? .ok(GetErrorTests.picture, type: "image/jpeg").header("Cache-Control", "max-age=60") : error
            }
        }

        func get(_ arguments: String...) async throws -> CommandBench.Outcome {
            await bench.run(
                ["get", origin.url("/a.jpg"), "--allow-origin", origin.origin] + arguments, inputDescriptor: -1)
        }
    }

    @Test(arguments: [
        ScriptedResponse.status(500), .status(503), .status(403), .status(404), .status(410),
        .status(500).header("Cache-Control", "max-age=600"), .status(404).header("Cache-Control", "no-store"),
    ])
    func `given a stored picture, when -i shows the error of its origin, then the picture still stands in`(
        error: ScriptedResponse
    ) async throws {
        var scene = try Scene(error)
        #expect(try await scene.get("-o", "first.jpg").exitCode == .done)
        scene.bench.now += 100
        let shown = try await scene.get("-i")
        scene.origin.stop()
        scene.bench.now += 4000
        let standIn = try await scene.get("-o", "second.jpg")

        #expect(shown.exitCode == .done)
        // An outage is stood in for at once; a plain no is shown.
        let isOutage = error.status >= 500
        #expect(shown.output.hasPrefix(isOutage ? "HTTP/1.1 200 " : "HTTP/1.1 \(error.status) "))
        #expect(shown.error.contains(" s old copy stands in: http-status: ") == isOutage)
        #expect(standIn.exitCode == .done)
        #expect(standIn.error.contains(" s old copy stands in: connect-failed: "))
        #expect(try scene.bench.directory.read("second.jpg") == Self.picture.array)
    }

    @Test func `given a stored error, when its origin is down, then it does not stand in`() async throws {
        var bench = try CommandBench()
        let origin = try ScriptedOrigin(routes: ["/a": .status(500).header("Cache-Control", "max-age=60")])
        let call = ["get", origin.url("/a"), "--allow-origin", origin.origin]
        #expect(await bench.run(call + ["-i"], inputDescriptor: -1).output.hasPrefix("HTTP/1.1 500 "))
        let cached = await bench.run(call, inputDescriptor: -1)
        bench.now += 61
        origin.stop()
        let outcome = await bench.run(call + ["-i"], inputDescriptor: -1)

        #expect(cached.error.contains("answered with status 500, 0 s ago (its answer is cached)"))
        #expect(outcome.exitCode == .notReady)
        #expect(outcome.output.isEmpty)
        #expect(outcome.error.hasPrefix("attachfetch: connect-failed: "))
    }

    @Test func `given a remembered failure, when got with no-cache, then its origin is asked`() async throws {
        let bench = try CommandBench()
        let origin = try ScriptedOrigin { request in
            request.ordinal == 1 ? .status(404) : .ok(GetErrorTests.picture, type: "image/jpeg")
        }
        let call = ["get", origin.url("/a.jpg"), "--allow-origin", origin.origin, "-o", "a.jpg"]
        #expect(await bench.run(call, inputDescriptor: -1).exitCode == .notReady)
        #expect(await bench.run(call, inputDescriptor: -1).error.contains("remembered since"))
        #expect(await bench.run(call + ["-H", "Cache-Control: no-cache"], inputDescriptor: -1).exitCode == .done)
        #expect(origin.requestCount == 2)
    }

    @Test func `given an origin that asked to be left alone, when purged, then it is asked again`() async throws {
        let bench = try CommandBench()
        let origin = try ScriptedOrigin { request in
            request.path == "/a.jpg"
                ? .status(429).header("Retry-After", "100") : .ok(GetErrorTests.picture, type: "image/jpeg")
        }
        let common = ["--allow-origin", origin.origin, "-o", "a.jpg"]
        #expect(await bench.run(["get", origin.url("/a.jpg")] + common, inputDescriptor: -1).exitCode == .notReady)
        let other = await bench.run(["get", origin.url("/b.jpg")] + common, inputDescriptor: -1)
        let purged = await bench.run(["cache", "purge", origin.url("/b.jpg")], inputDescriptor: -1)
        #expect(other.error.contains("/b.jpg is not asked now: "))
        #expect(purged.error.contains("forgot the wait that its origin asked for of "))
        #expect(await bench.run(["get", origin.url("/b.jpg")] + common, inputDescriptor: -1).exitCode == .done)
        #expect(origin.requestCount == 2)
    }

    @Test func `given an empty body, when any type is taken, then it is still none`() async throws {
        let bench = try CommandBench()
        let origin = try ScriptedOrigin(routes: ["/empty": .ok("", type: "image/gif")])
        let call = ["get", origin.url("/empty"), "--allow-origin", origin.origin]
        let any = await bench.run(call + ["--any-type"], inputDescriptor: -1)
        let head = await bench.run(call + ["-i", "-H", "Cache-Control: no-cache"], inputDescriptor: -1)
        let again = await bench.run(call, inputDescriptor: -1)
        #expect(any.exitCode == .notReady)
        #expect(any.error.hasPrefix("attachfetch: empty: "))
        #expect(head.output.hasSuffix("Content-Length: 0\r\n\r\n"))
        #expect(again.error.hasPrefix("attachfetch: empty: "))
    }

    @Test func `given a URL where a payload is read, when called, then get is named and no secret shown`() async throws
    {
        let bench = try CommandBench()
        let outcome = await bench.run(["http://user:pass@example.com/a?token=secret"], inputDescriptor: -1)
        #expect(outcome.exitCode == .unreadableInput)
        #expect(outcome.error.contains("is a URL, not the name of a file; write attachfetch get URL"))
        #expect(!outcome.error.contains("pass") && !outcome.error.contains("secret"))
    }
}
