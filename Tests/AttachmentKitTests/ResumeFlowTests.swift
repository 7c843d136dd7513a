import AttachmentKit
import AttachmentTesting
import Testing

/// What an interrupted call left is continued by the next one.
@Suite(.timeLimit(.minutes(1)))
struct ResumeFlowTests {
    /// The video, whose first answer stops after so many bytes, and later ones honour Range.
    private static func route(_ media: [UInt8], stopsAfter count: Int) -> ScriptedOrigin.Handler {
        { request in
            let whole = ScriptedResponse.ok(media, type: "video/mp4").header("ETag", "\"v1\"")
            guard request.ordinal > 1 else { return whole.stalling(at: .body(count)) }
            guard let range = request.header("Range"), request.header("If-Range") == "\"v1\"",
                let start = Int(range.dropFirst(6).dropLast())
            else { return whole }
            var rest = ScriptedResponse.ok(Array(media[start...]), type: "video/mp4").header("ETag", "\"v1\"")
            rest.status = 206
            return rest.header("Content-Range", "bytes \(start)-\(media.count - 1)/\(media.count)")
        }
    }

    @Test(arguments: [0, 3_000_000])
    func `given a call that expired, when the media are asked for again, then only the rest is fetched`(padding: Int)
        async throws
    {
        // Small ones are in memory when the deadline comes, large ones in a spool.
        let media = try KitHarness.media("tour.mp4") + freeBox(padding)
        let stop = media.count / 2
        let harness = try KitHarness(try ScriptedOrigin(handler: Self.route(media, stopsAfter: stop)))
        let payload = Array(harness.payload(["/tour.mp4"]).utf8)
        var options = FetchOptions()
        options.continuesBehindAnswer = false

        let first = try await harness.withFetcher { fetcher in
            let result = try await fetcher.fetch(payload, deadline: .after(.seconds(1)), options: options)
            await fetcher.settleParts()
            #expect(!fetcher.hasUnsettledParts)
            return result
        }
        #expect(first.attachments.map(\.state) == [.expired])
        // Another fetcher, as another process would have.
        let second = try await harness.withFetcher { fetcher in
            try await fetcher.fetch(payload, deadline: .after(.seconds(20)), options: options)
        }

        let record = try #require(second.attachments.first)
        #expect(record.state == .ready)
        #expect(record.bytes == Int64(media.count))
        #expect(try readFile(try #require(record.path)) == media)
        #expect(harness.origin.requests.map { $0.header("Range") } == [nil, "bytes=\(stop)-"])
        #expect(harness.directory.files().filter { $0.contains("/tmp/") }.isEmpty)
    }

    @Test(arguments: [0, 3_000_000])
    func `given an answer that is not to be stored, when the call expires in it, then nothing of it is kept`(
        padding: Int
    ) async throws {
        let media = try KitHarness.media("tour.mp4") + freeBox(padding)
        let stop = media.count / 2
        let handler: ScriptedOrigin.Handler = { request in
            Self.route(media, stopsAfter: stop)(request).header("Cache-Control", "no-store")
        }
        let harness = try KitHarness(try ScriptedOrigin(handler: handler))
        let payload = Array(harness.payload(["/tour.mp4"]).utf8)
        var options = FetchOptions()
        options.continuesBehindAnswer = false

        try await harness.withFetcher { fetcher in
            let result = try await fetcher.fetch(payload, deadline: .after(.seconds(1)), options: options)
            await fetcher.settleParts()
            #expect(result.attachments.map(\.state) == [.expired])
        }

        #expect(harness.directory.files().filter { $0.contains("/tmp/") }.isEmpty)
    }

    /// A box that players pass over (ISO/IEC 14496-12 8.1.2).
    private func freeBox(_ count: Int) -> [UInt8] {
        guard count > 8 else { return [] }
        let size = (0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * $0)) }
        return size + Array("free".utf8) + [UInt8](repeating: 0, count: count - 8)
    }

    @Test func `given a share for each attachment, when one takes longer, then it ends and the others do not`()
        async throws
    {
        let harness = try KitHarness([
            "/slow.gif": .ok(try KitHarness.media("wave.gif"), type: "image/gif").stalling(at: .body(10))
        ]) { $0.deadline.perAttachmentShare = 0.05 }
        var options = FetchOptions()
        options.continuesBehindAnswer = false
        let payload = Array(harness.payload(["/slow.gif", "/welcome.jpg"]).utf8)

        let result = try await harness.withFetcher { fetcher in
            try await fetcher.fetch(payload, deadline: .after(.seconds(20)), options: options)
        }

        #expect(result.attachments.map(\.state) == [.expired, .ready])
        #expect(result.deadline.elapsedSeconds < 19)
    }
}
