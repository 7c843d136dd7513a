import AttachmentDomain
import AttachmentFetch
import AttachmentTesting
import Testing

/// The rules of ranges for a cache, each by its name (RFC 9110 13.1.5, 14, 15.3.7); ``ResumeTests`` has the whole table.
@Suite(.timeLimit(.minutes(1)))
struct PartRuleTests {
    private static func fetch(
        first: ScriptedResponse, rest: ScriptedResponse
    ) async throws -> (asked: [String?], body: [UInt8]) {
        let whole = ScriptedResponse.ok(ResumeTests.media).header("ETag", "\"v1\"")
        let origin = try ScriptedOrigin { request in
            switch request.ordinal {
            case 1: first
            case 2: rest
            default: whole
            }
        }
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin]) { $0.maxAttempts = 2 }
        defer { harness.fetcher.shutdown() }
        let response = try await harness.fetch(origin.url("/m")).get()
        return (origin.requests.map { $0.header("Range") }, response.body.bytes)
    }

    @Test func `given 206 to a resume, when tag, start and length are as expected, then it is joined`() async throws {
        let (asked, body) = try await Self.fetch(first: ResumeTests.cut(), rest: ResumeTests.part())
        #expect(asked == [nil, "bytes=30000-"])
        #expect(body == ResumeTests.media)
    }

    @Test(arguments: [
        ResumeTests.part(etag: "\"v2\""), ResumeTests.part("bytes 30000-99999/100001"),
        ResumeTests.part("bytes 29000-99999/100000", from: 29_000),
    ])
    func `given 206 to a resume, when tag, start or length is another, then the whole is asked for`(
        rest: ScriptedResponse
    ) async throws {
        let (asked, body) = try await Self.fetch(first: ResumeTests.cut(), rest: rest)
        #expect(asked == [nil, "bytes=30000-", nil])
        #expect(body == ResumeTests.media)
    }

    @Test func `given a weak tag alone, when a body was cut, then no range is asked for`() async throws {
        let (asked, body) = try await Self.fetch(
            first: ResumeTests.cut("W/\"v1\""), rest: .ok(ResumeTests.media))
        #expect(asked == [nil, nil])
        #expect(body == ResumeTests.media)
    }

    @Test func `given 416 to our own range, when it comes, then the whole is asked for once`() async throws {
        let (asked, body) = try await Self.fetch(first: ResumeTests.cut(), rest: .status(416))
        #expect(asked == [nil, "bytes=30000-", nil])
        #expect(body == ResumeTests.media)
    }

    @Test(
        arguments: [
            ("bytes 0-99999/100000", nil), ("bytes 0-99999/*", .protocolError),
            ("bytes 0-99999/100001", .protocolError),
            ("bytes 1-100000/100001", .protocolError), (nil, .protocolError),
        ] as [(String?, Code?)])
    func `given 206 that nobody asked for, when it is not the first to the last byte of the whole, then it is refused`(
        range: String?, code: Code?
    ) async throws {
        let origin = try ScriptedOrigin(routes: ["/m": ResumeTests.part(range, from: 0)])
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin])
        defer { harness.fetcher.shutdown() }

        #expect(try await harness.code(origin.url("/m")) == code)
    }
}
