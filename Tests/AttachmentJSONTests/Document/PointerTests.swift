import AttachmentJSON
import Testing

@Suite("JSON pointers", .timeLimit(.minutes(1)))
struct PointerTests {
    /// The document of RFC 6901 section 5.
    static let document = #"""
        {"foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5, "k\"l": 6, " ": 7, "m~n": 8}
        """#

    static let found: [(pointer: String, text: String)] = [
        ("/foo", #"["bar", "baz"]"#), ("/foo/0", #""bar""#), ("/", "0"), ("/a~1b", "1"), ("/c%d", "2"), ("/e^f", "3"),
        ("/g|h", "4"), ("/i\\j", "5"), ("/k\"l", "6"), ("/ ", "7"), ("/m~0n", "8"), ("", document),
    ]

    @Test("given the examples of RFC 6901, when they are followed, then the value is found", arguments: found)
    func follows(_ row: (pointer: String, text: String)) throws {
        let pointer = try #require(JSONPointer(row.pointer))
        #expect(pointer.description == row.pointer)
        #expect(try json(Self.document).value(at: pointer)?.sourceText == row.text)
    }

    @Test(
        "given a pointer to nothing, when it is followed, then there is no value",
        arguments: [
            "/x", "/foo/2", "/foo/-", "/foo/01", "/foo/+1", "/foo/", "/foo/0/0", "/a/b", "/foo/99999999999999999999",
        ])
    func findsNothing(_ text: String) throws {
        let pointer = try #require(JSONPointer(text))
        #expect(try json(Self.document).value(at: pointer) == nil)
    }

    @Test(
        "given text that is no pointer, when it is read, then it is refused",
        arguments: ["a", "a/b", "/~", "/~2", "/a~", " /a"])
    func refuses(_ text: String) {
        #expect(JSONPointer(text) == nil)
    }

    @Test("given names and indices, when they are appended, then they are escaped in the text")
    func appends() {
        #expect(JSONPointer().appending("a/b").appending(3).appending("~").description == "/a~1b/3/~0")
    }
}
