import AttachmentDomain
import Testing

@Suite(.timeLimit(.minutes(1)))
struct FreshnessTests {
    // Case 15.
    @Test func `given max-age, when it is asked one second before its end and at it, then hit and revalidate`() {
        let scene = CacheScene(tagged: ["Cache-Control": "max-age=3600"])
        #expect(scene.outcome(after: 3599) == .hit)
        #expect(scene.outcome(after: 3600) == .revalidate)
        let freshness = Freshness(of: scene.stored[0], policy: scene.policy)
        #expect(freshness.isFresh(at: CacheScene.arrival + 3599) && !freshness.isFresh(at: CacheScene.arrival + 3600))
    }

    // Case 16.
    @Test(arguments: [0, 1, 100] as [Int64])
    func `given max-age=0, when it is asked, then it is revalidated every time`(seconds: Int64) {
        #expect(CacheScene(tagged: ["Cache-Control": "max-age=0"]).outcome(after: seconds) == .revalidate)
    }

    // Case 17.
    @Test func `given s-maxage beside max-age, when it arrives, then only a shared cache counts it`() {
        let fields: Fields = ["Cache-Control": "s-maxage=10, max-age=3600"]
        #expect(lifetime(of: fields, mode: .shared) == 10)
        #expect(lifetime(of: fields, mode: .private) == 3600)
        #expect(lifetime(of: ["Cache-Control": "s-maxage=10"], mode: .private) == 0)
    }

    // Case 18.
    @Test func `given max-age and Expires, when they disagree, then max-age counts`() {
        #expect(lifetime(of: ["Cache-Control": "max-age=3600", "Expires": date(-600), "Date": date(0)]) == 3600)
        #expect(lifetime(of: ["Cache-Control": "max-age=0", "Expires": date(600), "Date": date(0)]) == 0)
    }

    // Case 25.
    @Test(arguments: ["2147483648", "2147483649", "9223372036854775807", "9223372036854775808", "99999999999999999999"])
    func `given max-age beyond 31 bits, when it arrives, then its life is very long`(digits: String) {
        let fields: Fields = ["Cache-Control": "max-age=\(digits)"]
        #expect(lifetime(of: fields) == 31_536_000)
        #expect(lifetime(of: fields, cap: .max) == 2_147_483_648)
    }

    // Case 26.
    @Test(arguments: [
        "max-age=-1", "max-age=a100", "max-age=", "max-age=100a", "max-age=1.5", "max-age", "max-age=+5",
        "max-age=1 5", "max-age='3600'", "max-age=\"\"", "max-age=\"3600", "max-age=3600\"", "max-age=\u{663}",
    ])
    func `given max-age that is no number, when it arrives, then it is stale`(control: String) {
        let scene = CacheScene(tagged: ["Cache-Control": control, "Last-Modified": date(-864_000)])
        #expect(scene.outcome() == .revalidate)
    }

    // Case 27.
    @Test(
        arguments: [
            ("max-age=\"3600\"", 3600), ("max-age=003600", 3600), ("max-age =1", 0), ("max-age= 1", 0),
            ("max-age\t=1", 0), (" max-age=60 ", 60),
        ] as [(String, Int64)])
    func `given max-age with quotes, zeroes or blanks, when it arrives, then only blanks spoil it`(
        control: String, seconds: Int64
    ) {
        #expect(lifetime(of: ["Cache-Control": control]) == seconds)
    }

    // Case 28.
    @Test(
        arguments: [
            ["Cache-Control": "max-age=1, max-age=3600"], ["Cache-Control": "max-age=3600, max-age=1"],
            ["Cache-Control": "max-age=1", "cache-control": "max-age=3600"],
            ["Cache-Control": "max-age=3600", "Cache-Control": "max-age=1"],
        ] as [Fields])
    func `given two max-age, when they arrive on one line or two, then the smallest counts`(fields: Fields) {
        #expect(lifetime(of: fields) == 1)
    }

    // Case 29.
    @Test(
        arguments: [
            ("x=\"max-age=1\", max-age=3600", 3600), ("x=\"a, max-age=1, b\", max-age=3600", 3600),
            ("max-age=3600, x=\"\\\", max-age=1\"", 3600), ("max-age=3600, x=\"a\\\\\", max-age=1", 1),
        ] as [(String, Int64)])
    func `given a quoted value that holds a directive, when it arrives, then the directive is none`(
        control: String, seconds: Int64
    ) {
        #expect(lifetime(of: ["Cache-Control": control]) == seconds)
    }

    // Case 30.
    @Test(arguments: ["MAX-AGE=60", "Max-Age=60", "mAX-aGE=60"])
    func `given a directive in any case, when it arrives, then it is the same`(control: String) {
        #expect(lifetime(of: ["CACHE-control": control]) == 60)
    }

    // Case 31.
    @Test func `given Pragma in a response, when it arrives, then it means nothing`() {
        let scene = CacheScene(tagged: ["Pragma": "no-cache", "Cache-Control": "max-age=60"])
        #expect(scene.outcome(after: 59) == .hit)
        #expect(refusal(200, ["Pragma": "no-cache"]) == nil)
        #expect(lifetime(of: ["Pragma": "no-cache", "Expires": date(600), "Date": date(0)]) == 600)
    }

    // Case 32.
    @Test func `given nothing that says how long, when it is asked again, then it is fetched`() {
        #expect(CacheScene(.arrived(200, [:])).outcome() == .fetch)
        #expect(CacheScene(.arrived(200, ["Content-Type": "image/png"])).outcome(after: 1) == .fetch)
    }

    @Test func `given a floor of freshness, when a success says nothing, then it is fresh so long from its arrival`() {
        var scene = CacheScene(.arrived(200, ["ETag": "\"a\"", "Age": "50", "Date": date(-90)]))
        scene.policy.minFreshSeconds = 3600
        #expect(scene.outcome(after: 3599) == .hit)
        #expect(scene.outcome(after: 3600) == .revalidate)
    }

    @Test(
        arguments: [
            (200, ["Cache-Control": "max-age=1"]), (200, ["Expires": "0"]), (200, ["Cache-Control": "no-cache"]),
            (404, [:]), (301, [:]),
        ] as [(Int, Fields)])
    func `given a floor of freshness, when the origin says how long or fails, then there is none`(
        status: Int, fields: Fields
    ) {
        var scene = CacheScene(.arrived(status, fields))
        scene.policy.minFreshSeconds = 3600
        #expect(scene.outcome(after: 1) == .fetch)
    }

    @Test func `given a floor and a heuristic, when both count, then the longer does, up to the maximum`() {
        var scene = CacheScene(.arrived(200, ["Last-Modified": date(-100_000), "Date": date(0)]))
        scene.policy.minFreshSeconds = 3600
        #expect(scene.outcome(after: 9999) == .hit)
        scene.policy.maxFreshSeconds = 500
        #expect(scene.outcome(after: 499) == .hit)
        #expect(scene.outcome(after: 500) == .revalidate)
    }
}
