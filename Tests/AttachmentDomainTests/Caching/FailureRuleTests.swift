import AttachmentDomain
import Testing

@Suite(.timeLimit(.minutes(1)))
struct FailureRuleTests {
    /// For how many seconds a failure is remembered; nil for not at all.
    private func memory(
        _ code: Code, _ status: Int? = nil, _ fields: Fields = [:], attempts: Int = 1, chance: Double = 0,
        policy: CachingPolicy = CachingPolicy()
    ) -> Int64? {
        let response = status.map { CachedResponse.arrived($0, fields) }
        let failure = FailureRule.Failure(code: code, response: response, attempts: attempts)
        return FailureRule(policy).retryAt(failure, now: CacheScene.arrival, chance: chance)
            .map { $0 - CacheScene.arrival }
    }

    // Case 89.
    @Test(
        arguments: [
            ([:], 600), (["Last-Modified": date(-864_000)], 600), (["Cache-Control": "max-age=120"], 120),
            (["Cache-Control": "max-age=120", "Age": "20"], 100), (["Cache-Control": "max-age=1"], 30),
            (["Cache-Control": "max-age=0"], 30), (["Cache-Control": "max-age=99999999999999999999"], 3600),
            (["Expires": date(90), "Date": date(0)], 90), (["Expires": "0"], 30),
        ] as [(Fields, Int64)])
    func `given a 404, when it is remembered, then ten minutes or by its fields within our range`(
        fields: Fields, seconds: Int64
    ) {
        #expect(memory(.httpStatus, 404, fields) == seconds)
        #expect(memory(.httpStatus, 404, fields, attempts: 9, chance: 0.5) == seconds)
    }

    // Case 90.
    @Test(
        arguments: [
            .addressBlocked, .portBlocked, .nameBlocked, .tooLarge, .typeUnsupported, .notMedia, .hashBlocked, .damaged,
        ] as [Code])
    func `given what only a change mends, when it is remembered, then an hour`(code: Code) {
        #expect(memory(code) == 3600)
        #expect(memory(code, 200, ["Cache-Control": "max-age=60"], attempts: 7) == 3600)
    }

    // Case 90.
    @Test func `given a 410, when it is remembered, then an hour`() {
        #expect(memory(.httpStatus, 410) == 3600)
    }

    // Case 91.
    @Test(
        arguments: [
            (.stalled, nil), (.connectFailed, nil), (.truncated, nil), (.dnsFailed, nil), (.httpStatus, 500),
            (.httpStatus, 502), (.httpStatus, 504), (.rateLimited, 503),
        ] as [(Code, Int?)])
    func `given what may pass, when it fails again and again, then its memory doubles up to a cap`(
        code: Code, status: Int?
    ) {
        let seconds = (1...9).map { memory(code, status, attempts: $0) }
        #expect(seconds == [30, 60, 120, 240, 480, 960, 1920, 3600, 3600])
        // One success forgets it: the count begins again.
        #expect(memory(code, status, attempts: 1, chance: 0.9) == 30)
    }

    // Case 91.
    @Test(arguments: [(0, 120), (0.5, 105), (1.0.nextDown, 91)] as [(Double, Int64)])
    func `given a growing memory, when chance has its way, then it is shorter by a quarter at most`(
        chance: Double, seconds: Int64
    ) {
        #expect(memory(.connectFailed, attempts: 3, chance: chance) == seconds)
    }

    // Case 92.
    @Test(
        arguments: [
            ("120", 120), (date(120), 120), ("0", nil), (date(-120), nil), ("99999999999", 3600),
            ("Fri, 31 Dec 9999 23:59:59 GMT", 3600), ("soon", 30), ("-1", 30), ("", 30),
        ] as [(String, Int64?)])
    func `given Retry-After, when it limits rates, then so long, capped, and what cannot be read is our own time`(
        field: String, seconds: Int64?
    ) {
        #expect(memory(.rateLimited, 429, ["Retry-After": field]) == seconds)
        #expect(memory(.rateLimited, 503, ["Retry-After": field]) == seconds)
    }

    // Case 95.
    @Test(arguments: ["no-store", "No-Store, max-age=600"])
    func `given no-store on a 404, when it is remembered, then only for the short time that protects`(control: String) {
        #expect(memory(.httpStatus, 404, ["Cache-Control": control], attempts: 5) == 30)
        #expect(memory(.httpStatus, 410, ["Cache-Control": control]) == 30)
    }

    @Test(arguments: [.deadlineExceeded, .cancelled, .diskFull, .urlMalformed] as [Code])
    func `given what depends on the call, when it fails, then it is not remembered`(code: Code) {
        #expect(memory(code, attempts: 3) == nil)
    }

    @Test(arguments: [Int.min, -1, 0, 1, 2, 22, 63, 64, .max])
    func `given any count and the longest times, when they are multiplied, then nothing overflows`(attempts: Int) {
        for transient in [0, 1, 30, 1 << 44, 1 << 62, Int64.max] as [Int64] {
            var policy = CachingPolicy()
            policy.negative.transientSeconds = transient
            policy.negative.permanentSeconds = .max
            let failure = FailureRule.Failure(code: .connectFailed, response: nil, attempts: attempts)
            for now in [Int64.min, 0, .max] {
                let retryAt = FailureRule(policy).retryAt(failure, now: now, chance: 0.5)
                #expect(transient == 0 ? retryAt == nil : retryAt ?? .min >= now)
            }
        }
    }
}
