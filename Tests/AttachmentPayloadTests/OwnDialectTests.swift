import AttachmentDomain
import AttachmentJSON
import AttachmentPayload
import Foundation
import Testing

/// A provider that is added, in the very lines that the README shows.
@Suite("A dialect of one's own", .timeLimit(.minutes(1)))
struct OwnDialectTests {
    // README: begin
    static let acme = Dialect(
        "acme", when: .has("/acme_id"),  // how its payloads are told
        slots: [
            .image("/acme/picture"),  // one picture
            .hinted("/acme/files/N/url", by: "/acme/files/N/type"),  // every element; its type stands beside it
            .media("/acme/sounds/*"),  // every member, sorted by name
            .image("/acme/extra→/preview", .fallback),  // inside the JSON text of a string
        ],
        fields: .aps(uniqueKey: "/acme_id", link: "/acme/link"))
    // README: end

    private static let payload = #"""
        {"acme_id":"K","aps":{"alert":{"title":"T","body":"B"}},"wzrk_id":"1",
         "acme":{"link":"L","picture":"https://a.example/1","files":[{"url":"https://a.example/2","type":"video/mp4"}],
         "sounds":{"b":"https://a.example/4","a":"https://a.example/3"},"extra":"{\"preview\":\"https://a.example/5\"}"}}
        """#

    @Test("given a row of one's own, when a payload fits it, then its media and words are found")
    func reads() throws {
        let reader = try PayloadReader(table: DialectTable.builtIn.adding(Self.acme))
        let payload = reader.read(try JSONDocument(Array(Self.payload.utf8)).root)
        #expect(payload.provider == "acme" && payload.shape == .apnsDevice)
        #expect(
            RowTests.outline(payload) == [
                "attachment image /acme/picture", "attachment video /acme/files/0/url",
                "attachment unknown /acme/sounds/a", "attachment unknown /acme/sounds/b",
                "fallback image /acme/extra→/preview",
            ])
        let push = payload.storedPush(receivedAt: 1)
        #expect(push.uniqueKey == "K" && push.title == "T" && push.description == "B" && push.pushLink == "L")
    }

    @Test("given a row of one's own, when other payloads are read, then nothing has changed for them")
    func leavesOthers() throws {
        let reader = try PayloadReader(table: DialectTable.builtIn.adding(Self.acme))
        for (name, expected) in try Fixture.vectors() {
            let payload = reader.read(try JSONDocument(try Fixture.bytes(name)).root)
            #expect(payload.provider == expected["provider"]?.string)
        }
        let stored = #"{"uniqueKey":"k","description":"","receivedAt":1,"acme_id":"K"}"#
        #expect(reader.read(try JSONDocument(Array(stored.utf8)).root).provider == "stored-push")
    }

    @Test("given the README, when it says how to add a provider, then it shows these lines")
    func isWhatTheReadmeShows() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
        let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
        let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
            .drop { !$0.contains("// README: begin") }.dropFirst()
            .prefix { !$0.contains("// README: end") }
            .map { $0.hasPrefix("    ") ? $0.dropFirst(4) : $0 }
        #expect(lines.count == 9)
        #expect(readme.contains(lines.joined(separator: "\n")))
    }
}
