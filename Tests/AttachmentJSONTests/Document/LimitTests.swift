import AttachmentDomain
import AttachmentJSON
import Testing

@Suite("Limits of JSON", .timeLimit(.minutes(1)))
struct LimitTests {
    static func nested(_ depth: Int, open: String, close: String, core: String = "") -> [UInt8] {
        Array((String(repeating: open, count: depth) + core + String(repeating: close, count: depth)).utf8)
    }

    @Test("given 10,000 levels, when they are read, then they are taken")
    func takesTenThousandLevels() throws {
        let arrays = try JSONDocument(Self.nested(10_000, open: "[", close: "]"))
        #expect(arrays.root.textRange == 0..<20_000)
        let objects = try JSONDocument(Self.nested(10_000, open: "{\"a\":", close: "}", core: "1"))
        var value = objects.root
        for _ in 0..<10_000 { value = try #require(value["a"]) }
        #expect(value.int == 1)
    }

    @Test("given 10,001 levels, when they are read, then they are refused as too deep")
    func refusesOneMore() {
        for (open, close) in [("[", "]"), ("{\"a\":[", "]}")] {
            let depth = open == "[" ? 10_001 : 5_001
            #expect { try JSONDocument(Self.nested(depth, open: open, close: close)) } throws: { error in
                let fault = error as? JSONFault
                return fault?.kind == .tooDeep(limit: 10_000) && fault?.code == .payloadTooDeep
            }
        }
    }

    @Test("given as many bytes as allowed, when they are read, then one more is too large")
    func limitsBytes() throws {
        let limits = JSONLimits(maxBytes: 4, maxDepth: 10)
        _ = try JSONDocument(Array("true".utf8), limits: limits)
        #expect { try JSONDocument(Array("false".utf8), limits: limits) } throws: { error in
            let fault = error as? JSONFault
            return fault?.kind == .tooLarge(bytes: 5, limit: 4) && fault?.code == .payloadTooLarge
        }
    }
}
