import AttachmentCLI
import AttachmentJSON
import AttachmentTesting
import Testing

@Suite("inspect shows what payloads hold", .timeLimit(.minutes(1)))
struct InspectCommandTests {
    static let misplaced = #"""
        {"aps":{"alert":{"title":"T"}},"CIO-Delivery-ID":"K","notification":{"image":"https://a.example/1?token=abc"}}
        """#

    @Test("Given media in another dialect's slot, when inspected, then it is told with its place and its dialect")
    func elsewhere() async throws {
        let bench = try CommandBench()
        let outcome = try await bench.run("inspect", "-", input: Array(Self.misplaced.utf8))
        #expect(outcome.exitCode == .done)
        let media = try #require(try outcome.json["elsewhere"]?.elements.first { _ in true })
        #expect(media["url"]?.string == "https://a.example/1?token=abc")
        #expect(media["jsonPointer"]?.string == "/notification/image")
        #expect(media["dialect"]?.string == "fcm")
        #expect(media["message"]?.string == "under notification.image; this provider's client reads CIO.push.image")
        let text = try await bench.run("inspect", "-", "--format=text", "--redact", input: Array(Self.misplaced.utf8))
        #expect(
            text.output == """
                customerio apns-device: 0 media
                  uniqueKey: K
                  title: T
                  elsewhere  https://a.example/1?token=REDACTED  /notification/image, a slot of fcm
                    under notification.image; this provider's client reads CIO.push.image

                """)
    }

    @Test("Given the same, when fetched, then nothing is asked and a finding says where it stands")
    func finding() async throws {
        let bench = try CommandBench()
        let outcome = try await bench.run("-", input: Array(Self.misplaced.utf8))
        #expect(outcome.exitCode == .done)
        #expect(try outcome.json["attachments"]?.elements.count { _ in true } == 0)
        let findings = try #require(try outcome.json["findings"]?.elements.map { $0 })
        #expect(findings.map { $0["code"]?.string } == ["media-elsewhere"])
        #expect(
            findings.first?["message"]?.string
                == "a URL that looks like media is not fetched: it stands under notification.image; this provider's client reads CIO.push.image"
        )
    }

    @Test("Given more levels or bytes than the policy allows, when inspected, then the exit is 3 with the code")
    func limits() async throws {
        let bench = try CommandBench()
        func nested(_ levels: Int) -> [UInt8] {
            Array((String(repeating: "[", count: levels) + String(repeating: "]", count: levels)).utf8)
        }
        let deepest = try await bench.run("inspect", "-", input: Array("{\"a\":".utf8) + nested(9999) + Array("}".utf8))
        #expect(deepest.exitCode == .done)
        let tooDeep = try await bench.run(
            "inspect", "-", "--format=json", input: Array("{\"a\":".utf8) + nested(10_000) + Array("}".utf8))
        #expect(tooDeep.exitCode == .unreadableInput)
        #expect(try tooDeep.refusal?["code"]?.string == "payload-too-deep")
        try bench.directory.write(#"{"version": 1, "payload": {"maxBytes": 1024}}"#, to: "small.json")
        let large = [UInt8](repeating: UInt8(ascii: " "), count: 1023) + Array("{}".utf8)
        let tooLarge = try await bench.run("inspect", "-", "--format=json", "--policy", "small.json", input: large)
        #expect(tooLarge.exitCode == .unreadableInput)
        #expect(try tooLarge.refusal?["code"]?.string == "payload-too-large")
        let largest = try await bench.run("inspect", "-", "--policy", "small.json", input: Array(large.dropFirst()))
        #expect(largest.exitCode == .done)
    }

    @Test("Given thousands of media in a list of payloads, when inspected, then each result stands whole and indented")
    func streams() async throws {
        let bench = try CommandBench()
        let urls = (0..<5000).map { #"{"url":"https://a.example/\#($0).png"}"# }.joined(separator: ",")
        let payload = #"{"_wp":{"attachments":[\#(urls)]}}"#
        let outcome = try await bench.run("inspect", "-", input: Array("[\(payload),{}]".utf8))
        let results = try outcome.json.elements.map { $0 }
        #expect(results.map { $0["media"]?.elements.count { _ in true } } == [5000, 0])
        #expect(outcome.output.hasPrefix("[\n  {\n    \"input\": \"-#0\",\n    \"provider\": \"wonderpush\",\n"))
        #expect(outcome.output.hasSuffix("    \"rejected\": [],\n    \"fields\": {}\n  }\n]\n"))
    }
}
