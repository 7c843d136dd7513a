import AttachmentDomain
import Testing

@Suite(.timeLimit(.minutes(1)))
struct StoringTests {
    // Case 1.
    @Test(arguments: CachingPolicy.Mode.allCases)
    func `given no-store, when a 200 arrives, then it is not stored`(mode: CachingPolicy.Mode) {
        #expect(refusal(200, ["Cache-Control": "no-store"], mode: mode) == .noStore)
    }

    // Case 2.
    @Test func `given a stale entry, when a no-store answer arrives, then neither is used as fresh`() {
        let scene = CacheScene(tagged: ["Cache-Control": "max-age=60"])
        #expect(scene.outcome(after: 60) == .revalidate)
        #expect(refusal(200, ["Cache-Control": "no-store"]) == .noStore)
        #expect(scene.outcome(after: 61) == .revalidate)
    }

    // Case 3.
    @Test(arguments: [
        "no-store, max-age=600", "No-Store, max-age=600", "max-age=600, NO-STORE", "max-age=600,no-store",
        "max-age=600, nO-sToRe=1", "x=\"a\", no-store",
    ])
    func `given no-store beside max-age, when it arrives, then no-store wins in any case`(control: String) {
        #expect(refusal(200, ["Cache-Control": control]) == .noStore)
    }

    // Case 4.
    @Test(arguments: ["private", "Private", "private, max-age=60", "private=\"set-cookie\", max-age=60"])
    func `given private, when it arrives, then only a private cache stores it`(control: String) {
        #expect(refusal(200, ["Cache-Control": control], mode: .shared) == .isPrivate)
        #expect(refusal(200, ["Cache-Control": control], mode: .private) == nil)
    }

    // Case 5.
    @Test(
        arguments: [
            ("max-age=60", .credentials), ("public, max-age=60", nil), ("s-maxage=60", nil), ("must-revalidate", nil),
            ("proxy-revalidate, max-age=60", .credentials), ("", .credentials),
        ] as [(String, Storability.Refusal?)])
    func `given a request with credentials, when it is answered, then a shared cache stores only what allows it`(
        control: String, expected: Storability.Refusal?
    ) {
        let request = CacheRequest.get(["Authorization": "Basic YTpi"])
        #expect(refusal(200, ["Cache-Control": control], to: request, mode: .shared) == expected)
        #expect(refusal(200, ["Cache-Control": control], to: request, mode: .private) == nil)
    }

    // Case 6.
    @Test func `given no explicit freshness, when a status says nothing of storing, then it is not stored`() {
        // A part is no answer for later requests, whatever its status allows (case 84).
        let kept: Set = [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501]
        for status in 200...599 where status != 206 && status != 304 {
            #expect(refusal(status, [:]) == (kept.contains(status) ? nil : .notCacheable), "\(status)")
            #expect(refusal(status, ["Cache-Control": "max-age=60"]) == nil, "\(status)")
            #expect(refusal(status, ["Expires": date(60)]) == nil, "\(status)")
        }
        #expect(refusal(206, [:]) == .partial)
        #expect(refusal(304, [:]) == .partial)
    }

    // Case 7.
    @Test(arguments: [403, 429, 500, 502, 503, 504])
    func `given an error without explicit freshness, when it arrives, then only the negative cache may remember it`(
        status: Int
    ) {
        #expect(refusal(status, [:]) == .notCacheable)
        #expect(refusal(status, ["Last-Modified": date(-864_000)]) == .notCacheable)
        let failure = FailureRule.Failure(code: .httpStatus, response: .arrived(status, [:]), attempts: 1)
        #expect(FailureRule(CachingPolicy()).retryAt(failure, now: CacheScene.arrival, chance: 0) != nil)
    }

    // Case 8.
    @Test func `given must-understand, when the status is known, then it outweighs no-store, else nothing is stored`() {
        #expect(refusal(599, ["Cache-Control": "max-age=600, must-understand"]) == .notUnderstood)
        #expect(refusal(200, ["Cache-Control": "no-store, must-understand, max-age=600"]) == nil)
        #expect(refusal(599, ["Cache-Control": "no-store, must-understand, max-age=600"]) == .notUnderstood)
    }

    // Case 10.
    @Test func `given an interim 103, when it arrives, then nothing of it is stored`() {
        #expect(refusal(103, ["Cache-Control": "max-age=600", "X-Foo": "1"]) == .partial)
    }

    // Case 11.
    @Test func `given fields of one connection, when a response is kept, then they are not`() {
        let fields: Fields = [
            "Connection": "X-Foo, close", "X-Foo": "1", "Keep-Alive": "timeout=5", "Proxy-Authenticate": "Basic",
            "Proxy-Authentication-Info": "a", "Proxy-Authorization": "Basic YTpi", "Proxy-Connection": "close",
            "TE": "trailers", "Trailer": "X-Sum", "Transfer-Encoding": "chunked", "Upgrade": "h2c", "X-Bar": "2",
            "Date": date(0), "connection": "x-baz", "X-BAZ": "3",
        ]
        let kept = KeptFields.of(fields.headers, mode: .private, receivedAt: CacheScene.arrival)
        #expect(kept.fields.map(\.name) == ["X-Bar", "Date"])
    }

    @Test(arguments: ["Connection", "Cache-Control"])
    func `given a field that names those of caching, when a response is kept, then they stay`(field: String) {
        let names = "age, cache-control, date, expires, vary"
        let fields: Fields = [
            field: field == "Connection" ? names : "no-cache=\"\(names)\"", "Age": "5", "Date": date(-9),
            "Expires": "0", "Vary": "Accept",
        ]
        let kept = KeptFields.of(fields.headers, mode: .private, receivedAt: CacheScene.arrival)
        #expect(["age", "date", "expires", "vary"].map { kept[$0] } == ["5", date(-9), "0", "Accept"])
    }

    // Case 12.
    @Test func `given a cookie, when a shared cache keeps a response, then it keeps the response without it`() {
        let fields: Fields = ["Cache-Control": "max-age=60", "Set-Cookie": "a=b", "set-cookie": "c=d", "Date": date(0)]
        #expect(refusal(200, fields, mode: .shared) == nil)
        let shared = KeptFields.of(fields.headers, mode: .shared, receivedAt: CacheScene.arrival)
        #expect(shared.fields.map(\.name) == ["Cache-Control", "Date"])
        let own = KeptFields.of(fields.headers, mode: .private, receivedAt: CacheScene.arrival)
        #expect(own["set-cookie"] == "a=b, c=d")
    }

    // Case 14.
    @Test(arguments: ["POST", "PUT", "DELETE", "HEAD", "get"])
    func `given another method than GET, when it is asked, then nothing stored answers and nothing is stored`(
        method: String
    ) {
        var request = CacheRequest()
        request.method = method
        var scene = CacheScene(tagged: ["Cache-Control": "max-age=60"])
        #expect(scene.decide(request).step == .ask(nil))
        #expect(scene.decide(request).chosen == nil)
        #expect(refusal(200, ["Cache-Control": "max-age=60"], to: request) == .method)
        scene.policy.offline = true
        #expect(scene.decide(request).step == .refuse(.offline))
    }

    @Test func `given no-store in the request, when it is answered, then the answer is not stored`() {
        let request = CacheRequest.get(["Cache-Control": "no-store"])
        #expect(refusal(200, ["Cache-Control": "max-age=60"], to: request) == .requestNoStore)
    }
}
