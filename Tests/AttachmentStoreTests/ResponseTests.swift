import AttachmentCrypto
import AttachmentDomain
import Testing

@testable import AttachmentStore

@Suite("Responses of URLs", .timeLimit(.minutes(1)))
struct ResponseTests {
    static let url = "https://example.com/a.jpg"

    @Test("given variants of one URL, when asked, then they stand side by side, the newest first, and count as one URL")
    func variants() async throws {
        let store = try CacheScene().open()
        let old = StoredResponse.example(Self.url, variant: "accept: image/png", receivedAt: 10)
        let new = StoredResponse.example(Self.url, variant: "accept: image/webp", receivedAt: 30)
        var dated = StoredResponse.example(Self.url, variant: "accept", receivedAt: 40)
        dated.response.headers = HTTPHeaders(.init("Date", "Thu, 01 Jan 1970 00:00:20 GMT"))
        try await store.update([old, new, dated], since: 0)

        #expect(try store.knowledge(of: Self.url).responses == [new, dated, old])
        #expect(try store.stats().urls == 1)
    }

    @Test("given a response, when another of the same variant comes, then it takes its place")
    func replaced() async throws {
        let store = try CacheScene().open()
        try await store.update(.example(Self.url, variant: "accept: a", receivedAt: 10))
        let newer = StoredResponse.example(Self.url, variant: "accept: a", receivedAt: 20)
        try await store.update(newer)
        #expect(try store.knowledge(of: Self.url).responses == [newer])
    }

    @Test("given as many variants as are kept, when one more comes, then the oldest goes")
    func bound() async throws {
        let store = try CacheScene().open()
        for number in 0..<Schema.mostVariants {
            // The second is the oldest by its time.
            let time = number == 1 ? 1 : 100 + Int64(number)
            try await store.update(.example(Self.url, variant: "accept: \(number)", receivedAt: time))
        }
        try await store.update(.example(Self.url, variant: "accept: late", receivedAt: 0))
        let variants = try store.knowledge(of: Self.url).responses.map(\.response.variant.text)
        #expect(variants.count == 32)
        #expect(!variants.contains("accept: 1"))
        #expect(variants.contains("accept: late"))
        let (counted, total) = try store.countedAndTotal()
        #expect(counted == [1, 0, 0])
        #expect(total == counted)
    }

    @Test("given a redirect, when its answer is kept, then each hop is a response of its own and the last has the body")
    func hops() async throws {
        let store = try CacheScene().open()
        var hop = StoredResponse.example("https://example.com/moved")
        hop.response.status = 301
        hop.response.headers = HTTPHeaders(.init("Location", Self.url))
        let object = try await store.commit(
            store.put(bytes("media")), inspection: .jpeg, responses: [hop, .example(Self.url)], since: 0)

        #expect(try store.response(for: hop.url) == hop)
        #expect(try store.response(for: Self.url) == .example(Self.url, digest: object.digest))
        #expect(try store.stats().urls == 2)
    }

    @Test("given bytes for one call alone, when committed, then the object is there and no URL leads to it")
    func withoutResponse() async throws {
        let store = try CacheScene().open()
        let object = try await store.commit(store.put(bytes("once")), inspection: .jpeg, responses: [], since: 0)
        #expect(try store.object(object.digest) == object)
        #expect(try store.stats().urls == 0)
    }

    @Test("given a failure, when remembered, then it stands beside the response, and the next one takes its place")
    func failureBeside() async throws {
        let store = try CacheScene().open()
        let object = try await store.keep(bytes("older"), for: Self.url)
        try await store.remember(.example(Self.url, code: .connectFailed), since: 0)
        try await store.remember(.example(Self.url), since: 0)

        let known = try store.knowledge(of: Self.url)
        #expect(known.failure == .example(Self.url))
        #expect(known.responses.map(\.digest) == [object.digest])
        #expect(try store.stats().negativeUrls == 1)
    }

    @Test("given a failure of a code from a newer program, when asked, then there is none")
    func unknownCode() async throws {
        let store = try CacheScene().open()
        try await store.remember(.example(Self.url), since: 0)
        try await store.writer.write { session throws(StoreError) in
            try session.index.run("UPDATE failures SET code = 'of-tomorrow'")
        }
        #expect(try store.knowledge(of: Self.url).failure == nil)
    }

    @Test("given a failure, when the URL answers, then it is forgotten", arguments: [true, false])
    func success(hasBody: Bool) async throws {
        let store = try CacheScene().open()
        try await store.remember(.example(Self.url), since: 0)
        try await store.remember(.example("https://example.com/other"), since: 0)
        if hasBody {
            try await store.keep(bytes("there"), for: Self.url)
        } else {
            try await store.update(.example(Self.url))
        }
        #expect(try store.knowledge(of: Self.url).failure == nil)
        #expect(try store.stats().negativeUrls == 1)
    }

    @Test("given many URLs, when asked at once, then each has its own answer in their order")
    func many() async throws {
        let store = try CacheScene().open()
        try await store.keep(bytes("a"), for: "https://a.example/")
        try await store.remember(.example("https://b.example/"), since: 0)
        try await store.setAside("https://c.example/", uncacheableUntil: 1_700_000_001, since: 0)
        try await store.pause("https://d.example", until: 1_700_000_060, message: "status 429")
        let known = try store.knowledge(
            of: ["a", "b", "c", "d", "e"].map {
                URLQuestion(url: "https://\($0).example/", origin: "https://\($0).example")
            })
        #expect(known.map(\.responses.count) == [1, 0, 0, 0, 0])
        #expect(known.map { $0.failure != nil } == [false, true, false, false, false])
        #expect(known.map(\.isUncacheable) == [false, false, true, false, false])
        #expect(known.map { $0.pause != nil } == [false, false, false, true, false])
    }
}
