import AttachmentKit
import AttachmentTesting
import Testing

/// What of an answer is stored, and what is not.
@Suite(.timeLimit(.minutes(1)))
struct StoringFlowTests {
    static let incomplete: [ScriptedResponse.Framing] = [
        .declaredLength(100_000), .unfinishedChunks(bytes: 64), .brokenChunks,
    ]

    // Case 9.
    @Test(arguments: incomplete)
    func `given a body that ends before its end, when it arrives, then no response is stored`(
        framing: ScriptedResponse.Framing
    ) async throws {
        let gif = try ScriptedResponse.gif("max-age=600")
        let harness = try KitHarness { request in request.ordinal == 1 ? gif.framed(framing) : gif }

        let first = try await harness.record()
        harness.clock.advance(by: 31)
        let second = try await harness.record()

        #expect(first.state == .failed)
        #expect(first.reason?.code == .truncated || first.reason?.code == .protocolError)
        #expect(second.state == .ready)
        #expect(second.source == .network)
        #expect(harness.origin.requestCount == 2)
    }

    // Case 9.
    @Test func `given a body that ends before its end, when it arrives, then the index knows a failure alone`()
        async throws
    {
        let harness = try KitHarness(["/a.gif": .gif("max-age=600").framed(.declaredLength(100_000))])
        try await harness.withFetcher { fetcher in
            _ = try await fetcher.record(of: harness.origin.url("/a.gif"))
            let stats = try await fetcher.stats()
            #expect(stats.urls == 0)
            #expect(stats.negativeUrls == 1)
            #expect(stats.objects == 0)
        }
    }

    // Case 1.
    @Test func `given media that are not to be stored, when they come, then the call has them and no other`()
        async throws
    {
        let harness = try KitHarness(["/a.gif": .gif("No-Store, max-age=600")])
        #expect(try await harness.record().state == .ready)
        #expect(try await harness.stored(of: "/a.gif").isEmpty)
        #expect(try await harness.record().source == .network)
    }

    // Case 2.
    @Test func `given a stored answer, when the next one is not to be stored, then the old one is gone too`()
        async throws
    {
        let (old, new) = (try ScriptedResponse.gif("max-age=10"), try ScriptedResponse.gif("no-store", mark: "new"))
        let harness = try KitHarness { $0.ordinal == 1 ? old : $0.ordinal == 2 ? new : .status(503) }
        _ = try await harness.record()
        harness.clock.advance(by: 11)
        _ = try await harness.record()
        #expect(try await harness.stored(of: "/a.gif").isEmpty)
        #expect(try await harness.record().state == .failed)
    }

    // Cases 10, 11.
    @Test func `given fields of a connection and of an interim answer, when the final one comes, then none is stored`()
        async throws
    {
        let gif = try ScriptedResponse.gif("max-age=600").header("Connection", "X-Hop, keep-alive")
            .header("X-Hop", "1").header("Keep-Alive", "timeout=5").header("X-Kept", "1")
            .after(interim: 103, headers: [.init("X-Early", "1"), .init("Cache-Control", "no-store")])
        let harness = try KitHarness(["/a.gif": gif])
        _ = try await harness.record()
        let headers = try await harness.storedHeaders(of: "/a.gif")
        for name in ["Connection", "X-Hop", "Keep-Alive", "X-Early"] { #expect(headers[name] == nil, "\(name)") }
        #expect(headers["X-Kept"] == "1")
        #expect(try await harness.record().source == .cache)
    }

    // Case 13.
    @Test func `given a page in the place of media, when it arrives, then its failure is remembered, not the page`()
        async throws
    {
        let page = ScriptedResponse.ok(Array("<!DOCTYPE html><html><p>log in</p></html>".utf8), type: "image/gif")
        let harness = try KitHarness(["/a.gif": page.control("max-age=86400")])

        let first = try await harness.record()
        let second = try await harness.record()
        harness.clock.advance(by: 3601)
        _ = try await harness.record()

        #expect(first.reason?.code == .notMedia)
        #expect(second.reason?.code == .notMedia)
        #expect(second.attempts == 0)
        #expect(harness.origin.requestCount == 2)
        #expect(try await harness.withFetcher { try await $0.stats().urls } == 0)
    }

    // Case 13.
    @Test func `given media beyond the limit, when they arrive, then their failure is remembered, not they`()
        async throws
    {
        let harness = try KitHarness(["/a.gif": .gif("max-age=86400")]) { $0.limitImages(to: 100) }

        let first = try await harness.record()
        let second = try await harness.record()

        #expect([first.reason?.code, second.reason?.code] == [.tooLarge, .tooLarge])
        #expect(harness.origin.requestCount == 1)
        #expect(try await harness.withFetcher { try await $0.stats().urls } == 0)
    }

    // Case 87.
    @Test func `given media with a content coding, when they arrive, then they are stored as they are without it`()
        async throws
    {
        let gif = try KitHarness.media("wave.gif")
        let harness = try KitHarness(["/a.gif": .gif("max-age=600").gzipped()])

        let first = try await harness.record()
        let second = try await harness.record()
        let headers = try await harness.storedHeaders(of: "/a.gif")

        #expect(first.bytes == Int64(gif.count))
        #expect(try readFile(try #require(first.path)) == gif)
        #expect(second.digest == first.digest)
        #expect(harness.origin.requestCount == 1)
        #expect(headers["content-length"] == "\(gif.count)")
        #expect(headers["content-encoding"] == nil)
    }

    // Case 86.
    @Test func `given a part that nobody asked for, when it is the whole, then it is stored as one`() async throws {
        let gif = try KitHarness.media("wave.gif")
        var whole = try ScriptedResponse.gif("max-age=600")
            .header("Content-Range", "bytes 0-\(gif.count - 1)/\(gif.count)")
        whole.status = 206
        var half = try ScriptedResponse.gif("max-age=600").header("Content-Range", "bytes 5-\(gif.count + 4)/9999")
        half.status = 206
        let harness = try KitHarness(["/a.gif": whole, "/b.gif": half])

        let taken = try await harness.record()
        let again = try await harness.record()
        let refused = try await harness.record(of: "/b.gif")

        #expect(taken.state == .ready)
        #expect(again.source == .cache)
        #expect(again.http?.status == 200)
        #expect(try await harness.storedHeaders(of: "/a.gif")["content-range"] == nil)
        #expect(refused.reason?.code == .protocolError)
    }
}

extension CachePolicy {
    /// Of all profiles.
    mutating func limitImages(to bytes: Int64) {
        for name in profiles.names { profiles[name]?.limits.image?.maxBytes = bytes }
    }
}
