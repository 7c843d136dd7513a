import AttachmentURL
import Testing

@Suite("resolving a Location", .timeLimit(.minutes(1)))
struct ResolvingTests {
    /// RFC 3986 5.4, with the fragment dropped, and what redirects do in the wild.
    @Test(arguments: [
        ("g", "http://a.example/b/c/g"), ("./g", "http://a.example/b/c/g"), ("g/", "http://a.example/b/c/g/"),
        ("/g", "http://a.example/g"), ("//g.example", "http://g.example"), ("?y", "http://a.example/b/c/d;p?y"),
        ("g?y", "http://a.example/b/c/g?y"), ("#s", "http://a.example/b/c/d;p?q"), ("g#s", "http://a.example/b/c/g"),
        ("g?y#s", "http://a.example/b/c/g?y"), (";x", "http://a.example/b/c/;x"), ("g;x", "http://a.example/b/c/g;x"),
        ("", "http://a.example/b/c/d;p?q"), (".", "http://a.example/b/c/"), ("./", "http://a.example/b/c/"),
        ("..", "http://a.example/b/"), ("../", "http://a.example/b/"), ("../g", "http://a.example/b/g"),
        ("../..", "http://a.example/"), ("../../", "http://a.example/"), ("../../g", "http://a.example/g"),
        ("../../../g", "http://a.example/g"), ("/./g", "http://a.example/g"), ("/../g", "http://a.example/g"),
        ("g.", "http://a.example/b/c/g."), (".g", "http://a.example/b/c/.g"), ("..g", "http://a.example/b/c/..g"),
        ("./../g", "http://a.example/b/g"), ("./g/.", "http://a.example/b/c/g/"),
        ("g/./h", "http://a.example/b/c/g/h"), ("g/../h", "http://a.example/b/c/h"),
        ("g;x=1/../y", "http://a.example/b/c/y"), ("g?y/../x", "http://a.example/b/c/g?y/../x"),
        ("https://B.example/../x/./y?z", "https://b.example/x/y?z"), ("//B.example:8080/..", "http://b.example:8080/"),
        ("/a b/é.png?q=ü", "http://a.example/a%20b/%C3%A9.png?q=%C3%BC"), (" /trim ", "http://a.example/trim"),
        ("/%2e%2e/x", "http://a.example/%2e%2e/x"), ("//bücher.example/", "http://xn--bcher-kva.example/"),
    ])
    func `given a Location, when it is resolved, then it leads where RFC 3986 says`(
        location: String, expected: String
    ) throws {
        let base = try RequestURL.parse("http://a.example/b/c/d;p?q")
        #expect(try base.resolving(location).text == expected)
    }

    @Test(arguments: [
        ("ftp://a/", URLFault.schemeNotHTTP("ftp")), ("http:g", .noHost), ("///a", .noHost),
        ("//u:p@h/", .malformed(.credentials)), ("/a\\b", .malformed(.backslash)),
        ("/a\nb", .malformed(.controlCharacter(10, offset: 2))),
    ])
    func `given a Location that must not be followed, when it is resolved, then the fault is named`(
        location: String, fault: URLFault
    ) throws {
        let base = try RequestURL.parse("http://a.example/b")
        #expect(throws: fault) { try base.resolving(location) }
    }

    @Test func `given a base without a path, when a name is resolved, then it stands at the root`() throws {
        #expect(try RequestURL.parse("http://a.example:8080?x").resolving("g").text == "http://a.example:8080/g")
    }

    @Test func `given a Location in Latin-1, when its bytes are resolved, then they are encoded as they are`() throws {
        let base = try RequestURL.parse("http://a.example/")
        let location: [UInt8] = Array("/Caf".utf8) + [0xE9]
        #expect(try base.resolving(bytes: location).text == "http://a.example/Caf%E9")
    }

    @Test func `given a Location beyond the limit, when it is resolved, then it is refused`() throws {
        let base = try RequestURL.parse("http://a.example/")
        #expect(throws: URLFault.malformed(.tooLong(bytes: 65_537))) {
            try base.resolving("/" + String(repeating: "a", count: 65_536))
        }
    }

    @Test func `given a Location that is too long with its base, when it is resolved, then it is refused`() throws {
        let base = try RequestURL.parse("http://a.example/" + String(repeating: "a", count: 40_000) + "/")
        let location = String(repeating: "b", count: 30_000)
        #expect(throws: URLFault.malformed(.tooLong(bytes: 70_018))) { try base.resolving(location) }
        #expect(try base.resolving("/" + location).text.utf8.count == 30_017)
    }
}
