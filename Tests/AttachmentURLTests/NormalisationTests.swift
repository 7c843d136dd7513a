import AttachmentURL
import Testing

@Suite("normalising a URL", .timeLimit(.minutes(1)))
struct NormalisationTests {
    @Test(arguments: [
        // As they are.
        ("https://cdn.example.com/a.png", "https://cdn.example.com/a.png"),
        ("https://cdn.example.com", "https://cdn.example.com"),
        ("https://cdn.example.com?x=1", "https://cdn.example.com?x=1"),
        ("https://cdn.example.com/a/../b//c/./d.png", "https://cdn.example.com/a/../b//c/./d.png"),
        ("https://cdn.example.com/!$&'()*+,-.:;=@_~", "https://cdn.example.com/!$&'()*+,-.:;=@_~"),
        // Scheme, host, port.
        ("HTTPS://CDN.Example.COM/A.PNG", "https://cdn.example.com/A.PNG"),
        ("https://cdn.example.com./a", "https://cdn.example.com/a"),
        ("https://cdn.example.com:443/a", "https://cdn.example.com:443/a"),
        ("https://cdn.example.com:/a", "https://cdn.example.com/a"),
        ("https://cdn.example.com:0080/a", "https://cdn.example.com:80/a"),
        ("http://0x08.010.2056/", "http://8.8.8.8/"),
        ("http://[2606:4700:4700:0:0::1111]/", "http://[2606:4700:4700::1111]/"),
        ("http://[::FFFF:808:808]:8080/", "http://[::ffff:8.8.8.8]:8080/"),
        // Names in other scripts, mapped as curl maps them.
        ("https://Bücher.example.com/", "https://xn--bcher-kva.example.com/"),
        ("https://bu\u{308}cher.example.com/", "https://xn--bcher-kva.example.com/"),
        ("https://straße.example.com/", "https://xn--strae-oqa.example.com/"),
        ("https://例え.example.org/", "https://xn--r8jz45g.example.org/"),
        ("https://img_1.bücher.example.com/", "https://img_1.xn--bcher-kva.example.com/"),
        ("https://cdn。example。com/a", "https://cdn.example.com/a"),
        ("https://☃.example.com/", "https://xn--n3h.example.com/"),
        // What RFC 3986 does not allow.
        ("https://h.example/a b|c\"<>^`{}", "https://h.example/a%20b%7Cc%22%3C%3E%5E%60%7B%7D"),
        ("https://h.example/[1].png?a[]=1", "https://h.example/%5B1%5D.png?a%5B%5D=1"),
        ("https://h.example/Café.jpg", "https://h.example/Caf%C3%A9.jpg"),
        ("https://h.example/\u{1F600}?é", "https://h.example/%F0%9F%98%80?%C3%A9"),
        ("https://h.example/50%.jpg", "https://h.example/50%25.jpg"),
        ("https://h.example/50%2.jpg?%", "https://h.example/50%252.jpg?%25"),
        ("https://h.example/%2e%2E/%0d%0a", "https://h.example/%2e%2E/%0d%0a"),
        ("https://h.example/a?b=c?d/e#f?g", "https://h.example/a?b=c?d/e"),
        ("https://h.example#", "https://h.example"),
        // Blanks at the ends.
        (" \t\r\nhttps://h.example/a b \n", "https://h.example/a%20b"),
    ])
    func `given a URL, when it is read, then it is in its one form and stays so`(given: String, expected: String) throws
    {
        let url = try RequestURL.parse(given)
        #expect(url.text == expected)
        #expect(try RequestURL.parse(url.text) == url)
    }

    @Test(arguments: [
        ("", URLFault.empty),
        (" \n ", .empty),
        ("picture.png", .noScheme),
        ("/a.png", .noScheme),
        ("//cdn.example.com/a.png", .noScheme),
        ("cdn.example.com:8080/a.png", .noScheme),
        ("localhost:8080", .noScheme),
        (":a", .noScheme),
        ("4x://h", .noScheme),
        ("DATA:image/png;base64,\nAA==", .schemeNotHTTP("data")),
        ("C:\\a.png", .schemeNotHTTP("c")),
        ("a.b:c", .schemeNotHTTP("a.b")),
        ("http:", .noHost),
        ("http://", .noHost),
        ("http:///a", .noHost),
        ("http://:80/a", .noHost),
        ("http://?a", .noHost),
        ("http://#a", .noHost),
        ("http:a.png", .noHost),
        ("https:/h/a", .noHost),
        ("https://h\u{7F}/", .malformed(.controlCharacter(0x7F, offset: 9))),
        ("https://h/#\u{0}", .malformed(.controlCharacter(0, offset: 11))),
        ("images\\a.png", .malformed(.backslash)),
        ("https://h.example/a\\b", .malformed(.backslash)),
        ("https://u@h.example/", .malformed(.credentials)),
        ("https://@h.example/", .malformed(.credentials)),
        ("https://h%41.example/", .malformed(.percentInHost)),
        ("https://h .example/", .malformed(.hostCharacter)),
        ("https://h:8 0/", .malformed(.hostCharacter)),
        ("https://[::1/", .malformed(.brackets)),
        ("https://[::1]80/", .malformed(.brackets)),
        ("https://[]/", .malformed(.brackets)),
        ("https://[v1.a]/", .malformed(.notIPv6)),
        ("https://[1.2.3.4]/", .malformed(.notIPv6)),
        ("https://a:b:80/", .malformed(.colons)),
        ("https://a..b/", .malformed(.hostLength)),
        ("https://./", .malformed(.hostLength)),
        ("https://.a/", .malformed(.hostLength)),
        ("https://a../", .malformed(.hostLength)),
        ("https://a!b.example/", .malformed(.hostCharacter)),
        ("https://1.2.3.4.5/", .malformed(.notIPv4)),
        ("https://a.0x1/", .malformed(.notIPv4)),
        ("https://a.09/", .malformed(.notIPv4)),
        ("https://exam\u{2100}ple.com/", .malformed(.hostCharacter)),
    ])
    func `given what is no URL to ask for, when it is read, then the fault is named`(given: String, fault: URLFault) {
        #expect(throws: fault) { try RequestURL.parse(given) }
    }

    @Test func `given a URL of 65,536 bytes, when it is read, then it is taken, and one more byte is refused`() throws {
        let head = "https://cdn.example.com/"
        let longest = head + String(repeating: "~", count: 65_536 - head.utf8.count)
        #expect(try RequestURL.parse(" \(longest) ").text == longest)
        #expect(throws: URLFault.malformed(.tooLong(bytes: 65_537))) { try RequestURL.parse(longest + "~") }
    }

    @Test func `given a URL that encoding makes too long, when it is read, then it is refused`() throws {
        let head = "https://cdn.example.com/"
        let most = (65_536 - head.utf8.count) / 6
        let url = try RequestURL.parse(head + String(repeating: "é", count: most))
        #expect(try RequestURL.parse(url.text) == url)
        #expect(throws: URLFault.malformed(.tooLong(bytes: head.utf8.count + 6 * (most + 1)))) {
            try RequestURL.parse(head + String(repeating: "é", count: most + 1))
        }
    }

    @Test(arguments: [
        (63, 3, true), (64, 3, false), (49, 5, true), (50, 5, false),
    ])
    func `given long labels, when the host is read, then the limits of DNS hold`(length: Int, labels: Int, good: Bool) {
        let name = Array(repeating: String(repeating: "a", count: length), count: labels).joined(separator: ".")
        let host = name + ".abc"
        let url = try? RequestURL.parse("https://\(host)/")
        #expect((url != nil) == good)
    }

    @Test func `given a long name in another script, when it is read, then it is refused, not cut`() {
        let label = String(repeating: "ü", count: 5000)
        #expect(throws: URLFault.self) { try RequestURL.parse("https://\(label).example/") }
    }

    @Test(arguments: [
        ("https://h.example:443", "https://h.example/"),
        ("https://h.example:443/a?b", "https://h.example/a?b"),
        ("https://h.example?b", "https://h.example/?b"),
        ("http://h.example:443/", "http://h.example:443/"),
        ("http://[2600::1]:80/a", "http://[2600::1]/a"),
        ("https://h.example/%61%2Db/%7Ec%5f.gif?%78=%2e", "https://h.example/a-b/~c_.gif?x=%2E"),
        ("https://h.example/%2f%e2%82%ac%zz?a%26b", "https://h.example/%2F%E2%82%AC%25zz?a%26b"),
    ])
    func `given URLs that say the same, when they are keys, then they are one`(given: String, key: String) throws {
        #expect(try RequestURL.parse(given).cacheKeyText == key)
    }

    @Test func `given a URL, when its parts are asked for, then each is there`() throws {
        let url = try RequestURL.parse("https://[2600::1]:8443/a/b.png?c=d")
        #expect(url.scheme == .https)
        #expect(url.host == .address(try #require(IPAddress("2600::1"))))
        #expect(url.hostText == "[2600::1]")
        #expect(url.host.description == "2600::1")
        #expect(url.port == 8443)
        #expect(url.path == "/a/b.png")
        #expect(url.origin.description == "https://[2600::1]:8443")
    }

    @Test(arguments: [("65536", 65536), ("99999999999999999999999", 999_999_999), ("-80", -1), ("80a", -1), ("0", 0)])
    func `given a port that is none, when the URL is read, then the port is kept for the rules to refuse`(
        text: String, port: Int
    ) throws {
        let url = try RequestURL.parse("http://cdn.example.com:\(text)/")
        #expect(url.port == port)
        #expect(!(1...65535).contains(url.port))
    }
}
