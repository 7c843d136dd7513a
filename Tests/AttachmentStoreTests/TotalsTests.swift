import AttachmentDomain
import Testing

@testable import AttachmentStore

@Suite("Totals of URLs", .timeLimit(.minutes(1)))
struct TotalsTests {
    @Test("given URLs that come, vary, fail and go in any order, when totals are compared with counts, then they agree")
    func exact() async throws {
        let store = try CacheScene().open()
        var random = Numbers(state: 7)
        for _ in 0..<400 {
            let url = "https://e.example/\(random.next(12))"
            switch random.next(6) {
            case 0: try await store.keep(bytes("\(random.next(5))"), for: url)
            case 1: try await store.update([.example(url, variant: "a: \(random.next(40))")], since: .max)
            case 2: try await store.remember(.example(url), since: .max)
            case 3:
                try await store.setAside(
                    url, variant: Variant(text: "a: \(random.next(40))"), uncacheableUntil: 9, since: .max)
            case 4 where random.next(4) == 0: try await store.setAside(url, uncacheableUntil: nil, since: .max)
            case 5 where random.next(4) == 0: _ = try await store.purge(url, origin: "https://example.com")
            default: try await store.update([.example(url), .example(url + "/hop")], since: .max)
            }
            let (counted, total) = try store.countedAndTotal()
            #expect(total == counted)
        }
        #expect(try store.stats().urls > 0)
    }

    /// The same numbers in each run.
    private struct Numbers {
        var state: UInt64

        mutating func next(_ below: UInt64) -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (state >> 33) % below
        }
    }
}
