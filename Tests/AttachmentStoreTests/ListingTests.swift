import AttachmentDomain
import Testing

@testable import AttachmentStore

@Suite("Lists of what is known", .timeLimit(.minutes(1)))
struct ListingTests {
    @Test("given responses, when listed in portions, then all, by URL and variant, with what is known of their bodies")
    func responses() async throws {
        let store = try CacheScene().open()
        for number in [3, 1, 4, 0, 2] { try await store.keep(bytes("\(number)"), for: "https://e.example/\(number)") }
        try await store.update(.example("https://e.example/1", variant: "accept"))
        var listing = try store.responseListing()
        var portions: [[ListedResponse]] = []
        while case let next = try listing.next(4), !next.isEmpty { portions.append(next) }

        #expect(portions.map(\.count) == [4, 2])
        let all = portions.flatMap { $0 }
        #expect(all.map(\.response.url.last) == ["0", "1", "1", "2", "3", "4"])
        #expect(all.map(\.bytes) == [1, 1, nil, 1, 1, 1])
        #expect(all.map(\.mediaType) == ["image/jpeg", "image/jpeg", nil, "image/jpeg", "image/jpeg", "image/jpeg"])
        #expect(all[2].response == .example("https://e.example/1", variant: "accept"))
    }

    @Test(
        "given failures, when rows go between portions, then the others come, without an empty portion before the end")
    func failures() async throws {
        let store = try CacheScene().open()
        for number in [2, 0, 1, 3] { try await store.remember(.example("https://e.example/\(number)"), since: 0) }
        var listing = try store.failureListing()
        #expect(try listing.next(1) == [.example("https://e.example/0")])
        try await store.update([.example("https://e.example/1"), .example("https://e.example/2")], since: 0)
        #expect(listing.remaining == 3)
        #expect(try listing.next(1) == [.example("https://e.example/3")])
        #expect(try listing.next(1).isEmpty)
    }

    @Test func `given origins that asked for a pause, when listed in portions, then those in force come by name`()
        async throws
    {
        let store = try CacheScene().open()
        let now = store.clock.now
        for (origin, until) in [
            ("https://c", now + 9), ("https://a", now + 5), ("https://b", now), ("https://d", now + 1),
        ] {
            try await store.pause(origin, until: until, message: "wait")
        }
        let first = try store.pauses(limit: 2)
        #expect(first.map(\.origin) == ["https://a", "https://c"])
        #expect(first.map(\.pause.until) == [now + 5, now + 9])
        #expect(try store.pauses(after: "https://c", limit: 2).map(\.origin) == ["https://d"])
        #expect(try store.pauses(after: "https://d", limit: 2).isEmpty)
    }
}
