import AttachmentDomain
import Testing

@Suite(.timeLimit(.minutes(1)))
struct RequestDirectivesTests {
    @Test(
        arguments: [
            ("max-age=10", 10, .hit), ("max-age=10", 11, .revalidate), ("min-fresh=10", 50, .hit),
            ("min-fresh=10", 51, .revalidate), ("max-stale=10", 70, .stale), ("max-stale=10", 71, .revalidate),
            ("max-stale", 100_000, .stale), ("max-stale=x", 61, .revalidate),
            ("max-stale, max-stale=5", 66, .revalidate),
            ("max-age=10, max-stale=100", 11, .revalidate), ("max-age=10, max-stale=100", 61, .revalidate),
            ("min-fresh=10, max-stale=100", 55, .revalidate), ("min-fresh=10, max-stale=100", 61, .revalidate),
            ("max-age=x", 0, .revalidate), ("max-age=0", 0, .revalidate), ("max-age=1", 0, .hit),
        ] as [(String, Int64, Outcome)])
    func `given a response of 60 s, when the caller says how old it may be, then each limit holds`(
        control: String, seconds: Int64, outcome: Outcome
    ) {
        let scene = CacheScene(tagged: ["Cache-Control": "max-age=60"])
        #expect(scene.outcome(["Cache-Control": control], after: seconds) == outcome)
    }

    @Test func `given Pragma beside Cache-Control, when it is asked, then only the latter counts`() {
        #expect(RequestDirectives(["Pragma": "No-Cache"] as Fields).noCache)
        #expect(!RequestDirectives(["Pragma": "no-cache", "Cache-Control": "max-age=9"] as Fields).noCache)
        #expect(!RequestDirectives(["Pragma": "x=\"no-cache\""] as Fields).noCache)
    }
}

extension RequestDirectives {
    fileprivate init(_ fields: Fields) { self.init(fields.headers) }
}
