import AttachmentJSON
import Testing

func json(_ text: String) throws -> JSONValue {
    try JSONDocument(Array(text.utf8)).root
}

@Suite("Values of JSON", .timeLimit(.minutes(1)))
struct ValueTests {
    static let strings: [(text: String, value: String)] = [
        (#""""#, ""), (#""a""#, "a"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
        (#""\u0041\u00e9\u20AC""#, "Aé€"),
        (#""\ud83d\ude00""#, "😀"), (#""\ud83d""#, "\u{FFFD}"), (#""\ude00""#, "\u{FFFD}"),
        (#""\ud83d\ud83d\ude00""#, "\u{FFFD}😀"), (#""\ud83d\u0041""#, "\u{FFFD}A"), (#""\ud83d\n""#, "\u{FFFD}\n"),
        (#""a\u0000b""#, "a\u{0}b"), (#""é\\""#, "é\\"), (#""\udbff\udfff""#, "\u{10FFFF}"), (#""\uffff""#, "\u{FFFF}"),
    ]

    @Test("given a string, when it is asked for, then escapes are resolved", arguments: strings)
    func decodesStrings(_ row: (text: String, value: String)) throws {
        let value = try json(row.text)
        #expect(value.string.map { Array($0.unicodeScalars) } == Array(row.value.unicodeScalars))
        #expect(value.isString(row.value))
        #expect(!value.isString(row.value + "x"))
        #expect(try json("{\(row.text):7}")[row.value]?.int == 7)
    }

    @Test("given texts that only look alike, when they are compared, then code points count")
    func comparesCodePoints() throws {
        let value = try json(#"{"\u00e9":1,"e\u0301":2}"#)
        #expect(value["\u{E9}"]?.int == 1)
        #expect(value["e\u{301}"]?.int == 2)
        #expect(!(try json(#""\u00e9""#).isString("e\u{301}")))
    }

    static let numbers: [(text: String, int: Int64?, double: Double)] = [
        ("0", 0, 0), ("-0", 0, -0.0), ("42", 42, 42), ("-7", -7, -7), ("1.0", 1, 1), ("1e3", 1000, 1000),
        ("1.5", nil, 1.5),
        ("9223372036854775807", .max, 9.223372036854775807e18),
        ("-9223372036854775808", .min, -9.223372036854775808e18),
        ("9223372036854775808", nil, 9.223372036854775808e18), ("1e400", nil, .infinity), ("-1e400", nil, -.infinity),
        ("1e-400", 0, 0), ("1e16", nil, 1e16), ("0.1", nil, 0.1),
    ]

    @Test("given a number, when it is asked for, then it comes as written, whole and nearest", arguments: numbers)
    func readsNumbers(_ row: (text: String, int: Int64?, double: Double)) throws {
        let value = try json(" \(row.text) ")
        #expect(value.kind == .number)
        #expect(value.numberText == row.text)
        #expect(value.int == row.int)
        #expect(value.double == row.double)
    }

    @Test("given a value of one kind, when another is asked for, then there is none")
    func isTotal() throws {
        for text in ["null", "true", "1", "\"a\"", "[1]", "{\"a\":1}"] {
            let value = try json(text)
            #expect(value.isNull == (text == "null"))
            #expect((value.bool != nil) == (value.kind == .bool))
            #expect((value.numberText != nil) == (value.kind == .number))
            #expect((value.int != nil) == (value.kind == .number))
            #expect((value.string != nil) == (value.kind == .string))
            #expect(Array(value.elements).isEmpty == (value.kind != .array))
            #expect(Array(value.members).isEmpty == (value.kind != .object))
            #expect((value["a"] != nil) == (value.kind == .object))
            #expect(value.sourceText == text)
        }
    }

    @Test("given an array, when its elements are read, then they come in order with their place")
    func readsElements() throws {
        let value = try json(#" [ 1 ,"a,]", [2,[3]] ,{"b":[]}, null ] "#)
        #expect(value.elements.map(\.sourceText) == ["1", "\"a,]\"", "[2,[3]]", "{\"b\":[]}", "null"])
        #expect(try json("[]").elements.map(\.sourceText).isEmpty)
        #expect(try json("[ \n ]").elements.map(\.sourceText).isEmpty)
    }

    @Test("given an object, when its members are read, then all come in order; by name the last counts")
    func readsMembers() throws {
        let value = try json(#"{ "b" : 1 , "a":{"x":"}"}, "b":[2] , "":null}"#)
        #expect(value.members.map(\.name) == ["b", "a", "b", ""])
        #expect(value.members.map(\.value.sourceText) == ["1", "{\"x\":\"}\"}", "[2]", "null"])
        #expect(value["b"]?.sourceText == "[2]")
        #expect(value[""]?.isNull == true)
        #expect(value["c"] == nil)
    }

    @Test("given large containers in one another, when they are stepped over, then every end is found")
    func stepsOverLargeContainers() throws {
        let filler = (0..<40).map { "{\"n\":[\($0),\"]}\"]}" }.joined(separator: " ,")
        let text = "[[\(filler)],{\"a\":[\(filler)],\"b\":{\"c\":[[\(filler)]]}},[],7]"
        let value = try json(text)
        let elements = Array(value.elements)
        #expect(elements.count == 4)
        #expect(Array(elements[0].elements).count == 40)
        #expect(elements[1].members.map(\.name) == ["a", "b"])
        #expect(elements[3].int == 7)
        #expect(elements[1].value(at: JSONPointer(tokens: ["b", "c", "0", "39", "n", "0"]))?.int == 39)
    }

    @Test("given a position in the text, when it is asked for, then line and column are told")
    func tellsPositions() throws {
        let document = try JSONDocument(Array("{\n \"é\": [1,\n  2]}".utf8))
        let two = try #require(document.root.value(at: JSONPointer(tokens: ["é", "1"])))
        #expect(two.position == (3, 3))
        #expect(document.position(of: two.offset) == (3, 3))
    }

    @Test("given many names, when an object is read once, then each is found as alone")
    func selectsNames() throws {
        let names = ["a", "b", "é", "long-name-of-some-length", "", "missing", "esc\"aped", "wzrk"]
        let text =
            #"{"a":1,"wzrk_x":9,"\u0061":2,"b":{"a":5},"\u00e9":3,"long-name-of-some-length":4,"":6,"esc\"aped":7,"gcm.x":1}"#
        let value = try json(text)
        let selection = value.members(named: JSONNames(names, prefixes: ["wzrk_", "google.", "gcm."]))
        for (place, name) in names.enumerated() {
            #expect(selection[place]?.sourceText == value[name]?.sourceText)
        }
        #expect(selection.prefixes == [0, 2])
        #expect(selection.names == [0, 1, 2, 3, 4, 6])
        #expect(try json("[1]").members(named: JSONNames(["a"]))[0] == nil)
    }
}
