import AttachmentKit
import AttachmentTesting
import Testing

@Suite(.timeLimit(.minutes(1)))
struct MainJobTests {
    static let four = ["/welcome.jpg", "/wave.gif", "/tour.mp4", "/chime.m4a"]

    @Test func `given a push with four media, when it is fetched, then each is ready under its own type`() async throws
    {
        let harness = try KitHarness()
        let result = try await harness.withFetcher { try await $0.fetch(harness.payload(Self.four)) }

        #expect(result.push.uniqueKey == "push-1")
        #expect(result.push.title == "T")
        #expect(result.attachments.map(\.state) == Array(repeating: .ready, count: 4))
        #expect(result.attachments.map(\.mediaType) == ["image/jpeg", "image/gif", "video/mp4", "audio/mp4"])
        #expect(result.attachments.map(\.fileName) == ["welcome.jpg", "wave.gif", "tour.mp4", "chime.m4a"])
        #expect(result.attachments.map(\.source) == Array(repeating: .network, count: 4))
        #expect(result.attachments.allSatisfy { $0.pushKey == "push-1" })
        #expect(result.deadline.met)
        for (record, name) in zip(result.attachments, Self.four) {
            let path = try #require(record.path)
            #expect(try readFile(path) == KitHarness.media(String(name.dropFirst())))
        }
    }

    @Test func `given a dialect of the program's own, when its push is fetched, then its media are ready`() async throws
    {
        let acme = Dialect(
            "acme", when: .has("/acme_id"), slots: [.image("/acme/picture")], fields: .aps(uniqueKey: "/acme_id"))
        let harness = try KitHarness()
        let fetcher = try AttachmentFetcher(
            policy: harness.policy, cache: harness.cache, dialects: .builtIn.adding(acme))
        let result = try await fetcher.fetch(
            #"{"aps":{},"acme_id":"A1","acme":{"picture":"\#(harness.origin.url("/welcome.jpg"))"}}"#)
        await fetcher.shutdown()
        #expect(result.push.uniqueKey == "A1")
        #expect(result.attachments.map(\.state) == [.ready])
    }

    @Test
    func
        `given hundreds of references, when they are fetched, then each record stands in its place, also in the store`()
        async throws
    {
        let gif = try KitHarness.media("wave.gif")
        var routes: [String: ScriptedResponse] = [:]
        for number in 0..<400 {
            routes["/\(number).gif"] =
                number % 7 == 3 ? .status(404) : .ok(gif + Array("\(number)".utf8), type: "image/gif")
        }
        let harness = try KitHarness(routes)
        // Each URL twice: the second half of the records shares the outcomes of the first.
        let targets = (0..<800).map { "/\($0 % 400).gif" }
        try await harness.withFetcher { fetcher in
            for _ in 0..<2 {
                let result = try await fetcher.fetch(harness.payload(targets))
                #expect(result.attachments.map(\.index) == Array(0..<800))
                #expect(result.attachments.map(\.url) == targets.map { harness.origin.url($0) })
                for record in result.attachments {
                    #expect(record.state == (record.index % 400 % 7 == 3 ? .failed : .ready), "\(record.index)")
                }
                #expect(try await fetcher.push("push-1")?.attachments == result.attachments)
            }
        }
    }

    @Test func `given media that were fetched, when the push comes again, then nothing is asked`() async throws {
        let harness = try KitHarness()
        _ = try await harness.withFetcher { try await $0.fetch(harness.payload(Self.four)) }
        let asked = harness.origin.requestCount

        harness.clock.advance(by: 60)
        let again = try await harness.withFetcher { try await $0.fetch(harness.payload(Self.four)) }
        let stats = try await harness.withFetcher { try await $0.stats() }

        #expect(stats.hits == 4)
        #expect(stats.misses == 4)
        #expect(asked == 4)
        #expect(harness.origin.requestCount == 4)
        #expect(again.attachments.map(\.source) == Array(repeating: .cache, count: 4))
        #expect(again.attachments.map(\.ageSeconds) == Array(repeating: 60, count: 4))
        #expect(again.attachments.map(\.state) == Array(repeating: .ready, count: 4))
    }

    @Test func `given media past their freshness, when they have a validator, then 304 costs no body`() async throws {
        let harness = try KitHarness(["/v.gif": .notModified])
        let gif = try KitHarness.media("wave.gif")
        let validated = try ScriptedOrigin { request in
            request.headers.contains { $0.name.lowercased() == "if-none-match" && $0.value == "\"a\"" }
                ? .notModified.header("Cache-Control", "max-age=10")
                : .ok(gif, type: "image/gif").header("ETag", "\"a\"").header("Cache-Control", "max-age=10")
        }
        defer { validated.stop() }
        var policy = harness.policy
        policy.network.allowOrigins = [validated.origin]
        let fetcher = try AttachmentFetcher(policy: policy, cache: harness.cache, clock: harness.clock.wallClock)
        let payload = #"{"image-url": "\#(validated.url("/v.gif"))"}"#

        let first = try await fetcher.fetch(payload)
        harness.clock.advance(by: 11)
        let second = try await fetcher.fetch(payload)
        let third = try await fetcher.fetch(payload)
        await fetcher.shutdown()

        #expect(first.attachments.first?.source == .network)
        #expect(second.attachments.first?.source == .revalidated)
        #expect(third.attachments.first?.source == .cache)
        #expect(second.attachments.first?.digest == first.attachments.first?.digest)
        #expect(validated.requestCount == 2)
    }

    @Test func `given no-store, when the push comes again, then the origin is asked again`() async throws {
        let gif = try KitHarness.media("wave.gif")
        let harness = try KitHarness(["/n.gif": .ok(gif, type: "image/gif").header("Cache-Control", "no-store")])
        try await harness.withFetcher { fetcher in
            let first = try await fetcher.fetch(harness.payload(["/n.gif"]))
            let second = try await fetcher.fetch(harness.payload(["/n.gif"]))
            #expect(first.attachments.first?.state == .ready)
            #expect(second.attachments.first?.source == .network)
        }
        #expect(harness.origin.count(of: "/n.gif") == 2)
    }

    @Test func `given one URL in three slots, when it is fetched, then it is asked once and recorded three times`()
        async throws
    {
        let harness = try KitHarness()
        let result = try await harness.withFetcher {
            try await $0.fetch(harness.payload(["/wave.gif", "/wave.gif#t=1", "/wave.gif"]))
        }
        #expect(result.attachments.map(\.index) == [0, 1, 2])
        #expect(result.attachments.map(\.state) == [.ready, .ready, .ready])
        #expect(harness.origin.count(of: "/wave.gif") == 1)
    }

    @Test func `given the same bytes under two names, when they are fetched, then they are kept once`() async throws {
        let gif = try KitHarness.media("wave.gif")
        let harness = try KitHarness(["/other": .ok(gif)])
        try await harness.withFetcher { fetcher in
            let result = try await fetcher.fetch(harness.payload(["/wave.gif", "/other"]))
            #expect(Set(result.attachments.map(\.digest)).count == 1)
            #expect(result.attachments.map(\.fileName) == ["wave.gif", "other.gif"])
            #expect(try await fetcher.stats().objects == 1)
            #expect(try await fetcher.stats().urls == 2)
        }
    }

    @Test func `given slots that hold nothing, when the push is fetched, then each has a record after the media`()
        async throws
    {
        let harness = try KitHarness()
        let payload = #"{"attachment-url": "", "media_url": null, "image-url": "\#(harness.origin.url("/wave.gif"))"}"#
        let result = try await harness.withFetcher { try await $0.fetch(payload) }

        #expect(result.attachments.map(\.state) == [.ready, .failed, .failed])
        #expect(result.attachments.map(\.reason?.code) == [nil, .urlEmpty, .urlNull])
        #expect(result.attachments.map(\.index) == [0, 1, 2])
    }

    @Test func `given a push without media, when it is fetched, then it is stored all the same`() async throws {
        let harness = try KitHarness()
        try await harness.withFetcher { fetcher in
            let result = try await fetcher.fetch(#"{"aps": {"alert": "Hello"}}"#)
            #expect(result.attachments.isEmpty)
            #expect(result.push.description == "Hello")
            let stored = try await fetcher.pushes(limit: 10)
            #expect(stored.map(\.push) == [result.push])
        }
    }

    @Test func `given a directory for copies, when media are ready, then it holds them by index and name`() async throws
    {
        let harness = try KitHarness()
        let copies = harness.directory.path(of: "out")
        try await harness.withFetcher { fetcher in
            var options = FetchOptions()
            options.copiesDirectory = copies
            let result = try await fetcher.fetch(
                Array(harness.payload(["/wave.gif", "/missing", "/wave.gif"]).utf8), deadline: nil, options: options)
            #expect(result.attachments.map(\.path) == ["\(copies)/0-wave.gif", nil, "\(copies)/2-wave.gif"])
            #expect(try readFile("\(copies)/0-wave.gif") == KitHarness.media("wave.gif"))

            let record = try #require(result.attachments.first)
            let path = try await fetcher.materialize(record, to: harness.directory.path(of: "mine"))
            #expect(try readFile(path) == KitHarness.media("wave.gif"))
        }
    }

    @Test func `given text that is not JSON, when it is fetched, then the place is named`() async throws {
        let harness = try KitHarness()
        try await harness.withFetcher { fetcher in
            do throws(AttachmentError) {
                _ = try await fetcher.fetch("{\n  \"a\": nil}")
                Issue.record("it was taken")
            } catch {
                #expect(error.kind == .payload)
                #expect(error.code == .inputNotJSON)
                #expect(error.explanation.contains("line 2"))
            }
        }
    }

    @Test func `given a cache path that is a file, when a fetcher is made, then it says so`() throws {
        let harness = try KitHarness()
        let path = try harness.directory.write("x", to: "file")
        do throws(AttachmentError) {
            _ = try AttachmentFetcher(policy: harness.policy, cache: path)
            Issue.record("it was taken")
        } catch {
            #expect(error.kind == .cache)
            #expect(error.code == .cacheRefused)
            #expect(error.explanation.contains(path))
        }
    }
}
