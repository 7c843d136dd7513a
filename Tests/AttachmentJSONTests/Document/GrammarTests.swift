import AttachmentJSON
import Testing

@Suite("The grammar of RFC 8259", .timeLimit(.minutes(1)))
struct GrammarTests {
    static let accepted: [String] = [
        // Section 2 and 3: any value may be a text; blanks around every token.
        "null", "true", "false", "0", "\"\"", "[]", "{}", " \t\r\n[ \t\r\n] \t\r\n", "\n{ } ",
        "[ 1 , 2 ]", "{ \"a\" : 1 , \"b\" : 2 }", "[\t1\r,\n2 ]",
        // Section 4: objects.
        "{\"a\":1}", "{\"a\":1,\"a\":2}", "{\"\":0}", "{\"a\":{\"b\":{}}}", "{\"\\u0061\":1}",
        // Section 5: arrays.
        "[1]", "[[]]", "[[],[]]", "[null,true,false,1,\"\",[],{}]",
        // Section 6: numbers.
        "-0", "-1", "10", "1234567890", "0.0", "-0.0", "1.5", "0e0", "0E0", "1e5", "1E+5", "1e-5", "1.5e10", "-1.5E-10",
        "1e400", "-1e400", "1e-400", "100000000000000000000000000000000", "0.00000000000000000000000000001", "1e0001",
        // Section 7: strings.
        "\"a\"", "\" \"", "\"\\\"\"", "\"\\\\\"", "\"\\/\"", "\"/\"", "\"\\b\\f\\n\\r\\t\"", "\"\\u0000\"",
        "\"\\uABCD\\uabcd\"", "\"\\ud83d\\ude00\"", "\"\\ud83d\"", "\"\\ude00\"", "\"\\ude00\\ud83d\"", "\"\\uD83Dx\"",
        "\"\u{7F}\"", "\"é\"", "\"€\"", "\"😀\"", "\"\u{10FFFF}\"", "\"\u{FFFF}\"", "\"\u{2028}\u{2029}\"",
        "\"abcdefghijklmnopqrstuvwxyz\"", "\"ééééééééééééééé\"", "\"abcdefg\\nabcdefgh\\\"\"",
        // Section 8.1: a byte order mark is passed over.
        "\u{FEFF}{}", "\u{FEFF} 1",
    ]

    static let refused: [String] = [
        // Literals.
        "nul", "nulll", "True", "TRUE", "truefalse", "tru", "f", "NaN", "Infinity", "-Infinity", "undefined",
        "null null",
        // Numbers.
        "+1", "-", "--1", "01", "-01", "00", "1.", ".5", "-.5", "1.e5", "1e", "1e+", "1E-", "1e5.5", "0x10", "1_000",
        "1,5",
        "1 2", "١", "1e٣", "- 1", "1. 5", "1-", "1+1",
        // Arrays.
        "[", "]", "[1", "[1,", "[1,]", "[,1]", "[,]", "[1,,2]", "[1 2]", "[1:2]", "[1}", "[]]", "[[]", "[1];", "[\"a\"",
        "[\"a\":1]", "[a]",
        // Objects.
        "{", "}", "{]", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}", "{,}", "{\"a\"}", "{\"a\",1}",
        "{\"a\" 1}",
        "{a:1}", "{'a':1}", "{1:1}", "{null:1}", "{\"a\":1 \"b\":2}", "{\"a\"::1}", "{\"a\":1,,\"b\":2}", "{\"a\":1}}",
        "{\"a\":}", "{{}:1}", "{[]:1}", "{\"a\":1]", "{\"a\":1;\"b\":2}",
        // Strings.
        "\"", "\"a", "\"\\\"", "\"\\", "\"\\x\"", "\"\\a\"", "\"\\U0041\"", "\"\\u\"", "\"\\u12\"", "\"\\u123\"",
        "\"\\u123g\"",
        "\"\\u 123\"", "\"\\u+123\"", "\"\t\"", "\"\n\"", "\"\r\"", "\"\u{0}\"", "\"\u{1F}\"", "'a'", "\"a\"b",
        "\"abcdefgh\u{1}\"",
        // Blanks and comments that JSON does not have.
        "\u{A0}1", "1\u{A0}", "\u{B}1", "\u{C}1", "\u{2028}1", "// a\n1", "/* a */1", "1 # a", "\u{FEFF}\u{FEFF}1",
        "1\u{FEFF}",
        "\u{0}", "[1]\u{0}", ";", ":", ",", "\\", "<a>", "{}{}", "[][]", "{}\n{}",
    ]

    static let badBytes: [[UInt8]] = [
        [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0x41], [0xE0, 0x9F, 0x80], [0xE0, 0xA0],
        [0xE2, 0x82],
        [0xE2, 0x28, 0xA1], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x9F, 0x98],
        [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFE], [0xFF],
        [0xF0, 0x28, 0x8C, 0xBC], [0xF1, 0x80, 0x80, 0x41], [0xE1, 0x80, 0xC0],
    ]

    @Test("given a text of the grammar, when it is read, then it is taken", arguments: accepted)
    func accepts(_ text: String) throws {
        _ = try JSONDocument(Array(text.utf8))
    }

    @Test("given a text outside the grammar, when it is read, then it is refused as not JSON", arguments: refused)
    func refuses(_ text: String) {
        #expect { try JSONDocument(Array(text.utf8)) } throws: { error in
            if case .syntax = (error as? JSONFault)?.kind { true } else { false }
        }
    }

    @Test("given bytes that are not UTF-8 in a string, when it is read, then it is refused", arguments: badBytes)
    func refusesBadUTF8(_ bytes: [UInt8]) {
        for (before, after) in [("\"", "\""), ("\"abcdefgh", "abcdefgh\""), ("{\"é", "\":1}"), ("\"", "")] {
            #expect(throws: JSONFault.self) { try JSONDocument(Array(before.utf8) + bytes + Array(after.utf8)) }
        }
    }

    static let foreign: [(bytes: [UInt8], name: String)] = [
        ([0xFF, 0xFE, 0x31, 0x00], "UTF-16"), ([0xFE, 0xFF, 0x00, 0x31], "UTF-16"), ([0x00, 0x31], "UTF-16"),
        ([0x7B, 0x00, 0x7D, 0x00], "UTF-16"), ([0x7B, 0x00, 0x00, 0x00], "UTF-32"),
        ([0x00, 0x00, 0x00, 0x7B], "UTF-32"),
        ([0x1F, 0x8B, 0x08, 0x00], "gzip"),
    ]

    @Test("given another encoding, or gzip, when it is read, then it is refused by its name", arguments: foreign)
    func refusesForeign(_ row: (bytes: [UInt8], name: String)) {
        #expect { try JSONDocument(row.bytes) } throws: { ($0 as? JSONFault)?.kind == .foreign(row.name) }
    }

    @Test(
        "given nothing but blanks, when it is read, then it is refused as empty",
        arguments: ["", " ", "\n\t\r ", "\u{FEFF}", "\u{FEFF} \n"])
    func refusesEmpty(_ text: String) {
        #expect { try JSONDocument(Array(text.utf8)) } throws: { ($0 as? JSONFault)?.kind == .empty }
    }

    @Test("given any cut of a text, when it is read, then it is refused and nothing else happens")
    func refusesEveryCut() {
        let whole = Array(#"{"a":[1.5e-3,true,false,null,"é\u00e9\n😀"],"b":{"c":[[]],"d":-0}}"#.utf8)
        for count in whole.indices {
            #expect(throws: JSONFault.self) { try JSONDocument(Array(whole[..<count])) }
        }
    }
}
