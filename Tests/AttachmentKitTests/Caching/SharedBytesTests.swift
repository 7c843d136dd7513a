import AttachmentKit
import AttachmentStore
import AttachmentTesting
import Glibc
import Testing

/// Bytes and what is known of URLs come and go apart.
@Suite(.timeLimit(.minutes(1)))
struct SharedBytesTests {
    // Case 88.
    @Test func `given the same bytes of two URLs, when one is forgotten, then the other stays`() async throws {
        let harness = try KitHarness([
            "/a.gif": .gif("max-age=10"), "/b.gif": .gif("max-age=600"),
        ])
        try await harness.withFetcher { fetcher in
            let (a, b) = (harness.origin.url("/a.gif"), harness.origin.url("/b.gif"))
            let digests = Set([try await fetcher.record(of: a).digest, try await fetcher.record(of: b).digest])
            #expect(digests.count == 1)
            #expect(try await fetcher.stats().objects == 1)
            #expect(try await fetcher.stats().urls == 2)

            harness.clock.advance(by: 11)
            #expect(try await fetcher.record(of: a).source == .network)
            #expect(try await fetcher.record(of: b).source == .cache)

            #expect(try await fetcher.store.purge(try harness.key(of: "/a.gif"), origin: harness.origin.origin))
            #expect(try await fetcher.record(of: b).source == .cache)
            #expect(try await fetcher.record(of: a).source == .network)
            #expect(try await fetcher.stats().objects == 1)
        }
        #expect(harness.origin.requests.map(\.path) == ["/a.gif", "/b.gif", "/a.gif", "/a.gif"])
    }

    // Case 98.
    @Test func `given a reader of an object, when that is removed, then the reader ends and the next call asks`()
        async throws
    {
        let gif = try KitHarness.media("wave.gif")
        let harness = try KitHarness(["/a.gif": .gif("max-age=600")])
        var options = FetchOptions()
        options.copiesDirectory = harness.directory.path(of: "copies")
        let copy = try await harness.record(options)
        let first = try await harness.record()
        let file = open(try #require(first.path), O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        unlink(try #require(first.path))

        let next = try await harness.record()
        #expect(next.source == .network)
        #expect(try readFile(try #require(next.path)) == gif)
        var bytes = [UInt8](repeating: 0, count: gif.count + 1)
        #expect(read(file, &bytes, bytes.count) == gif.count)
        #expect(Array(bytes.prefix(gif.count)) == gif)
        #expect(try readFile(try #require(copy.path)) == gif)
    }

    // Case 99.
    @Test func `given a file without a row, when a fetcher opens the cache, then it is not taken for an object`()
        async throws
    {
        let gif = try KitHarness.media("wave.gif")
        let harness = try KitHarness(["/a.gif": .gif("max-age=600")])
        // What a crash leaves between the file and its row: whole, or cut where the disk had not got it all.
        let other = try KitHarness(["/a.gif": .gif()])
        let path = try #require(try await other.record().path).dropFirst(other.cache.count)
        _ = try await harness.withFetcher { try await $0.stats() }
        mkdir(harness.cache + path[..<(try #require(path.lastIndex(of: "/")))], 0o700)
        try writeFile(gif.prefix(100), to: harness.cache + path)

        let first = try await harness.record()
        let second = try await harness.record()
        #expect(first.source == .network)
        #expect(try readFile(try #require(first.path)) == gif)
        #expect(second.source == .cache)
        #expect(second.path == first.path)
    }

    // Case 99.
    @Test func `given a row without a file, when a fetcher opens the cache, then the URL is asked for again`()
        async throws
    {
        let harness = try KitHarness(["/a.gif": .gif("max-age=600")])
        let first = try await harness.record()
        unlink(try #require(first.path))
        let second = try await harness.record()
        #expect(second.source == .network)
        #expect(second.state == .ready)
        #expect(try await harness.record().source == .cache)
    }

    // Case 100.
    @Test(arguments: [true, false])
    func `given a fetch under way, when its URL is purged, then what it brings is not stored`(byOther: Bool)
        async throws
    {
        let gate = Gate()
        let gif = try ScriptedResponse.gif("max-age=600")
        let harness = try KitHarness { $0.ordinal == 1 ? gif.held(by: gate) : gif }
        let url = harness.origin.url("/a.gif")
        try await harness.withFetcher { fetcher in
            let call = Task { try await fetcher.record(of: url) }
            await harness.origin.arrivals(of: "/a.gif")
            if byOther {
                _ = try await harness.withFetcher {
                    try await $0.store.purge(try harness.key(of: "/a.gif"), origin: harness.origin.origin)
                }
            } else {
                _ = try await fetcher.store.purge(try harness.key(of: "/a.gif"), origin: harness.origin.origin)
            }
            gate.open()
            #expect(try await call.value.state == .ready)
            #expect(try await fetcher.stats().urls == 0)
            #expect(try await fetcher.record(of: url).source == .network)
        }
        #expect(harness.origin.requestCount == 2)
    }

    // Case 100.
    @Test func `given a fetch under way, when its URL is purged, then who comes after does not join it`() async throws {
        let gate = Gate()
        let gif = try ScriptedResponse.gif("max-age=600")
        let new = try ScriptedResponse.gif("max-age=600", mark: "new")
        let harness = try KitHarness { $0.ordinal == 1 ? gif.held(by: gate) : new }
        let url = harness.origin.url("/a.gif")
        try await harness.withFetcher { fetcher in
            let before = Task { try await fetcher.record(of: url) }
            await harness.origin.arrivals(of: "/a.gif")
            _ = try await fetcher.store.purge(try harness.key(of: "/a.gif"), origin: harness.origin.origin)
            let after = Task { try await fetcher.record(of: url) }
            await fetcher.waiters(1)
            gate.open()
            let digests = [try await before.value.digest, try await after.value.digest]
            #expect(Set(digests).count == 2)
            #expect(try await fetcher.record(of: url).digest == digests[1])
        }
        #expect(harness.origin.requestCount == 2)
    }
}
