import AttachmentDomain
import AttachmentJSON
import AttachmentPayload
import Testing

@Suite("Any JSON has an answer", .timeLimit(.minutes(2)))
struct TotalityTests {
    /// What takes the place of a value.
    static let replacements = [
        "null", "true", "0", "1e400", "-1.5", "\"\"", "\" \"", "\"\\ud800\"", "\"\\u0000\"", "\"https://a.example/x\"",
        "[]", "{}",
        "[null,1,\"x\",[],{}]", "{\"url\":null,\"i\":1,\"url\":[]}", "\"{\\\"i\\\":[1,{}]}\"", "\"[\"",
        "[[[[[[[[[[[[]]]]]]]]]]]]",
    ]

    /// Every value of a document with its children.
    static func places(_ value: JSONValue) -> [Range<Int>] {
        [value.textRange] + value.elements.flatMap(places) + value.members.flatMap { places($0.value) }
    }

    @Test("given each vector with each value replaced by each kind, when it is read, then there is an answer")
    func survivesWrongTypes() throws {
        let reader = try PayloadReader()
        for (name, _) in try Fixture.vectors() {
            let bytes = try Fixture.bytes(name)
            for (index, place) in Self.places(try JSONDocument(bytes).root).enumerated() {
                let replacement = Self.replacements[index % Self.replacements.count]
                let text =
                    Array(bytes[..<place.lowerBound]) + Array(replacement.utf8) + Array(bytes[place.upperBound...])
                let source = try JSONDocument(text).root
                _ = reader.read(source).storedPush(receivedAt: 1)
                #expect(throws: Never.self) { try JSONDocument(try printed(source)) }
            }
        }
    }

    @Test("given 10,000 levels in every slot, when it is read, then there is an answer")
    func survivesDepth() throws {
        let deep = String(repeating: "[", count: 9000) + String(repeating: "]", count: 9000)
        for name in ["imageUrl", "aps", "custom", "_wp", "message", "com.urbanairship.media_attachment", "payload"] {
            let payload = try read("{\"aps\":{},\"\(name)\":\(deep)}", pointers: ["/*/*/*", "/\(name)/0/0/0"])
            #expect(payload.media.isEmpty)
            #expect(payload.storedPush(receivedAt: 1).uniqueKey.hasPrefix("sha256:"))
        }
    }

    @Test("given a thousand references and one of megabytes, when they are read, then all are answered")
    func takesMany() throws {
        let members = (0..<1000).map { "\"id\($0)\":\"https://a.example/\($0)\"" }.joined(separator: ",")
        let payload = try read("{\"aps\":{},\"custom\":{\"i\":1},\"att\":{\(members)}}")
        #expect(payload.media.count == 1000)
        let long = try read(
            "{\"aps\":{},\"imageUrl\":\"https://a.example/\(String(repeating: "x", count: 2_000_000))\"}")
        #expect(long.rejected.map(\.reason) == [.malformed])
        let blank = try read("{\"aps\":{},\"imageUrl\":\"\(String(repeating: " ", count: 2_000_000))\"}")
        #expect(blank.rejected.map(\.reason) == [.empty])
    }
}
