import AttachmentDomain
import AttachmentTesting
import Testing

@testable import AttachmentStore

@Suite("What may not be stored or asked for", .timeLimit(.minutes(1)))
struct RestraintTests {
    static let url = "https://example.com/a.jpg"
    static let origin = "https://example.com"

    @Test("given stored variants, when one is set aside, then it alone goes; when all, then all")
    func setAside() async throws {
        let store = try CacheScene().open()
        try await store.update(
            [.example(Self.url, variant: "accept: a"), .example(Self.url, variant: "accept: b")], since: 0)
        try await store.remember(.example(Self.url), since: 0)
        try await store.setAside(Self.url, variant: Variant(text: "accept: a"), uncacheableUntil: nil, since: 0)
        var known = try store.knowledge(of: Self.url)
        #expect(known.responses.map(\.response.variant.text) == ["accept: b"])
        #expect(known.failure == nil)
        #expect(!known.isUncacheable)

        try await store.setAside(Self.url, uncacheableUntil: 1_700_000_100, since: 0)
        known = try store.knowledge(of: Self.url)
        #expect(known.responses.isEmpty)
        #expect(known.isUncacheable)
        #expect(try store.stats().urls == 0)
    }

    @Test("given an uncacheable URL, when its time is over or an answer is stored, then it is no more")
    func uncacheable() async throws {
        let scene = try CacheScene()
        let store = try scene.open()
        try await store.setAside(Self.url, uncacheableUntil: 1_700_000_100, since: 0)
        scene.clock.advance(by: 99)
        #expect(try store.knowledge(of: Self.url).isUncacheable)
        scene.clock.advance(by: 1)
        #expect(try !store.knowledge(of: Self.url).isUncacheable)

        try await store.setAside(Self.url, uncacheableUntil: 1_700_000_900, since: 0)
        try await store.update(.example(Self.url))
        #expect(try !store.knowledge(of: Self.url).isUncacheable)
    }

    @Test("given an origin that asked for a pause, when asked, then so until its end, and the longest counts")
    func pauses() async throws {
        let scene = try CacheScene()
        let store = try scene.open()
        try await store.pause(Self.origin, until: 1_700_000_060, message: "status 429")
        try await store.pause(Self.origin, until: 1_700_000_030, message: "status 503")
        let pause = OriginPause(until: 1_700_000_060, message: "status 429")
        #expect(try store.pause(of: Self.origin) == pause)
        #expect(try store.knowledge(of: Self.url).pause == pause)
        #expect(try store.pause(of: "https://example.com:8443") == nil)
        scene.clock.advance(by: 60)
        #expect(try store.pause(of: Self.origin) == nil)
        #expect(try store.knowledge(of: Self.url).pause == nil)
    }

    @Test("given rows past their end for a day, when something is written, then they go, and younger ones stay")
    func expired() async throws {
        let scene = try CacheScene()
        let store = try scene.open()
        let now = scene.clock.now
        let tables = ["failures", "pauses", "uncacheable", "purges"]
        for number in 0..<600 {
            async let failed: Void = store.remember(.example("https://f.example/\(number)", retryAt: now), since: 0)
            async let paused: Void = store.pause("https://\(number).example", until: now, message: "")
            async let aside: Void = store.setAside("https://u.example/\(number)", uncacheableUntil: now, since: 0)
            _ = try await (failed, paused, aside)
        }
        _ = try await store.purge(Self.url, origin: "https://example.com")
        #expect(try tables.map { try store.rows(of: $0) } == [600, 600, 600, 1])
        scene.clock.advance(by: 86_400)
        try await store.update(.example(Self.url))
        #expect(try tables.map { try store.rows(of: $0) } == [600, 600, 600, 1])
        scene.clock.advance(by: 601)
        try await store.remember(.example("https://f.example/new", retryAt: scene.clock.now), since: 9)
        #expect(try tables.map { try store.rows(of: $0) } == [345, 344, 344, 0])
        for _ in 0..<2 { try await store.update(.example(Self.url)) }
        #expect(try tables.map { try store.rows(of: $0) } == [1, 0, 0, 0])
        #expect(try store.countedAndTotal().total == [1, 1, 0])
    }
}
