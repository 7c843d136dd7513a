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
}
