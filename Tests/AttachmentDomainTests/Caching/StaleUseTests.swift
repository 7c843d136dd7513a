import AttachmentDomain
import Testing

@Suite(.timeLimit(.minutes(1)))
struct StaleUseTests {
    // Case 66.
    @Test(
        arguments: [
            ("max-age=60, must-revalidate", .private), ("max-age=60, must-revalidate", .shared),
            ("max-age=60, proxy-revalidate", .shared), ("s-maxage=60", .shared),
            ("max-age=60, must-revalidate, stale-if-error=600, stale-while-revalidate=600", .private),
        ] as [(String, CachingPolicy.Mode)])
    func `given a response that must be revalidated, when it is stale, then it never stands in`(
        control: String, mode: CachingPolicy.Mode
    ) {
        var scene = CacheScene(tagged: ["Cache-Control": control], mode: mode)
        #expect(scene.outcome(after: 59) == .hit)
        #expect(scene.outcome(after: 61) == .revalidate)
        #expect(scene.outcome(["Cache-Control": "max-stale"], after: 61) == .revalidate)
        #expect(!scene.standsIn(after: 61))
        scene.policy.offline = true
        #expect(scene.outcome(after: 61) == .refusedOffline)
    }

    // Case 66.
    @Test(arguments: ["max-age=60, proxy-revalidate", "max-age=60, s-maxage=60"])
    func `given what binds shared caches alone, when a private one has it stale, then it stands in`(control: String) {
        #expect(CacheScene(tagged: ["Cache-Control": control]).standsIn(after: 61))
    }

    // Case 67.
    @Test(arguments: [0, 1, 59, 61, 100_000] as [Int64])
    func `given no-cache, when the origin is down, then it never stands in`(seconds: Int64) {
        #expect(!CacheScene(tagged: ["Cache-Control": "no-cache, stale-if-error=600"]).standsIn(after: seconds))
        #expect(!CacheScene(tagged: ["Cache-Control": "no-cache, max-age=60"]).standsIn(after: seconds))
    }

    // Case 68.
    @Test(
        arguments: [(300, true), (660, true), (661, false)] as [(Int64, Bool)])
    func `given stale-if-error, when the origin fails, then it stands in to the end of that time`(
        seconds: Int64, standsIn: Bool
    ) {
        let scene = CacheScene(tagged: ["Cache-Control": "max-age=60, stale-if-error=600"])
        #expect(scene.outcome(after: seconds) == .revalidate)
        #expect(scene.standsIn(after: seconds) == standsIn)
    }

    // Case 68.
    @Test(
        arguments: [
            (.stalled, nil), (.deadlineExceeded, nil), (.connectFailed, nil), (.dnsFailed, nil), (.truncated, nil),
            (.httpStatus, 500), (.httpStatus, 502), (.httpStatus, 503), (.httpStatus, 504), (.rateLimited, 503),
        ] as [(Code, Int?)])
    func `given an origin that cannot be had, when it was asked, then a stale response may stand in`(
        code: Code, status: Int?
    ) {
        #expect(CacheRules.mayStandIn(for: code, status: status))
    }

    // Case 69.
    @Test(arguments: [404, 410, 400, 401, 403, 501])
    func `given an origin that says no, when it was asked, then its no counts`(status: Int) {
        #expect(!CacheRules.mayStandIn(for: .httpStatus, status: status))
    }

    // Case 70.
    @Test(
        arguments: [
            .addressBlocked, .portBlocked, .nameBlocked, .redirectDowngrade, .tooManyRedirects, .tooLarge, .notMedia,
            .typeUnsupported, .hashBlocked, .damaged, .empty, .tooLong, .tooManyPixels,
        ] as [Code])
    func `given an answer that the policy refuses, when it was asked for, then nothing stands in`(code: Code) {
        #expect(!CacheRules.mayStandIn(for: code, status: 200))
        #expect(!CacheRules.mayStandIn(for: code, status: nil))
    }

    // Case 71.
    @Test(
        arguments: [
            (59, .hit), (60, .staleAndRefresh), (70, .staleAndRefresh), (89, .staleAndRefresh), (91, .revalidate),
        ] as [(Int64, Outcome)])
    func `given stale-while-revalidate, when it is asked, then it is used at once up to the end of that time`(
        seconds: Int64, outcome: Outcome
    ) {
        let scene = CacheScene(tagged: ["Cache-Control": "max-age=60, stale-while-revalidate=30"])
        #expect(scene.outcome(after: seconds) == outcome)
    }

    // Case 73.
    @Test(arguments: [(86459, true), (86460, true), (86461, false)] as [(Int64, Bool)])
    func `given no stale directive, when the origin fails, then the time of the policy counts`(
        seconds: Int64, standsIn: Bool
    ) {
        #expect(CacheScene(tagged: ["Cache-Control": "max-age=60"]).standsIn(after: seconds) == standsIn)
    }

    // Case 73.
    @Test(arguments: ["must-revalidate", "proxy-revalidate", "no-cache"])
    func `given the time of the policy, when the response forbids it, then the response wins`(directive: String) {
        let scene = CacheScene(tagged: ["Cache-Control": "max-age=60, \(directive)"], mode: .shared)
        #expect(scene.decide(after: 61).staleUntil == nil)
    }

    // Case 73.
    @Test func `given a caller that forces revalidation, when the origin fails, then nothing stands in`() {
        let scene = CacheScene(tagged: ["Cache-Control": "max-age=60"])
        #expect(scene.decide(.get(["Cache-Control": "no-cache"]), after: 1).staleUntil == nil)
    }

    // Case 74.
    @Test func `given a stale answer, when it is decided on, then its age and the end of its use are told`() {
        let scene = CacheScene(tagged: ["Cache-Control": "max-age=60, stale-while-revalidate=30", "Age": "10"])
        let decision = scene.decide(after: 70)
        #expect(decision.step == .useStaleAndRefresh)
        #expect(decision.chosen == 0)
        #expect(decision.age == 80)
        #expect(decision.staleUntil == CacheScene.arrival + 50 + 86400)
    }

    @Test(
        arguments: [
            ("max-age=60", 59, .hit), ("max-age=60", 10_000_000, .stale), ("max-age=60, must-revalidate", 59, .hit),
            ("max-age=60, must-revalidate", 60, .refusedOffline), ("no-cache", 0, .refusedOffline),
        ] as [(String, Int64, Outcome)])
    func `given offline, when it is asked, then whatever is stored is used unless the origin forbids it`(
        control: String, seconds: Int64, outcome: Outcome
    ) {
        var scene = CacheScene(tagged: ["Cache-Control": control])
        scene.policy.offline = true
        #expect(scene.outcome(after: seconds) == outcome)
        #expect(CacheScene.offline.outcome() == .refusedOffline)
    }
}

extension CacheScene {
    fileprivate static var offline: CacheScene {
        var scene = CacheScene()
        scene.policy.offline = true
        return scene
    }
}
