import AttachmentKit
import AttachmentTesting
import Glibc
import Testing

/// What an origin answers to a question about what is stored, and what becomes of it.
@Suite(.timeLimit(.minutes(1)))
struct RevalidationFlowTests {
    // Case 55.
    @Test func `given a 304 about another state, when it comes, then the whole is asked for without conditions`()
        async throws
    {
        let (old, new) = (try ScriptedResponse.gif("max-age=10", etag: "\"a\""), try Self.renewed())
        let harness = try KitHarness { request in
            if request.ordinal == 1 { return old }
            return request.isConditional ? .notModified.header("ETag", "\"b\"") : new
        }
        let (first, second) = try await harness.records(apart: 11)

        #expect(second.source == .network)
        #expect(second.http?.etag == "\"b\"")
        #expect(second.digest != first.digest)
        #expect(harness.origin.requests.map(\.isConditional) == [false, true, false])
    }

    // Case 56.
    @Test func `given a 304 that nothing was asked for, when it comes, then the whole is asked for once more`()
        async throws
    {
        let gif = try ScriptedResponse.gif("max-age=10")
        let harness = try KitHarness { $0.ordinal == 1 ? .notModified : gif }
        #expect(try await harness.record().state == .ready)
        #expect(harness.origin.requests.map(\.isConditional) == [false, false])
    }

    // Case 56.
    @Test func `given an origin that says nothing but 304, when it is asked, then that ends after the second time`()
        async throws
    {
        let harness = try KitHarness { _ in .notModified }
        let record = try await harness.record()
        #expect(record.reason?.code == .httpStatus)
        #expect(record.http?.status == 304)
        #expect(harness.origin.requestCount == 2)
    }

    // Case 57.
    @Test(arguments: [true, false])
    func `given a 304, when the file is lost meanwhile, then the whole is asked for and all is well`(isGone: Bool)
        async throws
    {
        let path = Monitor("")
        let gif = try ScriptedResponse.gif("max-age=10", etag: "\"a\"")
        let harness = try KitHarness { request in
            guard request.isConditional else { return gif }
            Self.lose(path.value, isGone: isGone)
            return .notModified
        }
        let first = try await harness.record()
        path.withLock { $0 = first.path ?? "" }
        harness.clock.advance(by: 11)
        let second = try await harness.record()
        let third = try await harness.record()

        #expect(second.source == .network)
        #expect(second.digest == first.digest)
        #expect(try readFile(try #require(second.path)) == KitHarness.media("wave.gif"))
        #expect(third.source == .cache)
        #expect(harness.origin.requests.map(\.isConditional) == [false, true, false])
    }

    // Case 57.
    @Test(arguments: [true, false])
    func `given a stored answer, when its file was lost before, then it is asked for without conditions`(isGone: Bool)
        async throws
    {
        let gif = try ScriptedResponse.gif("max-age=10", etag: "\"a\"")
        let harness = try KitHarness { _ in gif }
        let first = try await harness.record()
        Self.lose(try #require(first.path), isGone: isGone)
        let second = try await harness.record()

        #expect(second.source == .network)
        #expect(try readFile(try #require(second.path)) == KitHarness.media("wave.gif"))
        #expect(harness.origin.requests.map(\.isConditional) == [false, false])
        #expect(try await harness.withFetcher { try await $0.stats().objects } == 1)
    }

    // Case 58.
    @Test func `given other media in the place of old ones, when they come, then a push of before keeps the old ones`()
        async throws
    {
        let (old, new) = (try ScriptedResponse.gif("max-age=10", etag: "\"a\""), try Self.renewed())
        let harness = try KitHarness { $0.ordinal == 1 ? old : new }
        try await harness.withFetcher { fetcher in
            let first = try #require(try await fetcher.fetch(harness.payload(["/a.gif"])).attachments.first)
            harness.clock.advance(by: 11)
            let second = try await fetcher.record(of: harness.origin.url("/a.gif"))
            let third = try await fetcher.record(of: harness.origin.url("/a.gif"))

            #expect(second.digest != first.digest)
            #expect(third.digest == second.digest)
            #expect(third.source == .cache)
            let kept = try await fetcher.push("push-1")?.attachments.first?.digest
            #expect(kept == first.digest)
            #expect(try await fetcher.path(of: try #require(kept)) == first.path)
            #expect(try await fetcher.stats().urls == 1)
        }
    }

    // Case 59.
    @Test func `given the same bytes again, when they come, then there is one file and the fields are new`()
        async throws
    {
        let gif = try ScriptedResponse.gif("max-age=10")
        let harness = try KitHarness { request in gif.header("ETag", "\"\(request.ordinal)\"") }
        let (first, second) = try await harness.records(apart: 11)

        #expect(second.source == .network)
        #expect(second.digest == first.digest)
        #expect(second.http?.etag == "\"2\"")
        #expect(try await harness.withFetcher { try await $0.stats().objects } == 1)
        #expect(harness.directory.files().filter { $0.contains("cache/objects/") }.count == 1)
    }

    // Case 60.
    @Test(arguments: [412, 416])
    func `given a status about conditions, when it comes, then the whole is asked for once without them`(status: Int)
        async throws
    {
        let gif = try ScriptedResponse.gif("max-age=10", etag: "\"a\"")
        let harness = try KitHarness { $0.isConditional ? .status(status) : gif }
        let (_, second) = try await harness.records(apart: 11)

        #expect(second.state == .ready)
        #expect(second.source == .network)
        #expect(harness.origin.requests.map(\.isConditional) == [false, true, false])
    }

    // Case 60.
    @Test(arguments: [412, 416])
    func `given a status about conditions, when none were sent, then it is a failure like any other`(status: Int)
        async throws
    {
        let harness = try KitHarness { _ in .status(status) }
        #expect(try await harness.record().reason?.code == .httpStatus)
        #expect(harness.origin.requestCount == 1)
    }

    /// Removes the file, or changes a byte of it.
    private static func lose(_ path: String, isGone: Bool) {
        guard !isGone else {
            unlink(path)
            return
        }
        do {
            var bytes = try readFile(path)
            bytes[bytes.count - 1] ^= 1
            chmod(path, 0o600)
            try writeFile(bytes, to: path)
        } catch {
            Issue.record(error)
        }
    }

    private static func renewed() throws -> ScriptedResponse { try .gif("max-age=10", etag: "\"b\"", mark: "new") }
}
