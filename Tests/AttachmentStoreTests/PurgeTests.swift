import AttachmentDomain
import AttachmentTesting
import Testing

@testable import AttachmentStore

@Suite("Purging URLs", .timeLimit(.minutes(1)))
struct PurgeTests {
    static let url = "https://example.com/a.jpg"

    @Test("given all that can be known of a URL, when purged, then nothing is left but the media")
    func everything() async throws {
        let scene = try CacheScene()
        let store = try scene.open()
        let object = try await store.keep(bytes("media"), for: Self.url)
        try await store.update(.example(Self.url, variant: "accept: b"))
        try await store.remember(.example(Self.url), since: 0)
        try await store.keep(bytes("media"), for: "https://example.com/other")
        try store.keep(part(), [1])

        #expect(try await store.purge(Self.url, origin: "https://example.com"))

        let known = try store.knowledge(of: Self.url)
        #expect(known.responses.isEmpty)
        #expect(known.failure == nil)
        #expect(known.purgeMark == 1)
        #expect(scene.temporaryFiles.isEmpty)
        #expect(try store.object(object.digest) == object)
        #expect(try store.response(for: "https://example.com/other")?.digest == object.digest)
        #expect(try store.stats().urls == 1)
        #expect(try store.stats().negativeUrls == 0)
    }

    @Test("given one thing that is known of a URL, when purged, then there was something; when again, then nothing")
    func found() async throws {
        let store = try CacheScene().open()
        #expect(try await !store.purge(Self.url, origin: "https://example.com"))
        try await store.update([.example(Self.url)], since: 1)
        #expect(try await store.purge(Self.url, origin: "https://example.com"))
        try await store.remember(.example(Self.url), since: 2)
        #expect(try await store.purge(Self.url, origin: "https://example.com"))
        try await store.setAside(Self.url, uncacheableUntil: 1_700_000_100, since: 3)
        #expect(try await store.purge(Self.url, origin: "https://example.com"))
        try store.keep(part(), [1], since: 4)
        #expect(try await store.purge(Self.url, origin: "https://example.com"))
        #expect(try await !store.purge(Self.url, origin: "https://example.com"))
    }

    @Test("given a fetch that began before, when its URL is purged by another store, then nothing of it is kept")
    func during() async throws {
        let scene = try CacheScene()
        let (fetching, purging) = (try scene.open(), try scene.open())
        let mark = try fetching.knowledge(of: Self.url).purgeMark
        let placed = try fetching.put(bytes("late"))
        // The URL has no row yet.
        #expect(try await !purging.purge(Self.url, origin: "https://example.com"))

        let object = try await fetching.commit(
            placed, inspection: .jpeg, responses: [.example("https://example.com/hop"), .example(Self.url)], since: mark
        )
        try await fetching.update([.example(Self.url)], since: mark)
        try await fetching.remember(.example(Self.url), since: mark)
        try await fetching.setAside(Self.url, uncacheableUntil: 1_700_000_100, since: mark)
        try fetching.keep(part(), [1], since: mark)

        let known = try purging.knowledge(of: Self.url)
        #expect(known.responses.isEmpty)
        #expect(known.failure == nil)
        #expect(!known.isUncacheable)
        #expect(scene.temporaryFiles.isEmpty)
        // Who asked gets the bytes, and a hop that was not purged stays.
        #expect(try fetching.object(object.digest) == object)
        #expect(try fetching.response(for: "https://example.com/hop") != nil)
        #expect(try fetching.countedAndTotal().total == [1, 0, 0])
    }

    @Test("given a purge, when a fetch begins after it, then its answer is kept")
    func after() async throws {
        let store = try CacheScene().open()
        _ = try await store.purge(Self.url, origin: "https://example.com")
        _ = try await store.purge("https://example.com/other", origin: "https://example.com")
        let mark = try store.knowledge(of: Self.url).purgeMark
        #expect(mark == 2)
        try await store.update([.example(Self.url)], since: mark)
        #expect(try store.response(for: Self.url) != nil)
        // An older fetch sets nothing aside that a newer one brought.
        try await store.setAside(Self.url, uncacheableUntil: 1_700_000_100, since: 0)
        #expect(try store.response(for: Self.url) != nil)
    }

    private func part() -> StoredPart.Facts {
        StoredPart.Facts(url: Self.url, finalUrl: Self.url, headers: HTTPHeaders(), bytes: 1, total: 9)
    }
}
