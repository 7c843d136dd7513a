import AttachmentTesting
import Glibc
import Testing

/// Many processes that want one URL at one moment, on one cache.
@Suite(.timeLimit(.minutes(2)), .enabled(if: Tool.exists))
struct ProcessFlightTests {
    private static let count = 50
    private static let picture = GeneratedJPEG(size: 200_000).body(number: 1)
    private static let response = ScriptedResponse.ok(picture, type: "image/jpeg")
        .header("Cache-Control", "max-age=600").header("ETag", "\"v1\"")

    private let directory: TemporaryDirectory
    private let gate = Gate()
    private let origin: ScriptedOrigin

    /// The first answer stops in mid body until the gate opens; later ones come at once.
    init() throws {
        directory = try TemporaryDirectory()
        origin = try ScriptedOrigin { [gate] request in
            request.ordinal == 1 ? Self.response.held(by: gate, at: .body(100_000)) : Self.answer(request)
        }
    }

    /// The whole, or the rest of it.
    private static func answer(_ request: OriginRequest) -> ScriptedResponse {
        guard request.header("Range") == "bytes=100000-" else { return response }
        var rest = response
        rest.status = 206
        rest.body = picture[100_000..<200_000]
        return rest.header("Content-Range", "bytes 100000-199999/200000")
    }

    private func start() throws -> ChildProcess {
        try ChildProcess(
            Tool.path,
            [
                "get", origin.url("/a.jpg"), "--cache", directory.path(of: "cache"), "--allow-origin", origin.origin,
                "--deadline", "60", "--verbose",
            ], environment: ["HOME": directory.path], directory: directory.path)
    }

    /// The one that asks, and then all others.
    private func startAll() async throws -> (first: ChildProcess, others: [ChildProcess]) {
        let first = try start()
        await gate.arrivals()
        return (first, try (1..<Self.count).map { _ in try start() })
    }

    private func expectPicture(_ processes: [ChildProcess]) async {
        for process in processes {
            let result = await process.result()
            let isPicture = result.output == Self.picture.array
            #expect(result.exitCode == 0, "\(result.errorText)")
            #expect(isPicture)
        }
    }

    @Test func `given many processes, when one URL is wanted, then it is asked for once`() async throws {
        let (first, others) = try await startAll()
        gate.open()
        await expectPicture([first] + others)
        #expect(origin.requestCount == 1)
    }

    @Test func `given the process that asks, when it is killed, then one other asks for all`() async throws {
        let (first, others) = try await startAll()
        first.send(SIGKILL)
        #expect(await first.result().end.signal == SIGKILL)
        await expectPicture(others)
        #expect(origin.requestCount == 2)
    }

    @Test func `given the process that asks, when it is stopped, then one other asks for all after a while`()
        async throws
    {
        let (first, others) = try await startAll()
        first.send(SIGSTOP)
        let start = ContinuousClock.now
        await expectPicture(others)
        #expect(start.duration(to: .now) < .seconds(20))
        #expect(origin.requestCount == 2)
        gate.open()
        first.send(SIGCONT)
        await expectPicture([first])
    }
}
