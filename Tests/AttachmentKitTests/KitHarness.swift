import AttachmentKit
import AttachmentTesting
import Glibc

/// An origin with the repo's own media, a cache that is thrown away, and a fetcher between them.
final class KitHarness: Sendable {
    let origin: ScriptedOrigin
    let directory: TemporaryDirectory
    let clock = HandMovedClock()
    let policy: CachePolicy

    var cache: String { directory.path(of: "cache") }

    convenience init(
        _ routes: [String: ScriptedResponse] = [:], change: (inout CachePolicy) -> Void = { _ in }
    ) throws {
        let all = try Self.mediaRoutes().merging(routes) { $1 }
        try self.init(ScriptedOrigin(routes: all), change: change)
    }

    /// With an origin of the test's own.
    init(_ origin: ScriptedOrigin, change: (inout CachePolicy) -> Void = { _ in }) throws {
        self.origin = origin
        directory = try TemporaryDirectory()
        var policy = CachePolicy()
        policy.network.allowOrigins = [origin.origin]
        policy.network.maxAttempts = 1
        policy.cache.minFreeBytes = 0
        change(&policy)
        self.policy = policy
    }

    func makeFetcher() throws -> AttachmentFetcher {
        try AttachmentFetcher(policy: policy, cache: cache, clock: clock.wallClock)
    }

    /// Runs the body with a fetcher that is shut down afterwards.
    func withFetcher<Value>(_ body: (AttachmentFetcher) async throws -> Value) async throws -> Value {
        let fetcher = try makeFetcher()
        do {
            let value = try await body(fetcher)
            await fetcher.shutdown()
            return value
        } catch {
            await fetcher.shutdown()
            throw error
        }
    }

    /// A WonderPush push with these targets of the origin as its attachments.
    func payload(_ targets: [String]) -> String {
        let attachments = targets.map { #"{"url": "\#(origin.url($0))"}"# }.joined(separator: ",")
        return
            #"{"aps": {"alert": {"title": "T", "body": "B"}}, "_wp": {"n": "push-1", "attachments": [\#(attachments)]}}"#
    }

    static let repository: String = {
        var parts = #filePath.split(separator: "/")
        parts.removeLast(3)
        return "/" + parts.joined(separator: "/")
    }()

    static func media(_ name: String) throws -> [UInt8] {
        try readFile("\(repository)/Fixtures/media/\(name)")
    }

    static func mediaRoutes() throws -> [String: ScriptedResponse] {
        [
            "/welcome.jpg": .ok(try media("welcome.jpg"), type: "image/jpeg"),
            "/wave.gif": .ok(try media("wave.gif"), type: "image/gif"),
            "/tour.mp4": .ok(try media("tour.mp4"), type: "video/mp4"),
            "/chime.m4a": .ok(try media("chime.m4a"), type: "audio/mp4"),
        ]
    }
}
