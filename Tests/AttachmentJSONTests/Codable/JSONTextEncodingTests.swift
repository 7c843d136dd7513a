import AttachmentDomain
import AttachmentJSON
import Testing

@Suite("A value becomes JSON text", .timeLimit(.minutes(1)))
struct JSONTextEncodingTests {
    @Test("Given members in an order of their own, when encoded, then they stand in that order")
    func keepsOrder() throws {
        #expect(try text(Sample()) == #"{"zulu":1,"alpha":"a","nested":{"on":true},"list":[1,2],"half":0.5}"#)
    }

    @Test("Given absent members, when nulls are asked for, then each is written as null")
    func writesAbsentAsNull() throws {
        let expected =
            #"{"zulu":1,"absent":null,"alpha":"a","nested":{"on":true,"off":null},"list":[1,2],"half":0.5,"none":null}"#
        #expect(try text(Sample(), style: .init(writesAbsentAsNull: true)) == expected)
    }

    @Test("Given any value, when encoded prettily, then it looks as jq prints it")
    func pretty() throws {
        let expected = """
            {
              "zulu": 1,
              "alpha": "a",
              "nested": {
                "on": true
              },
              "list": [
                1,
                2
              ],
              "half": 0.5
            }

            """
        #expect(try text(Sample(), style: .pretty) == expected)
    }

    @Test(
        "Given empty containers, when encoded prettily, then they stand on one line",
        arguments: [([[Int]](), "[]\n"), ([[]], "[\n  []\n]\n")])
    func emptyContainers(value: [[Int]], expected: String) throws {
        #expect(try text(value, style: .pretty) == expected)
    }

    @Test(
        "Given a string, when encoded, then it has the shortest escapes",
        arguments: [
            ("", #""""#), ("a/b", #""a/b""#), ("\"\\", #""\"\\""#), ("\u{8}\u{c}\n\r\t", #""\b\f\n\r\t""#),
            ("\0\u{1f}\u{7f}", "\"\\u0000\\u001f\u{7f}\""), ("häß 👍", #""häß 👍""#),
        ])
    func strings(value: String, expected: String) throws {
        #expect(try text(value) == expected)
    }

    @Test(
        "Given a double, when encoded, then it has the shortest digits that read back",
        arguments: [
            (30, "30"), (0.1, "0.1"), (-2.5, "-2.5"), (1e300, "1e+300"), (.leastNonzeroMagnitude, "5e-324"), (0, "0"),
            (-0.0, "-0"),
            (9_007_199_254_740_992, "9007199254740992"), (1.0 / 3, "0.3333333333333333"),
        ] as [(Double, String)])
    func doubles(value: Double, expected: String) throws {
        #expect(try text(value) == expected)
    }

    @Test("Given the extremes of integers, when encoded, then every digit stands")
    func integers() throws {
        #expect(try text([Int64.min, Int64.max]) == "[-9223372036854775808,9223372036854775807]")
        #expect(try text(UInt64.max) == "18446744073709551615")
        #expect(try text([UInt8]([0, 255])) == "[0,255]")
        #expect(try text(Float(0.1)) == "0.1")
    }

    @Test("Given a number that is not finite, when encoded, then the error names its path")
    func notFinite() {
        let value = ["list": [["number": Double.nan]]]
        let error = #expect(throws: JSONTextError.self) { try JSONText.encode(value) }
        #expect(error == .unwritable(path: "list.0.number", value: "nan"))
        #expect(error?.explanation == "list.0.number is nan, which JSON cannot write")
    }

    @Test("Given optionals in an array, when encoded, then absent ones are null")
    func optionalElements() throws {
        #expect(try text([1, nil, 2]) == "[1,null,2]")
        #expect(try text(Int?.none) == "null")
    }

    @Test("Given a value that encodes nothing, when encoded, then it is an empty object")
    func encodesNothing() throws {
        #expect(try text(Silent()) == "{}")
        #expect(try text([Silent(), Silent()]) == "[{},{}]")
    }

    @Test("Given nested containers and a superclass, when encoded by hand, then each bracket closes in its place")
    func nestedContainers() throws {
        #expect(try text(ByHand()) == #"{"a":{"b":[[1],{"c":null}]},"super":{"d":2},"e":{},"f":3}"#)
        #expect(try text(Derived()) == #"{"base":1,"super":{},"derived":2}"#)
    }

    @Test("Given the values that programs print, when encoded, then members have the printed names and order")
    func domainValues() throws {
        var record = AttachmentRecord(
            pushKey: "k", index: 0, url: "http://a/b", role: .bigPicture, kind: .image, state: .rejected)
        record.profiles = ProfileVerdicts([
            .init(profile: "web", verdict: ProfileVerdict(verdict: .shows, findings: [])),
            .init(profile: "ios", verdict: ProfileVerdict(verdict: .refused, findings: [])),
        ])
        let expected =
            #"{"pushKey":"k","index":0,"url":"http://a/b","role":"big_picture","kind":"image","state":"rejected","#
            + #""profiles":{"web":{"verdict":"shows","findings":[]},"ios":{"verdict":"refused","findings":[]}}}"#
        #expect(try text(record) == expected)
    }

    @Test(
        "Given texts longer than a piece, when they are handed on, then the pieces are the whole text",
        arguments: [.compact, .pretty, JSONText.Style(isPretty: true, nesting: 3)])
    func pieces(style: JSONText.Style) throws {
        let value = [
            "many": (0..<20_000).map(String.init), "plain": [String(repeating: "x", count: 200_000)],
            "escaped": [String(repeating: "\"\n", count: 90_000)], "short": ["", "é"],
        ]
        for (name, list) in value {
            var (handedOn, largest) = ([UInt8](), 0)
            try JSONText.encode([name: list], style: style) { piece in
                handedOn += piece
                largest = max(largest, piece.count)
            }
            #expect(try handedOn == JSONText.encode([name: list], style: style))
            // Only a run without escapes is handed on as it is, whatever its size.
            #expect(name == "plain" || largest < 70_000)
        }
    }

    @Test("Given a value that nests in a larger text, when encoded prettily, then its lines begin further in")
    func nesting() throws {
        let style = JSONText.Style(isPretty: true, nesting: 2)
        #expect(try text(["a": [1]], style: style) == "    {\n      \"a\": [\n        1\n      ]\n    }")
    }

    @Test("Given a fault behind a piece that is gone, when encoded, then the error still names its path")
    func lateFault() {
        struct Late: Encodable {
            var long = ["list": [[String(repeating: "x", count: 100_000)], ["y"]]]
            var deep = ["number": Double.infinity]
        }
        let error = #expect(throws: JSONTextError.self) { try JSONText.encode(["outer": Late()]) { _ in } }
        #expect(error == .unwritable(path: "outer.deep.number", value: "inf"))
    }

    private func text(_ value: some Encodable, style: JSONText.Style = .compact) throws -> String {
        String(decoding: try JSONText.encode(value, style: style), as: UTF8.self)
    }
}

private struct Sample: Encodable {
    var zulu = 1
    var absent: Int?
    var alpha = "a"
    var nested = Nested()
    var list = [1, 2]
    var half = 0.5
    var none: Nested?

    struct Nested: Encodable {
        var on: Bool? = true
        var off: Bool?
    }
}

private struct Silent: Encodable {
    func encode(to encoder: any Encoder) {}
}

private struct ByHand: Encodable {
    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: NameKey.self)
        var inner = object.nestedContainer(keyedBy: NameKey.self, forKey: NameKey("a"))
        var list = inner.nestedUnkeyedContainer(forKey: NameKey("b"))
        var numbers = list.nestedUnkeyedContainer()
        try numbers.encode(1)
        var last = list.nestedContainer(keyedBy: NameKey.self)
        try last.encodeNil(forKey: NameKey("c"))
        try ["d": 2].encode(to: object.superEncoder())
        _ = object.superEncoder(forKey: NameKey("e"))
        try object.encode(3, forKey: NameKey("f"))
    }
}

private class Base: Encodable {
    var base = 1
}

private final class Derived: Base {
    override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var object = encoder.container(keyedBy: NameKey.self)
        _ = object.superEncoder()
        try object.encode(2, forKey: NameKey("derived"))
    }
}
