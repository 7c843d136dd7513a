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
                // Seen twice: what is in both looks was open at one moment between them.
                let count = Self.connections(to: origin.port).intersection(Self.connections(to: origin.port)).count
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

    /// The sockets of this process that are connected to that port, by their numbers and local ports.
    private static func connections(to port: Int) -> Set<[Int]> {
        Set(
            (Int32(0)..<600).compactMap { socket in
                guard AttachmentFetch.SocketAddress.read({ getpeername(socket, $0, $1) })?.port == port,
                    let own = AttachmentFetch.SocketAddress.read({ getsockname(socket, $0, $1) })
                else { return nil }
                return [Int(socket), own.port]
            })
    }

    @Test func `given fetchers with transfers of all kinds, when each is shut down, then no descriptor is left`()
        async throws
    {
        let origin = try ScriptedOrigin { request in
            switch request.path {
            case "/stall": ScriptedResponse.ok(Self.media).stalling(at: .body(100))
            case "/drain": ScriptedResponse(status: 404, body: OriginBody(Self.media)).stalling(at: .body(10))
            default: .ok(Self.media)
            }
        }
        defer { origin.stop() }
        let server = try NameServer { _ in .addresses(["127.0.0.1"]) }
        defer { server.stop() }
        let before = Self.descriptors
        for round in 0..<100 {
            let base = round % 2 == 0 ? origin.origin : origin.origin(as: "media.example.com")
            let harness = try FetchHarness(allowing: [base]) { $0.dnsServers = [server.address] }
            let tasks = ["/m", "/stall", "/drain", "/drain"].map { path in
                Task { try await harness.code(base + path) }
            }
            try await Task.sleep(for: .milliseconds(round % 7))
            tasks[3].cancel()
            await onOwnThread { harness.fetcher.shutdown() }
            for task in tasks { _ = try await task.value }
        }
        await origin.allClosed()
        #expect(Self.descriptors <= before + 4)
    }

    private static var descriptors: Int { (Int32(0)..<1024).count { fcntl($0, F_GETFD) >= 0 } }

    @Test func `given stalled transfers, when nothing happens, then the processor rests`() async throws {
        let origin = try ScriptedOrigin(routes: ["/m": ScriptedResponse.ok(Self.media).stalling(at: .body(100))])
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin]) {
            $0.maxConnections = 200
            $0.maxConnectionsPerHost = 200
        }
        defer { harness.fetcher.shutdown() }
        let tasks = (0..<200).map { _ in Task { try await harness.code(origin.url("/m")) } }
        await origin.arrivals(of: "/m", count: 200)
        try await Task.sleep(for: .milliseconds(300))
        let start = Self.processorTime
        try await Task.sleep(for: .seconds(1))
        #expect(Self.processorTime - start < .milliseconds(200))
        for task in tasks { task.cancel() }
        for task in tasks { _ = try await task.value }
    }

    private static var processorTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
