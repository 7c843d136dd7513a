import AttachmentDomain
import AttachmentJSON
import Testing

@Suite("Where JSON breaks", .timeLimit(.minutes(1)))
struct FaultTests {
    static let cases: [(text: String, line: Int, column: Int, detail: String)] = [
        ("{\n  \"a\": 1,\n  \"b\": oops\n}", 3, 8, "expected a value, found 'o'"),
        ("{\"a\":1,}", 1, 8, "expected a member name in quotes, found '}'"),
        ("{\"é😀\" 1}", 1, 7, "expected ':' after the member name, found '1'"),
        ("[1,\n2", 2, 2, "expected ',' or ']' after the element, found the end of the text"),
        ("\u{FEFF}[}", 1, 2, "expected a value, found '}'"),
        ("[\"a\nb\"]", 1, 4, "a line end must be escaped inside a string"),
        ("{} x", 1, 4, "expected the end of the text after the value, found 'x'"),
        ("\"\\q\"", 1, 3, "expected one of \" \\ / b f n r t u after '\\', found 'q'"),
        ("[01]", 1, 3, "expected ',' or ']' after the element, found '1'"),
    ]

    @Test("given a broken text, when it is read, then line, column and what was expected are told", arguments: cases)
    func tellsPlace(_ row: (text: String, line: Int, column: Int, detail: String)) throws {
        let fault = try #require(throws: JSONFault.self) { try JSONDocument(Array(row.text.utf8)) }
        #expect(fault.kind == .syntax(row.detail))
        #expect(fault.line == row.line && fault.column == row.column)
        #expect(fault.code == .inputNotJSON)
        #expect(fault.explanation == "line \(row.line), column \(row.column): not JSON: \(row.detail)")
    }

    @Test("given a fault of a part, when it is moved, then it names the place in the whole")
    func moves() throws {
        let fault = try #require(throws: JSONFault.self) { try JSONDocument(Array("\n?".utf8)) }.moved(
            lines: 4, bytes: 100)
        #expect(fault.line == 6 && fault.column == 1 && fault.offset == 101)
    }
}
