import AttachmentDomain
@testable import AttachmentFetch
import Testing

/// What libcurl hands over line by line becomes one head, which nothing changes afterwards.
@Suite(.timeLimit(.minutes(1)))
struct ResponseHeadTests {
    private static func head(_ lines: [String]) -> (head: ResponseHead, events: [ResponseHead.Event]) {
        var head = ResponseHead()
        let events = lines.map { line in Array("\(line)\r\n".utf8).withUnsafeBytes { head.take($0) } }
        return (head, events)
    }

    @Test(arguments: [
        ("HTTP/1.1 200 OK", 200), ("HTTP/2 204 ", 204), ("HTTP/1.0 999", 999), ("HTTP/1.1  302 Found", 302),
        ("HTTP/1.1 +200 OK", 0), ("HTTP/1.1 -20 OK", 0), ("HTTP/1.1 2000 OK", 0), ("HTTP/1.1 20 OK", 0),
        ("HTTP/1.1 ٢٠٠ OK", 0), ("HTTP/1.1", 0), ("ICY 200 OK", 0),
    ])
    func `given a status line, when it is taken, then three digits are its status`(line: String, status: Int) {
        #expect(Self.head([line]).head.status == status)
    }

    @Test func `given interim responses, when the lines are taken, then only the final one counts`() {
        let interim = ["HTTP/1.1 100 Continue", "", "HTTP/1.1 103 Early Hints", "Link: </a>", ""]
        let lines = interim + ["HTTP/1.1 200 OK", "A: b", ""]
        let (head, events) = Self.head(lines)
        #expect(events.last == .complete)
        #expect(events.dropLast().allSatisfy { $0 == .more })
        #expect(head.status == 200)
        #expect(head.headers.fields == [.init(name: "A", value: "b")])
    }

    @Test func `given a second status line in a head, when it is taken, then the first one stands`() {
        let (head, events) = Self.head(["HTTP/1.1 200 OK", "ETag: \"a\"", "HTTP/1.1 304 Not Modified", ""])
        #expect(events.last == .complete)
        #expect(head.status == 200)
        #expect(head.headers.first("etag") == "\"a\"")
    }

    @Test(
        arguments: [
            (["Location: /a", " b"], "/a b"), (["Location:", "\t/a"], "/a"), (["Location : /a"], "/a"),
            (["Location: /a", "Location: /b", " c"], "/a"), (["Location: /a", "X: y", " c"], "/a"),
            ([" /a", "location:/b "], "/b "),
        ] as [([String], String)])
    func `given a Location in several lines, when they are taken, then its bytes are those of all`(
        lines: [String], location: String
    ) {
        let (head, _) = Self.head(["HTTP/1.1 302 Found"] + lines + [""])
        #expect(head.location == Array(location.utf8))
    }

    @Test func `given trailers that look like a head, when they are taken, then they are passed over`() {
        let lines = ["HTTP/1.1 200 OK", "ETag: \"a\"", "", "HTTP/1.1 206 Partial Content", "ETag: \"b\"", ""]
        let (head, events) = Self.head(lines)
        #expect(events == [.more, .more, .complete, .more, .more, .more])
        #expect(head.status == 200)
        #expect(head.isComplete)
        #expect(head.headers.first("etag") == "\"a\"")
    }
}
