import AttachmentKit
import AttachmentTesting
import Testing

// Short words for the tests of caching.

extension ScriptedResponse {
    /// A small animation.
    ///
    /// - Parameter mark: bytes behind its end, by which one is told from another.
    static func gif(_ control: String? = nil, etag: String? = nil, mark: String = "") throws -> ScriptedResponse {
        var response = ScriptedResponse.ok(try KitHarness.media("wave.gif") + Array(mark.utf8), type: "image/gif")
        if let control { response = response.header("Cache-Control", control) }
        if let etag { response = response.header("ETag", etag) }
        return response
    }

    /// The same with a Cache-Control.
    func control(_ text: String) -> ScriptedResponse { header("Cache-Control", text) }
}

extension OriginRequest {
    var isConditional: Bool { header("If-None-Match") != nil || header("If-Modified-Since") != nil }
}

extension AttachmentFetcher {
    /// The record of one picture.
    func record(
        of url: String, _ options: FetchOptions = FetchOptions(), within seconds: Double = 20
    ) async throws -> AttachmentRecord {
        let payload = Array(#"{"image-url": "\#(url)"}"#.utf8)
        let result = try await fetch(payload, deadline: .after(.seconds(seconds)), options: options)
        return try #require(result.attachments.first)
    }
}

extension FetchOptions {
    static func use(_ use: CacheUse) -> FetchOptions {
        var options = FetchOptions()
        options.cacheUse = use
        return options
    }

    /// Transfers end with the answer.
    static var endingWithAnswer: FetchOptions {
        var options = FetchOptions()
        options.continuesBehindAnswer = false
        return options
    }
}

extension KitHarness {
    /// An origin with one picture at `/a.gif`, which answers by the number of the request, from 1.
    convenience init(
        change: (inout CachePolicy) -> Void = { _ in }, answering handler: @escaping ScriptedOrigin.Handler
    ) throws {
        try self.init(ScriptedOrigin(handler: handler), change: change)
    }

    /// The record of a picture of the origin, by a fetcher of its own.
    func record(of target: String = "/a.gif", _ options: FetchOptions = FetchOptions()) async throws
        -> AttachmentRecord
    {
        try await withFetcher { fetcher in
            let record = try await fetcher.record(of: origin.url(target), options)
            await fetcher.settle()
            return record
        }
    }

    /// The records of a picture before and after so many seconds.
    func records(apart seconds: Int64) async throws -> (AttachmentRecord, AttachmentRecord) {
        let first = try await record()
        clock.advance(by: seconds)
        return (first, try await record())
    }

    /// Another policy for the same origin and cache, as that of another process.
    func withFetcher<Value>(
        policy change: (inout CachePolicy) -> Void, _ body: (AttachmentFetcher) async throws -> Value
    ) async throws -> Value {
        var policy = policy
        change(&policy)
        let fetcher = try AttachmentFetcher(policy: policy, cache: cache, clock: clock.wallClock)
        do {
            let value = try await body(fetcher)
            await fetcher.shutdown()
            return value
        } catch {
            await fetcher.shutdown()
            throw error
        }
    }

    /// The same for the record of one picture.
    func record(
        of target: String = "/a.gif", policy change: (inout CachePolicy) -> Void
    ) async throws -> AttachmentRecord {
        try await withFetcher(policy: change) { fetcher in
            let record = try await fetcher.record(of: origin.url(target))
            await fetcher.settle()
            return record
        }
    }
}

extension Task where Success == AttachmentRecord, Failure == any Error {
    /// What the call gives.
    func record() async throws -> AttachmentRecord { try await value }
}
