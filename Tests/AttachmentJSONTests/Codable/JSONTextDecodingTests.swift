import AttachmentDomain
import AttachmentJSON
import Testing

@Suite("JSON text becomes a value", .timeLimit(.minutes(1)))
struct JSONTextDecodingTests {
    @Test("Given a policy with other values, when written and read, then it is the same policy")
    func policyRoundTrip() throws {
        var policy = CachePolicy()
        policy.network.allowOrigins = ["http://127.0.0.1:8080"]
        policy.network.caFile = "/etc/\"ca\"\n.pem"
        policy.deadline.totalSeconds = 0.1
        policy.cache.maxBytes = .max
        policy.profiles["web"]?.limits.image = MediaLimit(maxSeconds: 1.5)
        policy.networks["2g"] = NetworkLink(bytesPerSecond: 1, roundTripMilliseconds: 900)
        for style in [JSONText.Style.compact, .pretty, .init(writesAbsentAsNull: true)] {
            #expect(try decoded(CachePolicy.self, JSONText.encode(policy, style: style)) == policy)
        }
    }

    @Test("Given a record and a push, when written and read, then they are the same")
    func recordRoundTrip() throws {
        var record = AttachmentRecord(
            pushKey: "ключ", index: 3, url: nil, role: .carousel, kind: .unknown, state: .ready)
        record.digest = Digest(String(repeating: "0a", count: 32))
        record.http = HTTPFacts(status: 200, etag: "\"x\"", freshUntil: .max)
        record.durationSeconds = 1 / 3
        record.whole = false
        record.profiles = ProfileVerdicts([
            .init(
                profile: "ios",
                verdict: ProfileVerdict(verdict: .doubtful, findings: [Finding(.undocumentedType, "message")]))
        ])
        #expect(try decoded(AttachmentRecord.self, JSONText.encode(record)) == record)
        let push = StoredPush(
            uniqueKey: "k", title: "\0", description: "👍🏽", imageUrl: "", pushLink: "", payload: #"{"a":"\u0000"}"#,
            receivedAt: 1_700_000_000)
        #expect(try decoded(StoredPush.self, JSONText.encode(push)) == push)
    }

    @Test(
        "Given a number, when a whole number is wanted, then its value counts and not how it is written",
        arguments: [
            ("30", 30), ("30.0", 30), ("3e1", 30), ("-0", 0), ("9223372036854775807", Int64.max), ("1.5", nil),
            ("9223372036854775808", nil), ("1e400", nil), ("\"1\"", nil), ("null", nil),
        ] as [(String, Int64?)])
    func wholeNumbers(text: String, expected: Int64?) {
        #expect((try? decoded(Int64.self, text)) == expected)
    }

    @Test("Given numbers at the edge of their type, when read, then what does not fit is an error")
    func edges() throws {
        #expect(try decoded(UInt64.self, "18446744073709551615") == .max)
        #expect(try decoded([UInt8].self, "[0, 255]") == [0, 255])
        #expect(throws: JSONTextError.self) { try decoded(UInt8.self, "256") }
        #expect(throws: JSONTextError.self) { try decoded(UInt.self, "-1") }
        #expect(throws: JSONTextError.self) { try decoded(Double.self, "1e400") }
        #expect(try decoded(Double.self, "1e308") == 1e308)
    }

    @Test(
        "Given members twice, in another order and unknown, when read, then the last counts and the rest is passed over"
    )
    func membersAnyhow() throws {
        let text = #"{"y": 1, "other": [{"y": 9}], "x": "first", "y": 2, "x": "last"}"#
        #expect(try decoded(Pair.self, text) == Pair(x: "last", y: 2))
        #expect(try decoded(NamedValues<Pair>.self, #"{"b":{"x":""},"a":{"x":""}}"#).names == ["b", "a"])
    }

    @Test("Given absent and null members, when an optional is wanted, then both are nil")
    func absence() throws {
        #expect(try decoded(Pair.self, #"{"x": "", "y": null}"#) == Pair(x: "", y: nil))
        #expect(try decoded([Int?].self, "[1, null]") == [1, nil])
        #expect(try decoded(Int?.self, "null") == nil)
    }

    @Test(
        "Given JSON of another shape, when read, then the error names path, line and column",
        arguments: [
            ("[{\"x\": \"a\"},\n {\"x\": 7}]", "line 2, column 8: 1.x must be a string, not 7"),
            ("[{\"x\": \"a\"},\n {\"y\": 7}]", "line 2, column 2: 1 lacks \"x\""),
            ("[\n\n{\"x\": \"a\", \"y\": [1]}]", "line 3, column 17: 0.y must be \(Int.wholeNumber), not an array"),
            ("{}", "line 1, column 1: the value must be an array, not an object"),
        ])
    func misfits(text: String, explanation: String) {
        let error = #expect(throws: JSONTextError.self) { try decoded([Pair].self, text) }
        #expect(error?.explanation == explanation)
        #expect(error?.code == .inputNotJSON)
    }

    @Test("Given bytes that are no JSON or beyond a limit, when read, then the error says so")
    func faults() {
        let broken = #expect(throws: JSONTextError.self) { try decoded([Int].self, "[1,\n 2,]") }
        guard case .notJSON(let fault) = broken else {
            Issue.record("\(String(describing: broken))")
            return
        }
        #expect(fault.line == 2)
        let deep = #expect(throws: JSONTextError.self) {
            try JSONText.decode([Int].self, from: Array("[[[]]]".utf8), limits: JSONLimits(maxDepth: 2))
        }
        #expect(deep?.code == .payloadTooDeep)
    }

    @Test("Given nested containers and a superclass, when read by hand, then each value is found")
    func nestedContainers() throws {
        let text = #"{"a":{"b":[[1],{"c":null}]},"super":{"d":2},"f":3}"#
        #expect(try decoded(ByHand.self, text) == ByHand(one: 1, isNull: true, two: 2, three: 3))
    }

    private func decoded<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
        try decoded(type, Array(text.utf8))
    }

    private func decoded<Value: Decodable>(_ type: Value.Type, _ bytes: [UInt8]) throws -> Value {
        try JSONText.decode(type, from: bytes)
    }
}

extension Int {
    fileprivate static let wholeNumber = "a whole number from \(Int.min) to \(Int.max)"
}

private struct Pair: Codable, Hashable {
    var x: String
    var y: Int?
}

private struct ByHand: Decodable, Hashable {
    var one: Int
    var isNull: Bool
    var two: Int
    var three: Int

    init(one: Int, isNull: Bool, two: Int, three: Int) {
        self.one = one
        self.isNull = isNull
        self.two = two
        self.three = three
    }

    init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: NameKey.self)
        let inner = try object.nestedContainer(keyedBy: NameKey.self, forKey: NameKey("a"))
        var list = try inner.nestedUnkeyedContainer(forKey: NameKey("b"))
        var numbers = try list.nestedUnkeyedContainer()
        one = try numbers.decode(Int.self)
        let last = try list.nestedContainer(keyedBy: NameKey.self)
        isNull = try last.decodeNil(forKey: NameKey("c")) && numbers.isAtEnd && list.isAtEnd
        two = try [String: Int](from: object.superDecoder())["d"] ?? 0
        three = try object.decode(Int.self, forKey: NameKey("f"))
    }
}
