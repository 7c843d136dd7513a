import AttachmentDomain
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ConfirmingTests {
    /// What a 304 that comes 100 seconds after T leaves of a response.
    private func confirm(
        _ stored: CachedResponse, by fields: Fields, to request: Fields = [:], mode: CachingPolicy.Mode = .private
    ) -> CachedResponse? {
        let now = CacheScene.arrival + 100
        return stored.confirmed(
            by: fields.headers, request: .get(request), mode: mode, requestedAt: now - 2, receivedAt: now)
    }

    // Case 49.
    @Test(
        arguments: [
            ("W/\"a\"", "\"a\"", true), ("\"a\"", "W/\"a\"", true), ("W/\"a\"", "W/\"a\"", true), ("a", "a", true),
            ("a", "\"a\"", false), ("W/\"a\"", "\"b\"", false),
        ] as [(String, String, Bool)])
    func `given a tag, when a 304 comes with one, then they are compared weakly`(
        own: String, theirs: String, matches: Bool
    ) {
        let confirmed = confirm(.arrived(200, ["ETag": own]), by: ["ETag": theirs])
        #expect((confirmed != nil) == matches)
    }

    // Case 51.
    @Test func `given a 304, when it arrives, then its fields are taken and life and age begin again`() throws {
        let stored = CachedResponse.arrived(
            200, ["ETag": "\"a\"", "Cache-Control": "max-age=60", "Age": "50", "X-A": "1", "X-B": "1"])
        let confirmed = try #require(
            confirm(stored, by: ["Cache-Control": "max-age=600", "X-A": "2", "X-A": "3", "Date": date(98)]))
        #expect(confirmed.status == 200)
        #expect(confirmed.headers["x-a"] == "2, 3")
        #expect(confirmed.headers["x-b"] == "1")
        #expect(confirmed.headers["age"] == nil)
        #expect(confirmed.headers["date"] == date(98))
        // It was under way for two seconds.
        #expect(CacheScene(confirmed).outcome(after: 697) == .hit)
        #expect(CacheScene(confirmed).outcome(after: 698) == .revalidate)
        #expect(CacheScene(confirmed).decide(after: 100).age == 2)
    }

    // Case 51.
    @Test func `given a 304 with an Age, when it arrives, then that is the age`() throws {
        let stored = CachedResponse.arrived(200, ["ETag": "\"a\"", "Cache-Control": "max-age=60", "Age": "5"])
        let confirmed = try #require(confirm(stored, by: ["Age": "20"]))
        #expect(CacheScene(confirmed).decide(after: 100).age == 22)
    }

    // Case 52.
    @Test(arguments: [["Cache-Control": "max-age=60"], ["Expires": date(160)]] as [Fields])
    func `given a 304 that says nothing of caching, when it arrives, then what is stored counts from its Date`(
        fields: Fields
    ) throws {
        let stored = CachedResponse.arrived(200, fields + ["ETag": "\"a\"", "Date": date(0)])
        let confirmed = try #require(confirm(stored, by: ["Date": date(100)]))
        #expect(CacheScene(confirmed).outcome(after: 157) == .hit)
        #expect(CacheScene(confirmed).outcome(after: 158) == .revalidate)
    }

    // Case 53.
    @Test func `given a 304 that disagrees with the body, when it arrives, then what describes the bytes stays`() throws
    {
        let own: Fields = [
            "ETag": "W/\"a\"", "Content-Length": "10", "Content-Encoding": "gzip", "Content-Type": "image/png",
        ]
        let confirmed = try #require(
            confirm(
                .arrived(200, own),
                by: [
                    "etag": "\"a\"", "content-length": "0", "content-encoding": "br", "Content-Range": "bytes 0-1/2",
                    "Content-Type": "image/gif",
                ]))
        #expect(confirmed.headers["etag"] == "W/\"a\"")
        #expect(confirmed.headers["content-length"] == "10")
        #expect(confirmed.headers["content-encoding"] == "gzip")
        #expect(confirmed.headers["content-range"] == nil)
        #expect(confirmed.headers["content-type"] == "image/gif")
    }

    // Case 54.
    @Test func `given a 304 with no-store, when it arrives, then the response is used once and kept no longer`() throws
    {
        let stored = CachedResponse.arrived(200, ["ETag": "\"a\"", "Cache-Control": "max-age=60"])
        let confirmed = try #require(confirm(stored, by: ["Cache-Control": "no-store"]))
        #expect(
            Storability(CacheRequest(), status: confirmed.status, headers: confirmed.headers, mode: .private)
                == .refused(.noStore))
    }

    // Case 55.
    @Test(
        arguments: [
            (["ETag": "\"a\""], ["ETag": "\"b\""], false), ([:], ["ETag": "\"b\""], false),
            (["ETag": "\"a\""], ["ETag": "\"a\""], true), (["ETag": "\"a\""], [:], true),
            (["Last-Modified": date(-9)], ["ETag": "\"b\""], false),
            (["Last-Modified": date(-9)], ["ETag": "W/\"b\""], true),
        ] as [(Fields, Fields, Bool)])
    func `given a 304 with another strong tag, when it arrives, then it confirms nothing`(
        own: Fields, theirs: Fields, isConfirmed: Bool
    ) {
        #expect((confirm(.arrived(200, own), by: theirs) != nil) == isConfirmed)
    }

    // Case 62.
    @Test func `given a 304 that forbids the use of a field, when it arrives, then the stored field goes`() throws {
        let stored = CachedResponse.arrived(
            200, ["ETag": "\"a\"", "X-Foo": "1", "Vary": "Accept"], to: ["Accept": "a"])
        let confirmed = try #require(
            confirm(stored, by: ["Cache-Control": "no-cache=\"x-foo, etag, vary\""], to: ["Accept": "a"]))
        #expect(confirmed.headers["x-foo"] == nil)
        #expect(confirmed.headers["etag"] == "\"a\"")
        #expect(confirmed.variant == stored.variant)
    }

    // Case 62.
    @Test func `given a stored ban on a field, when a 304 brings that field, then it is not kept`() throws {
        let stored = CachedResponse.arrived(200, ["ETag": "\"a\"", "Cache-Control": "no-cache=\"x-foo\""])
        let confirmed = try #require(confirm(stored, by: ["X-Foo": "1"]))
        #expect(confirmed.headers["x-foo"] == nil)
    }

    // Case 12.
    @Test func `given a 304 with a cookie, when a shared cache takes it, then it keeps none`() throws {
        let confirmed = try #require(confirm(.arrived(200, [:]), by: ["Set-Cookie": "a=b"], mode: .shared))
        #expect(confirmed.headers["set-cookie"] == nil)
    }

    // Case 11.
    @Test func `given a 304 with fields of its connection, when it arrives, then they are not kept`() throws {
        let confirmed = try #require(
            confirm(.arrived(200, [:]), by: ["Connection": "X-Foo", "X-Foo": "1", "Keep-Alive": "timeout=5"]))
        #expect(confirmed.headers.fields.map(\.name) == ["Date"])
    }

    @Test func `given a 304 with another Vary, when it arrives, then the request that it answers is the variant`()
        throws
    {
        let stored = CachedResponse.arrived(200, ["ETag": "\"a\"", "Vary": "Accept"], to: ["Accept": "a"])
        let confirmed = try #require(confirm(stored, by: ["Vary": "Accept-Language"], to: ["Accept-Language": "de"]))
        #expect(confirmed.variant == Variant(text: "accept-language: de"))
    }
}
