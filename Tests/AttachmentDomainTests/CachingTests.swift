import AttachmentDomain
import Testing

@Suite(.timeLimit(.minutes(1)))
struct CachingTests {
    @Test(
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
            ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("Tue, 29 Feb 2000 23:59:59 GMT", 951_868_799), ("Tue, 19 Jan 2038 03:14:08 GMT", 2_147_483_648),
            ("Fri, 31 Dec 2066 23:59:60 GMT", 3_061_065_599),
        ] as [(String, Int64)])
    func `given a date in any form of HTTP, when it is read, then it is Unix seconds`(text: String, seconds: Int64) {
        #expect(HTTPDate.seconds(of: text) == seconds)
    }

    @Test(arguments: [
        "", "0", "-1", "yesterday", "Sun, 06 Nov 1994", "Sun, 06 Now 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 8:49:37:1 GMT",
        "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:49:37 PST",
        "Sun, 06 Nov 99994 08:49:37 GMT",
    ])
    func `given no date, when it is read, then there is none`(text: String) {
        #expect(HTTPDate.seconds(of: text) == nil)
    }

    @Test func `given directives in any case and quoting, when they are read, then each has its meaning`() {
        let control = CacheControl("Max-Age=60, private=\"set-cookie, x\", must-revalidate , IMMUTABLE, x=\"no-store\"")
        #expect(control.maxAge == 60)
        #expect(control.isPrivate && control.mustRevalidate && control.immutable)
        #expect(!control.noStore)
    }

    @Test(
        arguments: [
            ("max-age=10, max-age=20", 10), ("max-age=-5", 0), ("max-age=abc", 0), ("max-age", 0), ("max-age=\"7\"", 7),
            ("max-age=99999999999999999999", 2_147_483_648),
        ] as [(String, Int64)])
    func `given an odd max-age, when it is read, then it never gives leave by mistake`(header: String, seconds: Int64) {
        #expect(CacheControl(header).maxAge == seconds)
    }

    struct Row: Sendable {
        var control: String?
        var expires: String?
        var date: String?
        var age: String?
        var mode = CachingPolicy.Mode.private
        var lifetime: Int64
    }

    /// Sun, 09 Sep 2001 01:46:40 GMT is 1,000,000,000, when the response arrives.
    @Test(arguments: [
        Row(control: "max-age=100", lifetime: 100),
        Row(control: "max-age=100", age: "40", lifetime: 60),
        Row(control: "max-age=100", age: "400", lifetime: -300),
        Row(control: "max-age=100", expires: "Sun, 09 Sep 2001 03:46:40 GMT", lifetime: 100),
        Row(expires: "Sun, 09 Sep 2001 02:46:40 GMT", date: "Sun, 09 Sep 2001 01:46:40 GMT", lifetime: 3600),
        // The origin's clock is an hour ahead; its own Date says so.
        Row(expires: "Sun, 09 Sep 2001 03:46:40 GMT", date: "Sun, 09 Sep 2001 02:46:40 GMT", lifetime: 3600),
        Row(expires: "0", lifetime: 0),
        Row(lifetime: 500),
        Row(control: "public", lifetime: 500),
        Row(control: "max-age=100, s-maxage=30", mode: .shared, lifetime: 30),
        Row(control: "max-age=100, s-maxage=30", lifetime: 100),
        Row(control: "max-age=999999", lifetime: 10_000),
    ])
    func `given what an origin says, when it arrives, then it is fresh exactly so long`(row: Row) {
        var policy = CachingPolicy()
        policy.minFreshSeconds = 500
        policy.maxFreshSeconds = 10_000
        policy.mode = row.mode
        let fields = [
            ("Cache-Control", row.control), ("Expires", row.expires), ("Date", row.date), ("Age", row.age),
        ].compactMap { name, value in value.map { HTTPHeaders.Field(name: name, value: $0) } }
        let response = CachedResponse(
            status: 200, headers: HTTPHeaders(fields), variant: Variant(text: ""), requestedAt: 1_000_000_000,
            receivedAt: 1_000_000_000)

        let freshness = Freshness(of: response, policy: policy)

        #expect(freshness.freshUntil == 1_000_000_000 + row.lifetime)
        if row.lifetime > 0 { #expect(freshness.isFresh(at: 1_000_000_000 + row.lifetime - 1)) }
        #expect(!freshness.isFresh(at: 1_000_000_000 + row.lifetime))
    }
}
