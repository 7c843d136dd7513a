import Testing

@testable import AttachmentTesting

/// What the routes answer, without a socket.
@Suite(.timeLimit(.minutes(1)))
struct HostileAnswerTests {
    private let routes: HostileRoutes

    init() throws {
        routes = try HostileRoutes()
    }

    private func ask(_ target: String, _ headers: (String, String)..., method: String = "GET") throws
        -> ScriptedResponse
    {
        let headers = headers.map { OriginHeader($0.0, $0.1) }
        return try #require(
            routes.response(to: OriginRequest(method: method, target: target, headers: headers)))
    }

    private func value(_ name: String, _ response: ScriptedResponse) -> String? {
        response.headers.first { $0.name == name }?.value
    }

    @Test
    func `given the routes, when they are listed, then paths differ and the table names each with its parameters`() {
        #expect(HostileRoutes.all.count == 61)
        #expect(Set(HostileRoutes.all.map(\.path)).count == 61)
        #expect(HostileRoutes.table.contains("/reset\n    ?  after=1000 kind= size= seed=\n"))
        #expect(routes.response(to: OriginRequest(method: "GET", target: "/none")) == nil)
        #expect(routes.response(to: OriginRequest(method: "GET", target: "/okay")) == nil)
    }

    @Test(
        arguments: [
            ("offset", "bytes 9900-99899/100000", 90_000), ("total", "bytes 10000-99999/104096", 90_000),
            ("length", "bytes 10000-99999/100000", 45_000), ("missing", nil, 90_000),
            ("unit", "pages 10000-99999/100000", 90_000), ("multipart", nil, 90_090),
        ] as [(String, String?, Int)])
    func `given a broken range, when the rest is asked for, then the part is wrong in its own way`(
        mode: String, place: String?, bytes: Int
    ) throws {
        let target = "/range-broken?mode=\(mode)"
        _ = try ask(target)
        let part = try ask(target, ("Range", "bytes=10000-"), ("If-Range", "\"r1\""))
        #expect(part.status == 206)
        #expect(value("Content-Range", part) == place)
        #expect(part.body.count == bytes)
        #expect(value("ETag", part) == "\"r1\"")
    }

    @Test func `given a resumable route, when the rest is asked for, then it comes only for the same file`() throws {
        let tag = try #require(value("ETag", try ask("/resume")))
        let whole = routes.media("png", size: 100_000).body.array
        let rest = try ask("/resume", ("Range", "bytes=10000-"), ("If-Range", tag))
        #expect(rest.status == 206)
        #expect(rest.body.array == Array(whole[10_000...]))
        let other = try ask("/resume", ("Range", "bytes=10000-"), ("If-Range", "\"other\""))
        #expect(other.status == 200)
        #expect(other.body.array == whole)
        #expect(try ask("/resume", ("Range", "bytes=100000-")).status == 416)
    }

    @Test func `given a changing file, when the rest is asked for, then If-Range is kept or broken as told`() throws {
        #expect(value("ETag", try ask("/range-changing")) == "\"v1\"")
        let kept = try ask("/range-changing", ("Range", "bytes=10000-"), ("If-Range", "\"v1\""))
        #expect(kept.status == 200)
        #expect(kept.body.array == routes.media("png", size: 100_000, seed: "changing/2").body.array)
        let broken = try ask("/range-changing?ifrange=0", ("Range", "bytes=10000-"), ("If-Range", "\"v1\""))
        #expect(broken.status == 206)
        #expect(value("ETag", broken) == "\"v3\"")
        #expect(value("ETag", try ask("/range-changing?noetag=1")) == nil)
    }

    @Test func `given a route that fails at first, when it is asked again, then its counter decides`() throws {
        #expect(try ask("/retry-after?key=a&n=2&after=7").status == 429)
        let second = try ask("/retry-after?key=a&n=2&after=7&code=503")
        #expect(second.status == 503)
        #expect(value("Retry-After", second) == "7")
        #expect(try ask("/retry-after?key=b").status == 429)
        let third = try ask("/retry-after?key=a&n=2")
        #expect(third.status == 200)
        #expect(value("X-Attempt", third) == "3")
        #expect(try [1, 2, 3, 4].map { _ in try ask("/flaky?how=500").status } == [500, 200, 500, 200])
        routes.resetCounters()
        #expect(try ask("/retry-after?key=a").status == 429)
    }

    @Test func `given a cached answer, when it is asked for by its tag, then 304 until the bytes are bumped`() throws {
        let target = "/cache?etag=auto&lm=10&cc=max-age%3D60&expires=60"
        let first = try ask(target)
        let tag = try #require(value("ETag", first))
        #expect(value("Cache-Control", first) == "max-age=60")
        #expect(try ask(target, ("If-None-Match", tag)).status == 304)
        #expect(try ask(target, ("If-Modified-Since", value("Last-Modified", first) ?? "")).status == 304)
        routes.bumpCache()
        let bumped = try ask(target, ("If-None-Match", tag))
        #expect(bumped.status == 200)
        #expect(bumped.body.array != first.body.array)
    }

    @Test func `given requests side by side, when they are counted, then by their key and at once`() throws {
        let responses = try ["a", "a", "b"].map { try ask("/count?key=\($0)") }
        #expect(routes.count(ofKey: "a") == 2)
        #expect(routes.mostAtOnce(ofKey: "a") == 2)
        #expect(routes.mostAtOnce(ofKey: "b") == 1)
        #expect(routes.mostAtOnce == 3)
        for response in responses { response.completion?() }
        _ = try ask("/count?key=a")
        #expect(routes.mostAtOnce(ofKey: "a") == 2)
        #expect(routes.count(ofKey: "a") == 3)
    }

    @Test func `given conditions on a whole file, when they fail, then 412`() throws {
        let target = "/ok?etag=1"
        let first = try ask(target)
        #expect(try ask(target, ("If-Match", "\"x\"")).status == 412)
        #expect(try ask(target, ("If-Match", value("ETag", first) ?? "")).status == 200)
        #expect(try ask(target, ("If-Unmodified-Since", "Sun, 06 Nov 1994 08:49:37 GMT")).status == 412)
    }

    @Test func `given credentials, when they match, then the media come`() throws {
        #expect(try ask("/auth").status == 401)
        #expect(try ask("/auth", ("Authorization", "Basic dTpw")).status == 200)
        #expect(
            try ask("/auth?user=Aladdin&pass=open%20sesame", ("Authorization", "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="))
                .status == 200)
        #expect(try ask("/auth?scheme=bearer", ("Authorization", "Bearer t")).status == 200)
    }

    @Test func `given redirects, when they are followed, then parameters go along and the count goes down`() throws {
        #expect(value("Location", try ask("/redirect?kind=jpeg&n=2&size=9")) == "/redirect?n=1&kind=jpeg&size=9")
        #expect(try ask("/redirect?n=0&kind=jpeg").status == 200)
        #expect(
            value("Location", try ask("/utf8-path")) == "/utf8/caf%C3%A9%20%E4%B8%AD%E6%96%87%20%F0%9F%90%88.png")
        #expect(value("Location", try ask("/redirect-relative?mode=none")) == nil)
        #expect(value("Location", try ask("/redirect-relative?mode=scheme", ("Host", "h:1"))) == "//h:1/ok")
    }
}
