import AttachmentDomain
import Testing

@Suite(.timeLimit(.minutes(1)))
struct VaryTests {
    private func scene(_ vary: String, for request: Fields) -> CacheScene {
        CacheScene(.arrived(200, ["Cache-Control": "max-age=60", "ETag": "\"a\"", "Vary": vary], to: request))
    }

    // Case 75.
    @Test func `given Vary, when the field is the same, then hit, and another is fetched and kept beside it`() {
        var scene = scene("Accept", for: ["Accept": "image/png"])
        #expect(scene.outcome(["Accept": "image/png"]) == .hit)
        #expect(scene.outcome(["accept": "image/gif"]) == .fetch)
        #expect(scene.outcome() == .fetch)
        let other: Fields = ["Cache-Control": "max-age=60", "Vary": "Accept"]
        scene.stored.append(.arrived(200, other, to: ["Accept": "image/gif"]))
        #expect(scene.stored[0].variant != scene.stored[1].variant)
        #expect(scene.decide(.get(["Accept": "image/png"])).chosen == 0)
        #expect(scene.decide(.get(["Accept": "image/gif"])).chosen == 1)
    }

    // Case 76.
    @Test(arguments: ["*", "*, Accept", "Accept, *", " * "])
    func `given Vary of everything, when it is asked, then never hit, but it may be confirmed`(vary: String) {
        var scene = scene(vary, for: ["Accept": "a"])
        #expect(scene.outcome(["Accept": "a"]) == .revalidate)
        #expect(scene.decide(.get(["Accept": "a"])).chosen == 0)
        #expect(!scene.standsIn(after: 61))
        scene.policy.offline = true
        #expect(scene.outcome(["Accept": "a"]) == .refusedOffline)
    }

    // Case 76.
    @Test func `given several that vary by everything, when it is asked, then the newest is asked about`() {
        let fields: Fields = ["Vary": "*", "ETag": "\"a\""]
        let scene = CacheScene(
            .arrived(200, fields), .arrived(200, fields, at: 9), .arrived(200, ["Vary": "*"], at: 5))
        #expect(scene.decide().chosen == 1)
    }

    // Case 77.
    @Test(
        arguments: [([:], .hit), (["X-Foo": "1"], .fetch), (["X-Foo": ""], .fetch)] as [(Fields, Outcome)])
    func `given Vary by a field that was not sent, when it is still not sent, then hit`(
        request: Fields, outcome: Outcome
    ) {
        #expect(scene("X-Foo", for: [:]).outcome(request) == outcome)
    }

    // Case 78.
    @Test(
        arguments: [
            (["Accept-Encoding": "gzip, br", "User-Agent": "a"], .hit),
            (["user-agent": "a", "accept-encoding": "  gzip ,\tbr "], .hit),
            (["Accept-Encoding": "gzip", "Accept-Encoding": "br", "User-Agent": "a"], .hit),
            (["Accept-Encoding": "gzip,br", "User-Agent": "b"], .fetch),
            (["Accept-Encoding": "gzip", "User-Agent": "a"], .fetch), (["User-Agent": "a"], .fetch),
            (["Accept-Encoding": "br, gzip", "User-Agent": "a"], .fetch),
        ] as [(Fields, Outcome)])
    func `given Vary by two fields, when it is asked, then both are compared but for blanks and form of list`(
        request: Fields, outcome: Outcome
    ) {
        let first: Fields = ["Accept-Encoding": "gzip, br", "User-Agent": "a"]
        for vary in ["Accept-Encoding, User-Agent", "user-agent,ACCEPT-ENCODING", "User-Agent ,, Accept-Encoding,"] {
            #expect(scene(vary, for: first).outcome(request) == outcome)
        }
    }

    // Case 78.
    @Test func `given Vary on two lines, when it is asked, then both are compared`() {
        let fields: Fields = ["Cache-Control": "max-age=60", "Vary": "Accept", "vary": "User-Agent"]
        let scene = CacheScene(.arrived(200, fields, to: ["Accept": "a", "User-Agent": "b"]))
        #expect(scene.outcome(["Accept": "a", "User-Agent": "b"]) == .hit)
        #expect(scene.outcome(["Accept": "a"]) == .fetch)
    }

    // Case 79.
    @Test func `given two that match, when it is asked, then the newest by Date is chosen`() {
        let older = CachedResponse.arrived(200, ["Cache-Control": "max-age=600", "Date": date(-100)], at: 5)
        let newer = CachedResponse.arrived(200, ["Cache-Control": "max-age=600", "Date": date(-50)])
        #expect(CacheScene(older, newer).decide(after: 9).chosen == 1)
        #expect(CacheScene(newer, older).decide(after: 9).chosen == 0)
    }

    // Case 80.
    @Test(arguments: ["Cookie", "Authorization", "Cookie, Authorization"])
    func `given Vary by a field that is never sent, when it is asked, then plain hit`(vary: String) {
        #expect(scene(vary, for: ["Accept": "a"]).outcome(["Accept": "b"]) == .hit)
    }

    @Test(arguments: [",", "", " , ,", "a:b", "a b", "\u{E9}", "accept:", "Accept\u{301}", "\"accept\"", "*x"])
    func `given a Vary with odd members, when it is asked the same again, then nobody else's answer is used`(
        vary: String
    ) {
        let request: Fields = ["Accept": "a", "a": "b: c"]
        let variant = Variant(vary: vary, request: request.headers)
        #expect(Variant(text: variant.text) == variant)
        #expect(!variant.text.contains("*") || variant.text == "*x")
        if vary.allSatisfy({ $0 == "," || $0 == " " }) { #expect(variant.matches(HTTPHeaders())) }
    }
}
