import AttachmentDomain
import Testing

@Suite(.timeLimit(.minutes(1)))
struct AgeTests {
    // Case 39.
    @Test func `given an Age, when it is asked, then it counts as used up`() {
        let scene = CacheScene(tagged: ["Cache-Control": "max-age=3600", "Age": "3000"])
        #expect(scene.outcome(after: 599) == .hit)
        #expect(scene.outcome(after: 600) == .revalidate)
        #expect(scene.decide(after: 599).age == 3599)
    }

    // Case 40.
    @Test(
        arguments: [
            (["Date": date(-100)], 100), (["Date": date(100)], 0), (["Date": date(-100), "Age": "30"], 100),
            (["Date": date(-100), "Age": "300"], 300), (["Date": date(100), "Age": "7"], 7),
            (["Date": "yesterday"], 0), ([:], 0),
        ] as [(Fields, Int64)])
    func `given a Date, when it is behind our clock, then the difference counts as age`(fields: Fields, age: Int64) {
        #expect(lifetime(of: fields + ["Cache-Control": "max-age=3600"]) == 3600 - age)
    }

    // Case 41.
    @Test func `given an answer that was under way for seconds, when it arrives, then they are added to its Age`() {
        let fields: Fields = ["Cache-Control": "max-age=3600", "Age": "100"]
        #expect(lifetime(of: fields, underWay: 5) == 3495)
        #expect(lifetime(of: ["Cache-Control": "max-age=3600"], underWay: 5) == 3595)
        #expect(lifetime(of: fields, underWay: -5) == 3500)
    }

    // Case 42.
    @Test(
        arguments: [
            (["Age": "10", "age": "7200"], 10), (["Age": "10, 7200"], 10), (["Age": "7200, 10"], 7200),
        ] as [(Fields, Int64)])
    func `given two ages, when they arrive on one line or two, then the first counts`(fields: Fields, age: Int64) {
        #expect(lifetime(of: fields + ["Cache-Control": "max-age=9000"]) == 9000 - age)
    }

    // Case 43.
    @Test(
        arguments: [
            ("-5", 0), ("abc", 0), ("1.5", 1), ("1.", 1), ("1.x", 0), (".5", 0), ("", 0), ("+5", 0), ("5s", 0),
            ("\"5\"", 0), ("0", 0), ("007", 7),
        ] as [(String, Int64)])
    func `given an Age that is no number, when it arrives, then it counts as if it were not there`(
        text: String, age: Int64
    ) {
        #expect(lifetime(of: ["Cache-Control": "max-age=3600", "Age": text]) == 3600 - age)
    }

    // Case 44.
    @Test(arguments: ["2147483648", "2147483649", "9223372036854775807", "9223372036854775808", "99999999999999999999"])
    func `given an Age beyond 31 bits, when it arrives, then it is stale, and nothing overflows`(text: String) {
        for control in ["max-age=3600", "max-age=2147483648", "max-age=99999999999999999999"] {
            var scene = CacheScene(tagged: ["Cache-Control": control, "Age": text])
            scene.policy.maxFreshSeconds = .max
            #expect(scene.outcome() == .revalidate)
        }
    }

    // Case 45.
    @Test(arguments: [[:], ["Date": "yesterday"], ["Date": ""]] as [Fields])
    func `given no Date, when it arrives, then the time of arrival is it`(fields: Fields) {
        let response = CachedResponse.arrived(200, fields + ["Expires": date(600)])
        #expect(response.headers["date"] == date(0))
        #expect(CacheScene(response).outcome(after: 599) == .hit)
        #expect(CacheScene(response).outcome(after: 600) == .fetch)
    }

    // Case 46.
    @Test func `given a clock that jumps back, when it is asked, then no life is longer than by the jump`() {
        let scene = CacheScene(tagged: ["Cache-Control": "max-age=3600", "Age": "100"])
        #expect(scene.decide(after: -3600).age == 100)
        #expect(scene.outcome(after: -3600) == .hit)
        // An hour after T by a clock that is an hour behind, and so on to the end of its life.
        #expect(scene.outcome(after: 3499) == .hit)
        #expect(scene.outcome(after: 3500) == .revalidate)
    }

    // Case 46.
    @Test(arguments: ["max-age=0", "max-age=100", "no-cache, max-age=60"])
    func `given a response that was stale when it came, when the clock jumps back, then it does not become fresh`(
        control: String
    ) {
        let scene = CacheScene(tagged: ["Cache-Control": control, "Age": "100"])
        #expect(scene.outcome() == .revalidate)
        #expect(scene.outcome(after: -3600) == .revalidate)
        #expect(!Freshness(of: scene.stored[0], policy: scene.policy).isFresh(at: CacheScene.arrival - 3600))
    }
}
