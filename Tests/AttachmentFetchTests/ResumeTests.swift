import AttachmentCrypto
import AttachmentDomain
import AttachmentFetch
import AttachmentTesting
import AttachmentURL
import Testing

/// What came before an interruption is continued, and never mixed with other bytes.
@Suite(.timeLimit(.minutes(1)))
struct ResumeTests {
    static let media = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
    static let others = media.map { ~$0 }

    /// The first answer, cut after 30,000 bytes.
    static func cut(_ validator: String? = "\"v1\"") -> ScriptedResponse {
        let whole = ScriptedResponse.ok(media, type: "image/jpeg")
        return (validator.map { whole.header("ETag", $0) } ?? whole).reset(at: .body(30_000))
    }

    static func part(
        _ range: String? = "bytes 30000-99999/100000", of bytes: [UInt8] = media, from start: Int = 30_000,
        etag: String? = "\"v1\""
    ) -> ScriptedResponse {
        var response = ScriptedResponse.ok(Array(bytes[start...]), type: "image/jpeg")
        response.status = 206
        if let range { response = response.header("Content-Range", range) }
        return etag.map { response.header("ETag", $0) } ?? response
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var first = cut()
        var rest: ScriptedResponse
        /// How many requests it takes; the third asks for the whole and gets it.
        var requests: Int

        var testDescription: String { name }
    }

    static let rows = [
        Row(name: "the rest", rest: part(), requests: 2),
        Row(name: "the rest in chunks", rest: part().framed(.chunked(bytes: 999)), requests: 2),
        Row(name: "the rest, whose whole is not told", rest: part("bytes 30000-99999/*"), requests: 2),
        Row(name: "the whole after all", rest: whole("\"v1\""), requests: 2),
        Row(name: "changed bytes", rest: whole("\"v2\""), requests: 2),
        Row(name: "another start", rest: part("bytes 29900-99999/100000", from: 29_900), requests: 3),
        Row(name: "another total", rest: part("bytes 30000-99999/104096"), requests: 3),
        Row(name: "fewer bytes than it says", rest: part("bytes 30000-99999/100000", from: 60_000), requests: 3),
        Row(
            name: "fewer bytes than it says, in chunks",
            rest: part("bytes 30000-99999/100000", from: 60_000).framed(.chunked(bytes: 999)), requests: 3),
        Row(
            name: "more bytes than it says, in chunks",
            rest: part("bytes 30000-99999/100000", from: 29_000).framed(.chunked(bytes: 999)), requests: 3),
        Row(name: "no Content-Range", rest: part(nil), requests: 3),
        Row(name: "another unit", rest: part("lines 30000-99999/100000"), requests: 3),
        Row(name: "another tag", rest: part(etag: "\"v2\""), requests: 3),
        Row(name: "a weak tag", rest: part(etag: "W/\"v1\""), requests: 3),
        Row(name: "no tag", rest: part(etag: nil), requests: 3),
        Row(name: "a coded rest", rest: part().header("Content-Encoding", "gzip"), requests: 3),
        Row(
            name: "several ranges",
            rest: part(nil).header("Content-Type", "multipart/byteranges; boundary=x"), requests: 3),
        Row(name: "range not satisfiable", rest: .status(416), requests: 3),
        Row(name: "a first answer without a tag", first: cut(nil), rest: whole(nil), requests: 2),
        Row(name: "a first answer with a weak tag", first: cut("W/\"v1\""), rest: whole("W/\"v1\""), requests: 2),
    ]

    private static func whole(_ etag: String?) -> ScriptedResponse {
        let response = ScriptedResponse.ok(etag == "\"v2\"" ? others : media, type: "image/jpeg")
        return etag.map { response.header("ETag", $0) } ?? response
    }

    @Test(arguments: rows, [1 << 20, 10_000])
    func `given a cut body, when it is tried again, then the rest fits or all is asked for anew`(
        row: Row, memoryLimit: Int
    ) async throws {
        let origin = try ScriptedOrigin { request in
            switch request.ordinal {
            case 1: row.first
            case 2: row.rest
            default: Self.whole("\"v1\"")
            }
        }
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin]) { $0.maxAttempts = 2 }
        defer { harness.fetcher.shutdown() }

        let response = try await harness.fetch(origin.url("/m"), memoryLimit: memoryLimit).get()

        let expected = row.name == "changed bytes" ? Self.others : Self.media
        #expect(response.body.bytes == expected)
        #expect(response.status == 200)
        #expect(response.headers["content-range"] == nil)
        #expect(origin.requestCount == row.requests)
        let asked = origin.requests.map { $0.header("Range") }
        let isContinued = row.first.headers.contains { $0.name == "ETag" && $0.value == "\"v1\"" }
        #expect(asked[1] == (isContinued ? "bytes=30000-" : nil))
        #expect(origin.requests[1].header("If-Range") == (isContinued ? "\"v1\"" : nil))
        if row.requests == 3 { #expect(asked[2] == nil) }
        if case .spooled(_, let digest?, _) = response.body { #expect(digest == SHA256.digest(of: expected)) }
    }

    @Test func `given a rest that comes in several cuts, when it is tried again, then each goes on where it stood`()
        async throws
    {
        let origin = try ScriptedOrigin { request in
            switch request.ordinal {
            case 1: Self.cut()
            case 2: Self.part().reset(at: .body(30_000))
            // Less than was asked for is allowed (RFC 9110 15.3.7).
            case 3: Self.short(from: 60_000, to: 80_000)
            default: Self.part("bytes 80000-99999/100000", from: 80_000)
            }
        }
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin]) { $0.maxAttempts = 4 }
        defer { harness.fetcher.shutdown() }

        let response = try await harness.fetch(origin.url("/m")).get()

        #expect(response.body.bytes == Self.media)
        #expect(
            origin.requests.map { $0.header("Range") } == [nil, "bytes=30000-", "bytes=60000-", "bytes=80000-"])
    }

    private static func short(from start: Int, to end: Int) -> ScriptedResponse {
        var response = ScriptedResponse.ok(Array(media[start..<end]), type: "image/jpeg")
        response.status = 206
        return response.header("Content-Range", "bytes \(start)-\(end - 1)/100000").header("ETag", "\"v1\"")
    }

    @Test func `given a date in the place of a tag, when it is older than the answer, then it serves`() async throws {
        let date = "Tue, 14 Nov 2023 22:00:00 GMT"
        let origin = try ScriptedOrigin { request in
            let response = request.ordinal == 1 ? Self.cut(nil) : Self.part(etag: nil)
            return response.header("Last-Modified", date).header("Date", "Tue, 14 Nov 2023 22:13:20 GMT")
        }
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin]) { $0.maxAttempts = 2 }
        defer { harness.fetcher.shutdown() }

        let response = try await harness.fetch(origin.url("/m")).get()

        #expect(response.body.bytes == Self.media)
        #expect(origin.requests[1].header("If-Range") == date)
    }

    @Test func `given broken chunks, when it is tried again, then nothing of them is trusted`() async throws {
        let origin = try ScriptedOrigin { request in
            let whole = ScriptedResponse.ok(Self.media, type: "image/jpeg").header("ETag", "\"v1\"")
            return request.ordinal == 1 ? whole.framed(.brokenChunks) : whole
        }
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin]) { $0.maxAttempts = 2 }
        defer { harness.fetcher.shutdown() }

        #expect(try await harness.fetch(origin.url("/m")).get().body.bytes == Self.media)
        #expect(origin.requests[1].header("Range") == nil)
    }

    @Test func `given a redirect, when the body behind it is cut, then only its own URL is asked for the rest`()
        async throws
    {
        let origin = try ScriptedOrigin { request in
            switch (request.path, request.ordinal) {
            case ("/a", _): .redirect(to: "/m")
            case (_, 1): Self.cut()
            default: Self.part()
            }
        }
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin]) { $0.maxAttempts = 2 }
        defer { harness.fetcher.shutdown() }

        let response = try await harness.fetch(origin.url("/a")).get()

        #expect(response.body.bytes == Self.media)
        #expect(origin.requests.map { $0.header("Range") } == [nil, nil, nil, "bytes=30000-"])
    }

    @Test(arguments: [1 << 20, 10_000])
    func `given a deadline in the body, when another transfer goes on, then it asks for the rest alone`(
        memoryLimit: Int
    )
        async throws
    {
        let origin = try ScriptedOrigin { request in
            request.ordinal == 1
                ? ScriptedResponse.ok(Self.media, type: "image/jpeg").header("ETag", "\"v1\"").stalling(
                    at: .body(30_000))
                : Self.part()
        }
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin])
        defer { harness.fetcher.shutdown() }

        let first = try await harness.fetch(origin.url("/m"), within: 0.5, memoryLimit: memoryLimit)
        guard case .failure(let fault) = first else {
            Issue.record("it did not expire")
            return
        }
        let part = try #require(fault.part)
        #expect(part.bytes == 30_000)
        #expect(part.total == 100_000)
        let second = try await harness.fetch(origin.url("/m"), memoryLimit: memoryLimit, part: part).get()

        #expect(second.body.bytes == Self.media)
        #expect(second.attempts == 1)
        #expect(origin.requests[1].header("Range") == "bytes=30000-")
    }

    @Test func `given a part, when its transfer never begins, then the part is handed back`() async throws {
        let origin = try ScriptedOrigin(routes: [:])
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin])
        defer { harness.fetcher.shutdown() }
        let part = PartialBody(
            url: try RequestURL.parse(origin.url("/m")), headers: HTTPHeaders([.init(name: "ETag", value: "\"v1\"")]),
            total: 100, bytes: 3, content: .memory([1, 2, 3]))

        guard case .failure(let fault) = try await harness.fetch(origin.url("/m"), within: -1, part: part) else {
            Issue.record("it did not expire")
            return
        }
        #expect(fault.code == .deadlineExceeded)
        #expect(fault.part?.bytes == 3)
    }

    @Test(arguments: [
        (ScriptedResponse.status(404), false), (.status(503), true), (.status(403), false),
    ])
    func `given a part, when its URL is refused, then it is kept where that may pass`(
        answer: ScriptedResponse, isKept: Bool
    ) async throws {
        let origin = try ScriptedOrigin(routes: ["/m": answer])
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin])
        defer { harness.fetcher.shutdown() }
        let part = PartialBody(
            url: try RequestURL.parse(origin.url("/m")), headers: HTTPHeaders([.init(name: "ETag", value: "\"v1\"")]),
            total: 100, bytes: 3, content: .memory([1, 2, 3]))

        guard case .failure(let fault) = try await harness.fetch(origin.url("/m"), part: part) else {
            Issue.record("it did not fail")
            return
        }
        #expect((fault.part != nil) == isKept)
    }
}
