import AttachmentDomain
import AttachmentKit
import AttachmentStore
import AttachmentTesting
import Testing

/// What the structure of media tells, in records and in the cache.
@Suite(.timeLimit(.minutes(1)))
struct MediaFactsTests {
    @Test func `given a picture that is cut, when it is fetched, then it is refused with the place and not stored`()
        async throws
    {
        let cut = Array(try KitHarness.media("welcome.jpg").dropLast(100))
        let harness = try KitHarness(["/cut.jpg": .ok(cut, type: "image/jpeg")])
        try await harness.withFetcher { fetcher in
            for source in ["network", "memory"] {
                let record = try #require(try await fetcher.fetch(harness.payload(["/cut.jpg"])).attachments.first)
                #expect(record.state == .rejected)
                #expect(record.kind == .image)
                // What is remembered of a failure is its reason and kind.
                let isFirst = source == "network"
                #expect(record.mediaType == (isFirst ? "image/jpeg" : nil))
                #expect(record.whole == (isFirst ? false : nil))
                #expect(record.wholeUntil == (isFirst ? Int64(cut.count) : nil))
                let reason = try #require(record.reason)
                #expect(reason.code == .damaged)
                #expect(
                    reason.message.hasPrefix(
                        "image/jpeg of \(grouped(Int64(cut.count))) bytes is not whole: it ends inside its picture data"
                    ))
            }
            #expect(try await fetcher.stats().objects == 0)
        }
        #expect(harness.origin.count(of: "/cut.jpg") == 1)
    }

    @Test func `given damage inside a file, when it is fetched, then the place is told`() async throws {
        var bytes = try KitHarness.media("welcome.jpg")
        bytes.replaceSubrange(4..<6, with: [0, 1])
        let harness = try KitHarness(["/bad.jpg": .ok(bytes, type: "image/jpeg")])
        let result = try await harness.withFetcher { try await $0.fetch(harness.payload(["/bad.jpg"])) }
        #expect(
            result.attachments.first?.reason?.message
                == "image/jpeg of \(grouped(Int64(bytes.count))) bytes is not whole: after 2 bytes it has a length of 1 "
                + "in the segment FFE0")
    }

    @Test(arguments: ["welcome.jpg", "wave.gif", "tour.mp4", "chime.m4a"])
    func `given whole media, when they are fetched twice, then the facts found once are told twice`(name: String)
        async throws
    {
        let harness = try KitHarness(["/file": .ok(try KitHarness.media(name)).header("Cache-Control", "max-age=60")])
        try await harness.withFetcher { fetcher in
            let first = try #require(try await fetcher.fetch(harness.payload(["/file"])).attachments.first)
            let second = try #require(try await fetcher.fetch(harness.payload(["/file"])).attachments.first)
            #expect(first.source == .network)
            #expect(second.source == .cache)
            #expect(first.whole == true)
            #expect(first.codec != nil)
            #expect(Facts(first) == Facts(second))
        }
        #expect(harness.origin.count(of: "/file") == 1)
    }

    @Test(arguments: [true, false])
    func `given what was kept for who takes anything, when its origin confirms it, then it is still no media`(
        isPage: Bool
    ) async throws {
        let body =
            isPage
            ? Array("<html><body>gone</body></html>".utf8) : Array(try KitHarness.media("welcome.jpg").dropLast(9))
        let harness = try KitHarness(
            ScriptedOrigin { request in
                let isKnown = request.header("If-None-Match") != nil
                let answer: ScriptedResponse = isKnown ? .status(304) : .ok(body, type: "image/jpeg")
                return answer.header("ETag", "\"1\"")
                    .header("Cache-Control", "no-cache")
            })
        try await harness.withFetcher { fetcher in
            var options = GetOptions()
            options.takesAnyType = true
            let taken = try await fetcher.get(harness.origin.url("/file"), options: options)
            #expect(taken.status == 200)
            let record = try #require(try await fetcher.fetch(harness.payload(["/file"])).attachments.first)
            #expect(record.state == .rejected)
            #expect(record.reason?.code == (isPage ? .notMedia : .damaged))
            #expect(harness.origin.requestCount == 2)
        }
    }

    @Test func `given media that an earlier version has stored, when they are used, then they are measured and kept`()
        async throws
    {
        let gif = try KitHarness.media("wave.gif")
        let harness = try KitHarness(["/file": .ok(gif).header("Cache-Control", "max-age=60")])
        let first = try await harness.fetched("/file")
        let digest = try #require(first.digest)
        // What was known of media before they were measured.
        let before = Inspection(mediaType: "image/gif", uti: "com.compuserve.gif", fileExtension: "gif", kind: .image)
        let found = try harness.exchangeFacts(of: digest, for: before)
        let second = try await harness.fetched("/file")
        #expect(second.source == .cache)
        #expect(Facts(second) == Facts(first))
        #expect(try harness.exchangeFacts(of: digest, for: before) == found)
        #expect(found?.readers != nil && found?.whole == true)
    }

    /// The members of a record that belong to the digest.
    private struct Facts: Equatable {
        let type: [String?]
        let numbers: [Int?]
        let seconds: Double?
        let flags: [Bool?]

        init(_ record: AttachmentRecord) {
            type = [record.digest?.hex, record.mediaType, record.uti, record.codec, record.kind.rawValue]
            numbers = [record.width, record.height, record.frames]
            seconds = record.durationSeconds
            flags = [record.animated, record.whole]
        }
    }
}

extension KitHarness {
    /// The record of that target of the origin.
    fileprivate func fetched(_ target: String) async throws -> AttachmentRecord {
        try await withFetcher { fetcher in
            try #require(try await fetcher.fetch(payload([target])).attachments.first)
        }
    }

    /// What the cache knows of an object, which knows something else from then on.
    fileprivate func exchangeFacts(of digest: Digest, for facts: Inspection) throws -> Inspection? {
        let store = try MediaStore.open(at: cache, limits: policy.cache, pushes: policy.pushes, clock: clock.wallClock)
        defer { store.close() }
        guard let object = try store.object(digest) else { return nil }
        _ = store.renew(object, facts)
        return object.inspection
    }
}
