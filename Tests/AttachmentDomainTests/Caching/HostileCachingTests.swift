import AttachmentDomain
import Testing

@Suite(.timeLimit(.minutes(1)))
struct HostileCachingTests {
    private static let ends: [Int64] = [.min, -11_644_473_600, -1, 1, 253_402_300_799, .max]

    @Test(arguments: ends, ends)
    func `given instants at the ends of all numbers, when it is decided, then nothing overflows`(
        received: Int64, now: Int64
    ) {
        let fields: [Fields] = [
            ["Cache-Control": "max-age=99999999999999999999, stale-if-error=99999999999"],
            ["Cache-Control": "max-age=0"],
            ["Expires": "Fri, 31 Dec 9999 23:59:59 GMT", "Date": "Mon, 01 Jan 1601 00:00:00 GMT"],
            ["Age": "9999999999"],
            ["Last-Modified": "Mon, 01 Jan 1601 00:00:00 GMT"], ["Cache-Control": "stale-while-revalidate=9999999999"],
            ["Expires": "Monday, 01-Jan-99 00:00:00 GMT"],
        ]
        for requested in Self.ends {
            let stored = fields.map {
                CachedResponse(
                    status: 200, headers: $0.headers, variant: Variant(text: ""), requestedAt: requested,
                    receivedAt: received)
            }
            decideEach(stored, now: now)
        }
    }

    private func decideEach(_ stored: [CachedResponse], now: Int64) {
        var policy = CachingPolicy()
        for (floor, cap, stale) in [(0, 0, 0), (.max, .max, .max), (3600, .max, 86400)] as [(Int64, Int64, Int64)] {
            (policy.minFreshSeconds, policy.maxFreshSeconds, policy.staleIfErrorSeconds) = (floor, cap, stale)
            let request = CacheRequest.get(["Cache-Control": "min-fresh=9999999999, max-stale"])
            for response in stored {
                #expect(CacheRules(policy).decide(CacheRequest(), [response], now: now).age >= 0)
                #expect(CacheRules(policy).decide(request, [response], now: now).age >= 0)
            }
        }
    }

    @Test(
        arguments: [
            ("\"a\", \"b", ["\"a\"", "\"b"]), ("\"a, \"b\"", ["\"a, \"b\""]), ("\"", ["\""]), (",,,", []), ("", []),
            ("\"a,b\", W/\"c\"", ["\"a,b\"", "W/\"c\""]), ("a, b", ["a", "b"]), ("\"a\"\"b\"", ["\"a\"\"b\""]),
        ] as [(String, [String])])
    func `given a list of tags with odd quotes, when it is read, then it is the members between its commas`(
        field: String, tags: [String]
    ) {
        #expect(EntityTag.list(field).map(\.text) == tags)
    }

    @Test(arguments: ["a\u{6DD},x-foo", "a,\u{301},x-foo", "\u{6DD},\u{301}, x-foo"])
    func `given a comma that is one character with a mark, when a list is read, then it parts its members`(
        names: String
    ) {
        let fields: Fields = ["Connection": names, "X-Foo": "1"]
        let kept = KeptFields.of(fields.headers, mode: .private, receivedAt: 0)
        #expect(kept.fields.map(\.name) == ["Date"])
        #expect(CacheControl("no-cache=\"\(names)\"").noCacheFields.last == "x-foo")
        #expect(EntityTag.list(names).last?.text == "x-foo")
        let variant = Variant(vary: names, request: fields.headers)
        #expect(variant.matches(fields.headers) && !variant.matches(HTTPHeaders()))
    }

    @Test(arguments: ["x=\"a, no-store", "no-store, x=\"", "\", no-store", "max-age=9, x=\"\\\", no-store"])
    func `given a quote that nothing closes, when no-store follows, then it is heeded`(control: String) {
        #expect(CacheControl(control).noStore)
    }

    @Test func `given fields of twenty thousand members, when they are read, then it does not take long`() {
        let count = 20_000
        let directives = String(repeating: "max-age=9,x=\"a,b\",", count: count)
        let names = (0..<count).map { "x\($0)" }.joined(separator: ",")
        let tags = String(repeating: "\"a\",", count: count)
        let fields: Fields = [
            "Cache-Control": directives + "no-cache=\"\(names)\"", "Connection": names, "Vary": names, "Date": tags,
        ]
        let clock = ContinuousClock()
        let began = clock.now
        let response = CachedResponse.arrived(200, fields)
        #expect(CacheScene(response).outcome() == .hit)
        #expect(EntityTag.list(tags).count == count)
        #expect(Precondition(HTTPHeaders([.init(name: "If-None-Match", value: tags)])) != nil)
        #expect(clock.now - began < .seconds(20))
    }

    @Test func `given as many fields as a head holds, when a 304 brings as many, then it does not take long`() throws {
        let many = HTTPHeaders((0..<60_000).map { HTTPHeaders.Field(name: String($0 % 50_000, radix: 36), value: "") })
        let stored = CachedResponse(
            status: 200, headers: many, variant: Variant(text: ""), requestedAt: 0, receivedAt: 0)
        let clock = ContinuousClock()
        let began = clock.now
        let confirmed = stored.confirmed(
            by: many, request: CacheRequest(), mode: .shared, requestedAt: 0, receivedAt: 0)
        #expect(try #require(confirmed).headers.fields.count > 50_000)
        #expect(clock.now - began < .seconds(20))
    }
}
