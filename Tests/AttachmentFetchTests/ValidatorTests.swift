import AttachmentDomain
import AttachmentFetch
import AttachmentTesting
import AttachmentURL
import Testing

/// Validators are of one stored response, so they go to its URL and to no other.
@Suite(.timeLimit(.minutes(1)))
struct ValidatorTests {
    static let date = "Tue, 14 Nov 2023 22:00:00 GMT"

    @Test(
        arguments: [
            ("\"a\"", nil), (nil, date), ("\"a\"", date), ("W/\"a\"", nil), ("unquoted", nil),
        ] as [(String?, String?)])
    func `given validators, when the URL is asked, then they are sent byte for byte, and 304 is an answer`(
        etag: String?, lastModified: String?
    ) async throws {
        let origin = try ScriptedOrigin(routes: ["/m": ScriptedResponse.notModified.header("ETag", "\"a\"")])
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin])
        defer { harness.fetcher.shutdown() }

        let response = try await harness.fetch(origin.url("/m")) {
            $0.validators = .init(etag: etag, lastModified: lastModified)
        }.get()

        #expect(response.outcome == .notModified)
        #expect(response.status == 304)
        #expect(response.body.count == 0)
        #expect(origin.requests.first?.header("If-None-Match") == etag)
        #expect(origin.requests.first?.header("If-Modified-Since") == lastModified)
    }

    @Test func `given validators, when the URL redirects, then its target is asked without them`() async throws {
        let origin = try ScriptedOrigin(routes: ["/a": .redirect(to: "/m"), "/m": .ok([1, 2])])
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin])
        defer { harness.fetcher.shutdown() }

        let response = try await harness.fetch(origin.url("/a")) {
            $0.validators = .init(etag: "\"a\"", lastModified: Self.date)
        }.get()

        #expect(response.outcome == .whole)
        #expect(origin.requests.map { $0.header("If-None-Match") } == ["\"a\"", nil])
        #expect(origin.requests.map { $0.header("If-Modified-Since") } == [Self.date, nil])
    }

    @Test func `given validators, when the redirect's target answers 304 unasked, then that is a status`() async throws
    {
        let origin = try ScriptedOrigin(routes: ["/a": .redirect(to: "/m"), "/m": .notModified])
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin])
        defer { harness.fetcher.shutdown() }

        let fault = try await harness.fetch(origin.url("/a")) {
            $0.validators = .init(etag: "\"a\"", lastModified: nil)
        }.fault

        #expect(fault?.kind == .httpStatus(304))
    }

    @Test func `given validators without a value, when 304 comes, then nobody asked for it`() async throws {
        let origin = try ScriptedOrigin(routes: ["/m": .notModified])
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin])
        defer { harness.fetcher.shutdown() }

        let fault = try await harness.fetch(origin.url("/m")) { $0.validators = .init(etag: nil, lastModified: nil) }
            .fault

        #expect(fault?.kind == .httpStatus(304))
    }

    @Test func `given a try that fails behind a redirect, when all starts over, then the first URL gets them again`()
        async throws
    {
        let origin = try ScriptedOrigin { request in
            switch (request.path, request.ordinal) {
            case ("/a", 1): .redirect(to: "/m")
            case ("/a", _): .notModified
            default: .status(503)
            }
        }
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin]) { $0.maxAttempts = 2 }
        defer { harness.fetcher.shutdown() }

        let response = try await harness.fetch(origin.url("/a")) {
            $0.validators = .init(etag: "\"a\"", lastModified: nil)
        }.get()

        #expect(response.outcome == .notModified)
        #expect(response.hops.isEmpty)
        #expect(origin.requests.map { $0.header("If-None-Match") } == ["\"a\"", nil, "\"a\""])
    }

    @Test func `given 412 to a conditional request, when it comes, then it stays a status and is not tried again`()
        async throws
    {
        let origin = try ScriptedOrigin(routes: ["/m": .status(412)])
        defer { origin.stop() }
        let harness = try FetchHarness(allowing: [origin.origin]) { $0.maxAttempts = 3 }
        defer { harness.fetcher.shutdown() }

        let fault = try await harness.fetch(origin.url("/m")) {
            $0.validators = .init(etag: "\"a\"", lastModified: nil)
        }.fault

        #expect(fault?.kind == .httpStatus(412))
        #expect(origin.requestCount == 1)
    }
}
