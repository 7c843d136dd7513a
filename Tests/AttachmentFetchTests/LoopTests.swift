import AttachmentDomain
@testable import AttachmentFetch
import AttachmentTesting
import AttachmentURL
import Glibc
import Testing

/// What the loop of transfers hears of, how many connections it holds, and what it leaves behind.
@Suite(.timeLimit(.minutes(2)))
struct LoopTests {
    static let media = [UInt8](repeating: 7, count: 20_000)

    @Test func `given others that cancel all the time, when a fetch begins or ends, then the loop hears of it`()
        async throws
    {
        let listener = try SilentListener()
        defer { listener.stop() }
        let url = "http://127.0.0.1:\(listener.port)/"
        let harness = try FetchHarness(allowing: [url]) { $0.stallBytesPerSecond = 0 }
        defer { harness.fetcher.shutdown() }
        let slowest = try await withThrowingTaskGroup(of: Duration.self) { group in
            for lane in 0..<4 { group.addTask { try await slowestCancel(harness, url, lane) } }
            return try await group.reduce(.zero, max)
        }
        #expect(slowest < .seconds(5), "\(slowest)")
    }

    private func slowestCancel(_ harness: FetchHarness, _ url: String, _ lane: Int) async throws -> Duration {
        var slowest = Duration.zero
        for round in 0..<1500 {
            let task = Task { try await harness.code(url, within: 30) }
            for _ in 0..<((round + lane * 7) % 40) * 20 { _ = ContinuousClock.now }
            let start = ContinuousClock.now
            task.cancel()
            let code = try await task.value
            #expect(code == .cancelled)
            slowest = max(slowest, start.duration(to: .now))
        }
        return slowest
    }

    @Test func `given a fetcher, when it is shut down several times, also at once, then each returns`() async throws {
        let origin = try ScriptedOrigin(routes: ["/m": .ok(Self.media)])
        defer { origin.stop() }
        for hasBegun in [true, false] {
            let harness = try FetchHarness(allowing: [origin.origin])
            if hasBegun { _ = try await harness.fetch(origin.url("/m")).get() }
            async let one: Void = onOwnThread { harness.fetcher.shutdown() }
            async let two: Void = onOwnThread { harness.fetcher.shutdown() }
            _ = await (one, two)
            #expect(try await harness.code(origin.url("/m")) == .cancelled)
            await onOwnThread { harness.fetcher.shutdown() }
        }
    }

    @Test func `given transfers that are cancelled, when others wait, then no more connections are open than may be`()
        async throws
    {
        let origin = try ScriptedOrigin(routes: ["/m": ScriptedResponse.ok(Self.media).stalling(at: .body(100))])
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin]) {
            $0.maxConnections = 64
            $0.maxConnectionsPerHost = 64
        }
        defer { harness.fetcher.shutdown() }
        let (most, isOver) = (Monitor(0), Monitor(false))
        startThread {
            while !isOver.value {
                let count = Self.connections(to: origin.port)
                most.withLock { $0 = max($0, count) }
            }
        }
        let tasks = (0..<128).map { _ in Task { try await harness.code(origin.url("/m")) } }
        await origin.arrivals(of: "/m", count: 64)
        for task in tasks.prefix(64) { task.cancel() }
        await origin.arrivals(of: "/m", count: 96)
        for task in tasks { task.cancel() }
        for task in tasks { #expect(try await task.value == .cancelled) }
        isOver.withLock { $0 = true }
        #expect(most.value <= 64)
    }

    /// How many sockets of this process are connected to that port.
    private static func connections(to port: Int) -> Int {
        (Int32(0)..<600).count { socket in
            AttachmentFetch.SocketAddress.read { getpeername(socket, $0, $1) }?.port == port
        }
    }
}
