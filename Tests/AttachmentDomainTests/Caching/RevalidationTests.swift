import AttachmentDomain
import Testing

@Suite(.timeLimit(.minutes(1)))
struct RevalidationTests {
    // Cases 48, 49, 50.
    @Test(
        arguments: [
            (["ETag": "\"a\""], "\"a\"", nil),
            (["Last-Modified": "Tue, 14 Nov 2023 1:13:20"], nil, "Tue, 14 Nov 2023 1:13:20"),
            (["ETag": "\"a\"", "Last-Modified": date(-9)], "\"a\"", date(-9)), (["ETag": "W/\"a\""], "W/\"a\"", nil),
            (["ETag": "a"], "a", nil), (["ETag": "W/a,b"], "W/a,b", nil), (["ETag": "\"a"], "\"a", nil),
        ] as [(Fields, String?, String?)])
    func `given a stale response, when it is asked about, then its validators are sent as they came`(
        fields: Fields, etag: String?, lastModified: String?
    ) throws {
        let scene = CacheScene(.arrived(200, fields + ["Cache-Control": "max-age=60"]))
        guard case .ask(let asked) = scene.decide(after: 60).step else {
            Issue.record("a stale response is asked about")
            return
        }
        let conditions = try #require(asked)
        #expect(conditions.etag == etag)
        #expect(conditions.lastModified == lastModified)
    }

    @Test(arguments: [["ETag": ""], ["Last-Modified": ""], [:]] as [Fields])
    func `given a stale response without validators, when it is asked about, then it is fetched`(fields: Fields) {
        #expect(CacheScene(.arrived(200, fields + ["Cache-Control": "max-age=0"])).outcome() == .fetch)
    }

    // Case 61.
    @Test(arguments: ["no-cache", "no-cache, max-age=3600", "max-age=3600, No-Cache", "no-cache=\"\"", "no-cache="])
    func `given no-cache, when it is stored, then it is revalidated at every use`(control: String) {
        let scene = CacheScene(tagged: ["Cache-Control": control])
        #expect(refusal(200, ["Cache-Control": control]) == nil)
        for seconds in [0, 1, 3599, 3600] as [Int64] { #expect(scene.outcome(after: seconds) == .revalidate) }
        #expect(scene.outcome(["Cache-Control": "max-stale"], after: 9) == .revalidate)
    }

    // Case 62.
    @Test(arguments: ["no-cache=\"Set-Cookie\", max-age=60", "no-cache=\"x-foo, set-cookie\", max-age=60"])
    func `given no-cache for a field, when it is stored, then it is used without that field`(control: String) {
        let fields: Fields = ["Cache-Control": control, "Set-Cookie": "a=b"]
        #expect(refusal(200, fields) == nil)
        let scene = CacheScene(tagged: fields)
        #expect(scene.stored[0].headers["set-cookie"] == nil)
        #expect(scene.outcome(after: 59) == .hit)
    }

    // Case 63.
    @Test(
        arguments: [["Cache-Control": "no-cache"], ["Pragma": "no-cache"], ["Cache-Control": "max-age=0"]] as [Fields])
    func `given a forced revalidation, when there is a fresh entry, then it is revalidated`(request: Fields) {
        let scene = CacheScene(tagged: ["Cache-Control": "max-age=60, stale-while-revalidate=60"])
        #expect(scene.outcome(request, after: 1) == .revalidate)
        #expect(scene.outcome(request, after: 61) == .revalidate)
    }

    // Case 63.
    @Test func `given only-if-cached, when there is nothing to use, then nothing is asked`() {
        let request: Fields = ["Cache-Control": "only-if-cached"]
        #expect(CacheScene().outcome(request) == .refusedOnlyIfCached)
        let scene = CacheScene(tagged: ["Cache-Control": "max-age=60"])
        #expect(scene.outcome(request, after: 59) == .hit)
        #expect(scene.outcome(request, after: 60) == .refusedOnlyIfCached)
        #expect(scene.outcome(["Cache-Control": "only-if-cached, max-stale"], after: 60) == .stale)
    }

    // Case 64.
    @Test(
        arguments: [
            (0, false), (1, true), (-1, false), (60, true),
        ] as [(Int64, Bool)])
    func `given a change as new as Date, when it is asked about, then it serves If-Modified-Since but not If-Range`(
        before: Int64, isStrong: Bool
    ) {
        let response = CachedResponse.arrived(200, ["Last-Modified": date(-before), "Date": date(0)])
        #expect(CacheDecision.Conditions(response)?.lastModified == date(-before))
        #expect(RangeValidator(response.headers)?.field == (isStrong ? date(-before) : nil))
    }

    // Case 85.
    @Test(
        arguments: [["ETag": "W/\"a\""], ["ETag": "W/\"a\"", "Last-Modified": date(-60), "Date": date(0)]] as [Fields])
    func `given a weak tag alone, when the rest is wanted, then no range can be asked for`(fields: Fields) {
        #expect(RangeValidator(fields.headers) == nil)
    }

    // Case 65.
    @Test(arguments: ["no-cache", "max-age=0", "max-stale"])
    func `given immutable, when a caller reloads inside its life, then hit, and after it revalidate`(reload: String) {
        let scene = CacheScene(tagged: ["Cache-Control": "immutable, max-age=31536000"])
        #expect(scene.outcome(["Cache-Control": reload], after: 31_535_999) == .hit)
        #expect(scene.outcome(after: 31_536_000) == .revalidate)
    }
}
