import AttachmentDomain
@testable import AttachmentFetch
import AttachmentTesting
import AttachmentURL
import Testing

/// Whoever cancels is heard.
@Suite(.timeLimit(.minutes(1)))
struct CancellingTests {
    static let media = ConnectionTests.media

    @Test func `given a task, when it is cancelled while it begins, then it ends at once`() async throws {
        let listener = try SilentListener()
        defer { listener.stop() }
        var lost = 0
        for round in 0..<400 {
            let harness = try FetchHarness(allowing: ["http://127.0.0.1:\(listener.port)"])
            let task = Task { try await harness.code("http://127.0.0.1:\(listener.port)/", within: 0.7) }
            for _ in 0..<(round % 40) * 30 { _ = ContinuousClock.now }
            task.cancel()
            if try await task.value != .cancelled { lost += 1 }
            harness.fetcher.shutdown()
        }
        #expect(lost == 0)
    }
}
