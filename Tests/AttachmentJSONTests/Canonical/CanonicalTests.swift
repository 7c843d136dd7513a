import AttachmentJSON
import Testing

@Suite("The canonical form", .timeLimit(.minutes(1)))
struct CanonicalTests {
    static let cases: [(text: String, canonical: String)] = [
        (" null ", "null"), ("[ ]", "[]"), ("{ \n }", "{}"), (" [ 1 , 2.50 , -0e+1 ] ", "[1,2.50,-0e+1]"),
        ("\"\"", "\"\""),
        (#"{"b":1,"a":2}"#, #"{"a":2,"b":1}"#), (#"{"a":1,"b":2,"a":3}"#, #"{"a":3,"b":2}"#),
        (#"{"b":{"d":[{"z":1,"y":2}],"c":3},"a":[]}"#, #"{"a":[],"b":{"c":3,"d":[{"y":2,"z":1}]}}"#),
        (#"{"a":1,"\u0061":2}"#, #"{"a":2}"#), (#"{"ab":1,"a":2,"":3,"abc":4}"#, #"{"":3,"a":2,"ab":1,"abc":4}"#),
        // By code point, where UTF-16 would differ: U+FFFD before U+1F600.
        (#"{"\ud83d\ude00":1,"\ufffd":2,"é":3,"z":4}"#, #"{"z":4,"é":3,"\#u{FFFD}":2,"😀":1}"#),
        (#"{"\u0000":1,"":2,"a\u0000":3,"a":4}"#, #"{"":2,"\u0000":1,"a":4,"a\u0000":3}"#),
        (
            #""\/\u002f\"\\\u0022\b\f\n\r\t\u0008\u000b\u001f\u007f\u00e9\ud800x""#,
            #""//\"\\\"\b\f\n\r\t\b\u000b\u001f\#u{7F}é\#u{FFFD}x""#
        ),
        (#"{"\ud800":1,"\udc00":2}"#, #"{"\#u{FFFD}":2}"#), ("\u{FEFF}[1]", "[1]"), ("[[[]],[{}]]", "[[[]],[{}]]"),
        (#"[{"a":[]},{"b":{}}]"#, #"[{"a":[]},{"b":{}}]"#),
    ]

    @Test("given any spelling, when it is written, then the form is the one of its value", arguments: cases)
    func writes(_ row: (text: String, canonical: String)) throws {
        #expect(CanonicalJSON.text(of: try json(row.text)).utf8.elementsEqual(row.canonical.utf8))
        #expect(CanonicalJSON.text(of: try json(row.canonical)).utf8.elementsEqual(row.canonical.utf8))
    }

    @Test("given a member to leave out, when an object is written, then it lacks at the root alone")
    func leavesOut() throws {
        let value = try json(#"{"z":{"receivedAt":1},"receivedAt":5,"a":0,"received\u0041t":6}"#)
        #expect(CanonicalJSON.text(of: value, leavingOut: "receivedAt") == #"{"a":0,"z":{"receivedAt":1}}"#)
        let inside = try #require(value["z"])
        #expect(CanonicalJSON.text(of: inside, leavingOut: "receivedAt") == "{}")
        #expect(
            CanonicalJSON.text(of: try json(#"[{"receivedAt":1}]"#), leavingOut: "receivedAt") == #"[{"receivedAt":1}]"#
        )
    }

    @Test(
        "given thousands of members in any order, when they are written, then they are sorted and the last ones count")
    func sortsMany() throws {
        var generator = SystemRandomNumberGenerator()
        let prefixes = ["", "k", "member_", "é", String(repeating: "long", count: 30), "a\\u0000", "\\n", "\u{10000}"]
        var names = (0..<3000).map { "\(prefixes[$0 % prefixes.count])\($0 / 16)" }
        names.shuffle(using: &generator)
        let text = "{" + names.enumerated().map { "\"\($1)\":\($0)" }.joined(separator: " ,\n") + "}"
        var expected: [[UInt8]: Int64] = [:]
        for member in try json(text).members { expected[Array(member.name.utf8)] = member.value.int }
        let written = try json(CanonicalJSON.text(of: try json(text)))
        let found = written.members.map { (name: Array($0.name.utf8), value: $0.value.int) }
        #expect(zip(found, found.dropFirst()).allSatisfy { $0.name.lexicographicallyPrecedes($1.name) })
        #expect(found.count == expected.count)
        #expect(found.allSatisfy { expected[$0.name] == $0.value })
    }

    @Test("given 10,000 levels, when they are written, then no stack is used up")
    func writesDeep() throws {
        let text = String(repeating: "{\"a\":[", count: 5000) + String(repeating: "]}", count: 5000)
        #expect(CanonicalJSON.text(of: try json(text)) == text)
    }

    @Test("given more than a piece, when it is written, then the pieces together are the text")
    func streams() throws {
        let long = String(repeating: "x", count: 200_000)
        let text = "[\"\(long)\",\"\(long.dropLast(140_001))\",1,\"a\",\"\(long)\"]"
        var pieces = 0
        var bytes: [UInt8] = []
        CanonicalJSON.write(try json(text)) {
            pieces += 1
            bytes += $0
        }
        #expect(bytes == Array(text.utf8))
        #expect(pieces > 2)
    }
}
