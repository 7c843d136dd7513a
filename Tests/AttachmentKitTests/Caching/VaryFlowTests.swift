import AttachmentKit
import AttachmentTesting
import Testing

/// Which requests a stored answer is for: two policies stand for two programs that ask differently.
@Suite(.timeLimit(.minutes(1)))
struct VaryFlowTests {
    /// A picture for each User-Agent.
    private static func harness(vary: String) throws -> KitHarness {
        let pictures = try ["one", "two"].map { name in
            (name, try ScriptedResponse.gif("max-age=600", etag: "\"\(name)\"", mark: name).header("Vary", vary))
        }
        return try KitHarness { request in
            pictures.first { $0.0 == request.header("User-Agent") }?.1 ?? .status(404)
        }
    }

    // Cases 75, 78.
    @Test(arguments: ["User-Agent", "  accept-encoding ,USER-AGENT", "User-Agent, X-Other"])
    func `given an answer for one User-Agent, when another asks, then both have their own`(vary: String) async throws {
        let harness = try Self.harness(vary: vary)
        let one = try await harness.record { $0.network.userAgent = "one" }
        let two = try await harness.record { $0.network.userAgent = "two" }
        let oneAgain = try await harness.record { $0.network.userAgent = "one" }
        let twoAgain = try await harness.record { $0.network.userAgent = "two" }

        #expect(one.digest != two.digest)
        #expect([oneAgain.source, twoAgain.source] == [.cache, .cache])
        #expect([oneAgain.digest, twoAgain.digest] == [one.digest, two.digest])
        #expect(harness.origin.requestCount == 2)
        #expect(try await harness.stored(of: "/a.gif").count == 2)
    }

    // Case 76.
    @Test(arguments: ["*", "Accept, *"])
    func `given an answer for no other request, when the same is asked, then the origin says whether it holds`(
        vary: String
    ) async throws {
        let gif = try ScriptedResponse.gif("max-age=600", etag: "\"a\"").header("Vary", vary)
        let harness = try KitHarness { $0.isConditional ? .notModified : gif }
        _ = try await harness.record()
        let second = try await harness.record()
        #expect(second.source == .revalidated)
        #expect(harness.origin.requests.map(\.isConditional) == [false, true])
    }

    // Cases 77, 80.
    @Test(arguments: ["X-Device", "Cookie", "Authorization, Cookie", "Accept-Language"])
    func `given an answer by a field that nobody sends, when it is asked for again, then it is used`(vary: String)
        async throws
    {
        let harness = try KitHarness(["/a.gif": .gif("max-age=600").header("Vary", vary)])
        _ = try await harness.record()
        #expect(try await harness.record().source == .cache)
    }

    // Case 77.
    @Test func `given an answer by a field that was not sent, when another sends it, then the origin is asked`()
        async throws
    {
        let harness = try KitHarness(["/a.gif": .gif("max-age=600").header("Vary", "X-Device")])
        let file = try harness.directory.write("tv", to: "device")
        _ = try await harness.record()
        let other = try await harness.record {
            $0.network.headers = [.init(origin: harness.origin.origin, name: "X-Device", valueFile: file)]
        }
        #expect(other.source == .network)
        #expect(try await harness.record().source == .cache)
    }

    // Case 79.
    @Test func `given two answers that fit, when they are asked for, then it is the newer one by its date`()
        async throws
    {
        let old = try ScriptedResponse.gif("max-age=10", mark: "old")
        let new = try ScriptedResponse.gif("max-age=600", mark: "new").header("Vary", "User-Agent")
        let harness = try KitHarness { $0.ordinal == 1 ? old : new }
        _ = try await harness.record()
        harness.clock.advance(by: 11)
        let newer = try await harness.record()
        #expect(try await harness.stored(of: "/a.gif").count == 2)
        let again = try await harness.record()
        #expect(again.source == .cache)
        #expect(again.digest == newer.digest)
    }

    // Case 81.
    @Test func `given URLs that say the same, when they are asked for, then that is one question`() async throws {
        let harness = try KitHarness(["/A/a.gif": .gif("max-age=600")])
        let port = harness.origin.port
        let same = [
            "http://127.0.0.1:\(port)/A/a.gif", "HTTP://127.0.0.1:\(port)/A/a.gif#top",
            "http://127.0.0.1:\(port)/A/%61.gif",
        ]
        try await harness.withFetcher { fetcher async throws in
            for url in same { #expect(try await fetcher.record(of: url).state == .ready) }
        }
        #expect(harness.origin.requestCount == 1)
    }

    // Cases 37, 81.
    @Test func `given URLs that differ in their query, when they are asked for, then each is a question`() async throws
    {
        let harness = try KitHarness(["/a.gif": .gif("max-age=600")])
        try await harness.withFetcher { fetcher async throws in
            for _ in 0..<2 {
                for query in ["", "?", "?x=1&y=2", "?y=2&x=1"] {
                    _ = try await fetcher.record(of: harness.origin.url("/a.gif" + query))
                }
            }
        }
        #expect(harness.origin.requests.map(\.query) == ["", "", "x=1&y=2", "y=2&x=1"])
    }
}
