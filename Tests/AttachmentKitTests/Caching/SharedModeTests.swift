import AttachmentKit
import AttachmentTesting
import Testing

/// Whose cache it is decides about what belongs to one reader alone.
@Suite(.timeLimit(.minutes(1)))
struct SharedModeTests {
    private static let modes: [CachingPolicy.Mode] = [.private, .shared]

    // Case 4.
    @Test(arguments: modes)
    func `given a private answer, when it comes again, then only a private cache has it`(mode: CachingPolicy.Mode)
        async throws
    {
        let harness = try KitHarness(["/a.gif": .gif("private, max-age=600")]) { $0.caching.mode = mode }
        let first = try await harness.record()
        let second = try await harness.record()
        #expect(first.state == .ready)
        #expect(second.source == (mode == .private ? .cache : .network))
        #expect(harness.origin.requestCount == (mode == .private ? 1 : 2))
    }

    // Case 5.
    @Test(arguments: [("max-age=600", false), ("public, max-age=600", true), ("s-maxage=600", true)])
    func `given a request with credentials, when the cache is shared, then its answer is stored only if that may be`(
        control: String, isStored: Bool
    ) async throws {
        let (harness, directory) = try Self.withCredentials(control, mode: .shared)
        defer { directory.remove() }
        let first = try await harness.record()
        let second = try await harness.record()
        #expect(harness.origin.requests.first?.header("Authorization") == "Bearer 1")
        #expect(first.state == .ready)
        #expect(second.source == (isStored ? .cache : .network))
    }

    // Case 5.
    @Test func `given a request with credentials, when the cache is private, then its answer is stored`() async throws {
        let (harness, directory) = try Self.withCredentials("max-age=600", mode: .private)
        defer { directory.remove() }
        _ = try await harness.record()
        #expect(try await harness.record().source == .cache)
    }

    // Case 12.
    @Test func `given a cookie with media, when the cache is shared, then the media are stored without it`()
        async throws
    {
        let gif = try ScriptedResponse.gif("max-age=600").header("Set-Cookie", "id=1")
        let harness = try KitHarness(["/a.gif": gif]) { $0.caching.mode = .shared }
        _ = try await harness.record()
        #expect(try await harness.record().source == .cache)
        #expect(try await harness.storedHeaders(of: "/a.gif")["set-cookie"] == nil)
        #expect(harness.origin.requests.allSatisfy { $0.header("Cookie") == nil })
    }

    // Case 17.
    @Test(arguments: modes)
    func `given two lifetimes, when the shorter one is over, then it counts in a shared cache alone`(
        mode: CachingPolicy.Mode
    ) async throws {
        let harness = try KitHarness(["/a.gif": .gif("s-maxage=10, max-age=3600")]) { $0.caching.mode = mode }
        _ = try await harness.record()
        harness.clock.advance(by: 11)
        #expect(try await harness.record().source == (mode == .private ? .cache : .network))
    }

    /// A harness whose requests carry credentials, and what holds their file.
    private static func withCredentials(
        _ control: String, mode: CachingPolicy.Mode
    ) throws -> (KitHarness, TemporaryDirectory) {
        let gif = try ScriptedResponse.gif(control)
        let origin = try ScriptedOrigin(routes: ["/a.gif": gif])
        let directory = try TemporaryDirectory()
        let file = try directory.write("Bearer 1", to: "token")
        let harness = try KitHarness(origin) { policy in
            policy.caching.mode = mode
            policy.network.headers = [.init(origin: origin.origin, name: "Authorization", valueFile: file)]
        }
        return (harness, directory)
    }
}
