import AttachmentDomain
import AttachmentJSON
import AttachmentPayload
import Testing

@Suite("Payloads of an input", .timeLimit(.minutes(1)))
struct InputTests {
    /// Each payload as `label text`, each bad line as `label line:column`.
    static func outline(_ text: String, limits: JSONLimits = JSONLimits()) throws -> [String] {
        try PayloadInput(Array(text.utf8), limits: limits).entries.map { entry in
            switch entry.payload {
            case .success(let value): entry.label.text(of: "f") + " " + value.sourceText
            case .failure(let fault): entry.label.text(of: "f") + " \(fault.line):\(fault.column)"
            }
        }
    }

    static let cases: [(text: String, found: [String])] = [
        ("{\"a\":1}", ["f {\"a\":1}"]), ("{\n\"a\":1\n}\n", ["f {\n\"a\":1\n}"]), ("42", ["f 42"]), ("[]", []),
        ("[{\"a\":1},2,[3]]", ["f#0 {\"a\":1}", "f#1 2", "f#2 [3]"]), ("[\n{}\n,\n{}\n]", ["f#0 {}", "f#1 {}"]),
        ("{\"a\":1}\n{\"b\":2}\n", ["f:1 {\"a\":1}", "f:2 {\"b\":2}"]), ("{}\r\n\r\n  {}\r\n", ["f:1 {}", "f:3 {}"]),
        ("\u{FEFF}{}\n{}", ["f:1 {}", "f:2 {}"]),
        ("{\"a\":1}\n{\"b\":\n{\"c\":3}", ["f:1 {\"a\":1}", "f:2 2:6", "f:3 {\"c\":3}"]),
        ("{\"a\":1\n{\"b\":2}", ["f:1 1:7", "f:2 {\"b\":2}"]),
        ("{\"a\":1}\noops\n{\"c\":3}", ["f:1 {\"a\":1}", "f:2 2:1", "f:3 {\"c\":3}"]),
        ("oops\n{}\n{}", ["f:1 1:1", "f:2 {}", "f:3 {}"]), ("{}\nx", ["f:1 {}", "f:2 2:1"]),
        ("x\n{}", ["f:1 1:1", "f:2 {}"]), ("{}\n3\n\"s\"", ["f:1 {}", "f:2 3", "f:3 \"s\""]),
        ("[]\n[1]\n", ["f:1 []", "f:2 [1]"]), ("{}\n[1]\n{}", ["f:1 {}", "f:2 [1]", "f:3 {}"]),
    ]

    @Test("given an input, when it is looked at, then its payloads come one by one", arguments: cases)
    func splits(_ row: (text: String, found: [String])) throws {
        #expect(try Self.outline(row.text) == row.found)
    }

    static let broken: [(text: String, line: Int, column: Int)] = [
        ("", 1, 1), (" \n ", 2, 2), ("{\"a\":1", 1, 7), ("{\n\"a\": {}\n\"b\": {}\n}", 3, 1), ("[{}\n{}]", 2, 1),
        ("{} {}", 1, 4), ("[\n{\"a\":1}\n{\"b\":2}\n]", 3, 1),
    ]

    @Test("given one broken document, when it is looked at, then the place is told", arguments: broken)
    func refuses(_ row: (text: String, line: Int, column: Int)) throws {
        let fault = try #require(throws: JSONFault.self) { try PayloadInput(Array(row.text.utf8)) }
        #expect(fault.line == row.line && fault.column == row.column && fault.code == .inputNotJSON)
    }

    @Test("given limits, when an input is looked at, then they hold for a document, and for each of the lines")
    func limits() throws {
        let limits = JSONLimits(maxBytes: 8, maxDepth: 2)
        #expect(
            try Self.outline("{\"a\":1}\n{\"b\":2}\n{\"c\":34}\n[[[]]]\n{}", limits: limits)
                == ["f:1 {\"a\":1}", "f:2 {\"b\":2}", "f:3 {\"c\":34}", "f:4 4:3", "f:5 {}"])
        #expect(throws: JSONFault.self) { try Self.outline("{\"aaaa\":1}", limits: limits) }
    }

    @Test("given a list, when it is looked at, then it is told as one")
    func tellsLists() throws {
        #expect(try PayloadInput(Array("[{}]".utf8)).isList)
        #expect(try PayloadInput(Array("{}\n{}".utf8)).isList)
        #expect(!(try PayloadInput(Array("{}".utf8)).isList))
    }
}
