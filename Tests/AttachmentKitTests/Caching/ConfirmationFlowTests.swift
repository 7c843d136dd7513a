import AttachmentKit
import AttachmentTesting
import Testing

/// An answer past its time is asked about, and a 304 renews it.
@Suite(.timeLimit(.minutes(1)))
struct ConfirmationFlowTests {
    // Cases 48, 49, 50.
    @Test(arguments: ["\"a\"", "W/\"a\"", "bare"])
    func `given a tag and a date, when the answer is past its time, then both go back as they came`(tag: String)
        async throws
    {
        let date = "Tue, 14 Nov 2023 20:00:00 GMT"
        let gif = try ScriptedResponse.gif("max-age=10", etag: tag).header("Last-Modified", date)
        let harness = try KitHarness { $0.isConditional ? .notModified : gif }
        let (_, second) = try await harness.records(apart: 11)
        #expect(second.source == .revalidated)
        #expect(harness.origin.requests.last?.header("If-None-Match") == tag)
        #expect(harness.origin.requests.last?.header("If-Modified-Since") == date)
    }

    // Cases 51, 52, 53.
    @Test func `given a 304, when it comes, then its fields count from now on but for those of the bytes`() async throws
    {
        let gif = try ScriptedResponse.gif("max-age=10", etag: "\"a\"").header("X-State", "old")
        let confirmation = ScriptedResponse.notModified.header("X-State", "new").header("Content-Encoding", "br")
        let harness = try KitHarness { $0.isConditional ? confirmation : gif }
        let (_, second) = try await harness.records(apart: 11)
        let headers = try await harness.storedHeaders(of: "/a.gif")
        #expect(second.http?.freshUntil == harness.clock.now + 10)
        #expect(headers["x-state"] == "new")
        #expect(headers["cache-control"] == "max-age=10")
        #expect(headers["content-encoding"] == nil)
    }

    // Case 54.
    @Test func `given a 304 that is not to be stored, when it comes, then the answer is used once more and dropped`()
        async throws
    {
        let gif = try ScriptedResponse.gif("max-age=10", etag: "\"a\"")
        let harness = try KitHarness { $0.isConditional ? .notModified.control("no-store") : gif }
        let (_, second) = try await harness.records(apart: 11)
        #expect(second.source == .revalidated)
        #expect(try await harness.stored(of: "/a.gif").isEmpty)
        #expect(try await harness.record().source == .network)
    }

    // Cases 16, 61.
    @Test(arguments: ["max-age=0", "no-cache", "no-cache, max-age=600"])
    func `given an answer that is asked about at each use, when it is used, then it is asked about`(control: String)
        async throws
    {
        let gif = try ScriptedResponse.gif(control, etag: "\"a\"")
        let harness = try KitHarness { $0.isConditional ? .notModified : gif }
        _ = try await harness.record()
        for _ in 0..<2 { #expect(try await harness.record().source == .revalidated) }
        #expect(harness.origin.requests.map(\.isConditional) == [false, true, true])
    }

    // Case 62.
    @Test func `given a field that is not to be used again, when the answer is stored, then it lacks that field`()
        async throws
    {
        let gif = try ScriptedResponse.gif("max-age=600, no-cache=\"Set-Cookie\"").header("Set-Cookie", "id=1")
        let harness = try KitHarness(["/a.gif": gif])
        _ = try await harness.record()
        #expect(try await harness.record().source == .cache)
        #expect(try await harness.storedHeaders(of: "/a.gif")["set-cookie"] == nil)
    }
}
