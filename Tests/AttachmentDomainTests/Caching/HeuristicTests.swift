import AttachmentDomain
import Testing

@Suite(.timeLimit(.minutes(1)))
struct HeuristicTests {
    // Case 33.
    @Test(
        arguments: [
            (864_000, 86400), (8_640_000, 86400), (863_990, 86399), (1000, 100), (9, 0),
        ] as [(Int64, Int64)])
    func `given a change before Date and nothing explicit, when it arrives, then a tenth counts, a day at most`(
        since: Int64, seconds: Int64
    ) {
        #expect(lifetime(of: ["Last-Modified": date(-since), "Date": date(0)]) == seconds)
    }

    // Case 34.
    @Test(
        arguments: [
            ["Last-Modified": date(-50), "Date": date(-100)], ["Last-Modified": date(100), "Date": date(0)],
            ["Last-Modified": date(100), "Date": date(1000)], ["Last-Modified": date(100)],
            ["Last-Modified": "yesterday"],
            ["Last-Modified": date(0), "Date": date(0)],
        ] as [Fields])
    func `given a change after Date or to come, when it arrives, then nothing is guessed`(fields: Fields) {
        #expect(CacheScene(tagged: fields).outcome() == .revalidate)
    }

    // Case 35.
    @Test func `given public alone, when there is a change before, then it may be guessed`() {
        let fields: Fields = ["Cache-Control": "public", "Last-Modified": date(-1000), "Date": date(0)]
        #expect(lifetime(of: fields) == 100)
        #expect(lifetime(of: fields, status: 302) == 100)
    }

    // Case 36.
    @Test(
        arguments: [
            (200, 86400), (203, 86400), (204, 86400), (404, 86400), (410, 86400), (403, 0), (500, 0), (502, 0),
            (503, 0), (504, 0), (302, 0),
        ] as [(Int, Int64)])
    func `given a status, when it has a change before, then it is guessed only where the status allows`(
        status: Int, seconds: Int64
    ) {
        #expect(lifetime(of: ["Last-Modified": date(-864_000), "Date": date(0)], status: status) == seconds)
    }

    // Case 38.
    @Test(
        arguments: [
            ["Cache-Control": "max-age=60"], ["Expires": date(60)], ["Cache-Control": "max-age=60, public"],
        ] as [Fields])
    func `given explicit freshness, when it has ended, then nothing is guessed`(fields: Fields) {
        let scene = CacheScene(tagged: fields + ["Last-Modified": date(-864_000), "Date": date(0)])
        #expect(scene.outcome(after: 59) == .hit)
        #expect(scene.outcome(after: 60) == .revalidate)
    }
}
