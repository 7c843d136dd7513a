import AttachmentDomain
import Testing

@Suite(.timeLimit(.minutes(1)))
struct RedirectCachingTests {
    // Case 82.
    @Test(arguments: [301, 302, 303, 307, 308])
    func `given a redirect with max-age, when it arrives, then the hop has a life of its own`(status: Int) {
        let fields: Fields = ["Cache-Control": "max-age=60", "Location": "/b"]
        #expect(refusal(status, fields) == nil)
        let scene = CacheScene(.arrived(status, fields))
        #expect(scene.outcome(after: 59) == .hit)
        #expect(scene.outcome(after: 60) == .fetch)
    }

    // Case 82.
    @Test(
        arguments: [(301, nil), (308, nil), (302, .notCacheable), (303, .notCacheable), (307, .notCacheable)]
            as [(Int, Storability.Refusal?)])
    func `given a redirect that says nothing, when it arrives, then only a lasting one is kept`(
        status: Int, expected: Storability.Refusal?
    ) {
        #expect(refusal(status, ["Location": "/b"]) == expected)
        #expect(CacheScene(.arrived(status, ["Location": "/b"])).outcome() == .fetch)
    }
}
