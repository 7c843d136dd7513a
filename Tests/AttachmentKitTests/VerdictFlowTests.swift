import AttachmentKit
import AttachmentTesting
import Testing

/// What the bytes are decides, not what the origin or the URL says of them.
@Suite(.timeLimit(.minutes(1)))
struct VerdictFlowTests {
    static let page =
        "<!DOCTYPE html><html><head><title>Sorry</title></head><body>" + String(repeating: "x", count: 300_000)

    @Test func `given a page under the name of a picture, when it is fetched, then it is no media and costs kilobytes`()
        async throws
    {
        let harness = try KitHarness([
            "/a.jpg": ScriptedResponse.ok(Array(Self.page.utf8), type: "image/jpeg").dripping(bytes: 8192, every: 1)
        ])
        try await harness.withFetcher { fetcher in
            let record = try #require(try await fetcher.fetch(harness.payload(["/a.jpg"])).attachments.first)
            #expect(record.state == .rejected)
            #expect(record.reason?.code == .notMedia)
            #expect(try await fetcher.stats().objects == 0)
        }
        await harness.origin.allClosed()
    }

    @Test func `given an empty body, when it is fetched, then it is rejected whatever its type says`() async throws {
        let harness = try KitHarness(["/e.png": .ok([], type: "image/png")])
        let result = try await harness.withFetcher { try await $0.fetch(harness.payload(["/e.png"])) }
        #expect(result.attachments.map(\.state) == [.rejected])
        #expect(result.attachments.map(\.reason?.code) == [.empty])
    }

    @Test func `given a lying name and type, when it is fetched, then the bytes name it and the lie is found`()
        async throws
    {
        let gif = try KitHarness.media("wave.gif")
        let harness = try KitHarness(["/photo.png": .ok(gif, type: "image/png")])
        let result = try await harness.withFetcher { try await $0.fetch(harness.payload(["/photo.png"])) }
        let record = try #require(result.attachments.first)
        #expect(record.state == .ready)
        #expect(record.mediaType == "image/gif")
        #expect(record.fileName == "photo.gif")
        #expect(record.declaredType == "image/png")
        #expect(record.profiles?.entries.first?.verdict.findings.map(\.code).contains(.typeMismatch) == true)
    }

    @Test func `given media that a profile does not show, when it is judged, then it is rejected but kept`()
        async throws
    {
        let harness = try KitHarness()
        try await harness.withFetcher { fetcher in
            var options = FetchOptions()
            options.profiles = ["hms"]
            let result = try await fetcher.fetch(
                Array(harness.payload(["/wave.gif"]).utf8), deadline: nil, options: options)
            let record = try #require(result.attachments.first)
            #expect(record.state == .rejected)
            #expect(record.reason?.code == .typeUnsupported)
            #expect(record.digest != nil)
            #expect(try await fetcher.stats().objects == 1)
        }
    }

    @Test func `given a body past the limit of its kind, when it is fetched, then reading stops with the number`()
        async throws
    {
        let head = try KitHarness.media("welcome.jpg")
        let large = head + [UInt8](repeating: 0, count: 10_000_000)
        let harness = try KitHarness(["/l.jpg": ScriptedResponse.ok(large, type: "image/jpeg").framed(.untilClose)])
        try await harness.withFetcher { fetcher in
            let record = try #require(try await fetcher.fetch(harness.payload(["/l.jpg"])).attachments.first)
            #expect(record.state == .rejected)
            #expect(record.reason?.code == .tooLarge)
            #expect(record.reason?.message.contains("10,000,000") == true)
            #expect(record.reason?.message.contains("image/jpeg") == true)
            #expect(try await fetcher.stats().objects == 0)
        }
    }

    @Test func `given a film beyond memory, when it is fetched, then it is spooled, recognised and stored`()
        async throws
    {
        let film =
            try KitHarness.media("tour.mp4") + [0, 0x1e, 0x84, 0x80] + Array("free".utf8)
            + [UInt8](repeating: 0, count: 2_000_000 - 8)
        let harness = try KitHarness(["/f.mp4": .ok(film, type: "video/mp4")])
        try await harness.withFetcher { fetcher in
            let record = try #require(try await fetcher.fetch(harness.payload(["/f.mp4"])).attachments.first)
            #expect(record.state == .ready, "\(String(describing: record.reason))")
            #expect(record.bytes == Int64(film.count))
            #expect(try readFile(try #require(record.path)) == film)
        }
    }

    @Test(arguments: [
        ("/404", ScriptedResponse.status(404), Code.httpStatus),
        ("/short", ScriptedResponse.ok([1, 2, 3], type: "image/png").framed(.declaredLength(9)), .truncated),
        ("/private", .redirect(to: "http://10.0.0.1/a.png"), .addressBlocked),
    ])
    func `given an origin that fails, when it is fetched, then the record has its code`(
        path: String, response: ScriptedResponse, code: Code
    ) async throws {
        let harness = try KitHarness([path: response])
        let result = try await harness.withFetcher { try await $0.fetch(harness.payload([path, "/wave.gif"])) }
        #expect(result.attachments.map(\.state) == [.failed, .ready])
        #expect(result.attachments.first?.reason?.code == code)
    }

    @Test func `given a response that is no media, when it is recorded, then what it said is there`() async throws {
        let missing = ScriptedResponse.ok(Array("no such file".utf8), type: "text/plain").header("ETag", #""e1""#)
        var gone = missing
        gone.status = 410
        let harness = try KitHarness([
            "/gone": .redirect(to: "/gone.jpg"), "/gone.jpg": gone, "/page.jpg": missing,
        ])
        let result = try await harness.withFetcher { try await $0.fetch(harness.payload(["/gone", "/page.jpg"])) }
        #expect(result.attachments.map(\.reason?.code) == [.httpStatus, .notMedia])
        #expect(result.attachments.map(\.http?.status) == [410, 200])
        #expect(result.attachments.map(\.http?.etag) == [#""e1""#, #""e1""#])
        #expect(result.attachments.map(\.declaredType) == ["text/plain", "text/plain"])
        #expect(result.attachments.map(\.finalUrl) == ["/gone.jpg", "/page.jpg"].map { harness.origin.url($0) })
    }

    @Test(arguments: [ScriptedResponse.Framing.contentLength, .untilClose])
    func `given a body past every limit, when it is fetched, then the message names the limit's profile`(
        framing: ScriptedResponse.Framing
    ) async throws {
        let zeros = ScriptedResponse.ok([UInt8](repeating: 0, count: 3000), type: "image/jpeg").framed(framing)
        let harness = try KitHarness(["/z.jpg": zeros]) { policy in
            var strict = Profile()
            strict.limits = MediaLimits(
                image: MediaLimit(maxBytes: 1000), audio: MediaLimit(maxBytes: 1000), video: MediaLimit(maxBytes: 2000))
            policy.profiles = Profiles([("strict", strict)])
        }
        var options = FetchOptions()
        options.profiles = ["strict"]
        let result = try await harness.withFetcher { [options] in
            try await $0.fetch(Array(harness.payload(["/z.jpg"]).utf8), deadline: nil, options: options)
        }
        let record = try #require(result.attachments.first)
        #expect(record.reason?.code == .tooLarge)
        #expect(record.reason?.message.hasSuffix("exceeds 2,000 of profile strict") == true)
        #expect(record.mediaType == nil)
        #expect(record.declaredType == "image/jpeg")
    }

    @Test func `given media behind a redirect, when they come from the cache, then they are judged as before`()
        async throws
    {
        let harness = try KitHarness(["/r": .redirect(to: "/welcome.jpg")])
        let (first, second) = try await harness.withFetcher { fetcher in
            let first = try await fetcher.fetch(harness.payload(["/r"]))
            return (first, try await fetcher.fetch(harness.payload(["/r"])))
        }
        #expect(second.attachments.map(\.source) == [.cache])
        #expect(first.attachments.map(\.profiles) == second.attachments.map(\.profiles))
        let codes = second.attachments.first?.profiles?.entries.first?.verdict.findings.map(\.code) ?? []
        #expect(codes.contains(.redirected))
    }
}
