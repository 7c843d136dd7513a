import AttachmentCLI
import AttachmentJSON
import Testing

/// Which pushes are one: those whose key and content agree.
@Suite("The identity of pushes", .timeLimit(.minutes(1)))
struct IdentityTests {
    static let braze = #"{"aps":{"alert":"one"},"ab":{"c":"camp"}}"#

    @Test("Given a campaign id with other content, when fetched, then the newer is stored under the key and its hash")
    func campaign() async throws {
        let bench = try CommandBench()
        #expect(try await key(bench, Self.braze) == "camp")
        // printf '{"ab":{"c":"camp"},"aps":{"alert":"two"}}' | sha256sum
        #expect(try await key(bench, #"{"aps":{"alert":"two"},"ab":{"c":"camp"}}"#) == "camp~31f44883")
        #expect(try await key(bench, Self.braze) == "camp")
        // The same id of another provider is other content too.
        #expect(try await key(bench, #"{"com.batch":{"i":"camp"},"aps":{"alert":"x"}}"#) == "camp~6b3732bf")
        #expect(try await keys(bench) == ["camp~6b3732bf", "camp~31f44883", "camp"])
    }

    @Test("Given a tag that is used again, when fetched, then each notification is a push of its own")
    func tag() async throws {
        let bench = try CommandBench()
        func web(_ body: String) -> String { #"{"title":"n","body":"\#(body)","icon":"/i.png","tag":"news"}"# }
        #expect(try await key(bench, web("one")) == "news")
        #expect(try await key(bench, web("two")) == "news~8efbd4e7")
        #expect(try await key(bench, web("three")) == "news~a22fd8b9")
        #expect(try await key(bench, web("two")) == "news~8efbd4e7")
        #expect(try await keys(bench) == ["news~a22fd8b9", "news~8efbd4e7", "news"])
    }

    @Test("Given a push that comes again in another spelling, when fetched, then it keeps its time and its place")
    func again() async throws {
        var bench = try CommandBench()
        #expect(try await key(bench, Self.braze) == "camp")
        bench.now += 50
        #expect(try await key(bench, #"{"aps":{"alert":"other"}}"#).hasPrefix("sha256:"))
        bench.now += 50
        let respelled =
            "{ \"ab\" : {\"c\":\"c\\u0061mp\"},\n\t\"aps\":{\"alert\":\"none\",\"alert\":\"one\"}, \"receivedAt\": 5 }"
        #expect(try await key(bench, respelled) == "camp")
        let pushes = try await bench.run("pushes", "list").json.elements.map { $0["receivedAt"]?.int }
        #expect(pushes == [1_700_000_050, 1_700_000_000])
    }

    @Test(
        "Given pushes as they were listed, when fetched again, then they are the same pushes; changed ones are others")
    func replay() async throws {
        var bench = try CommandBench()
        _ = try await key(bench, Self.braze)
        _ = try await key(bench, #"{"aps":{"alert":"two"},"ab":{"c":"camp"}}"#)
        let listed = try await bench.run("pushes", "list").output
        bench.now += 50
        let again = try await bench.run("-", input: Array(listed.utf8))
        #expect(again.exitCode == .done)
        #expect(try await bench.run("pushes", "list").output == listed)
        let shown = try await bench.run("pushes", "show", "camp").output
        let changed = shown.replacing("\"one\"", with: "\"three\"")
        #expect(try await key(bench, changed).hasPrefix("camp~"))
        #expect(try await keys(bench).count == 3)
    }

    @Test("Given no id, when fetched, then the key is the hash of the content in its canonical form")
    func derived() async throws {
        let bench = try CommandBench()
        let payload = #"{"n":1.0,"aps":{"alert":"\u00e9\u001F\/"},"receivedAt":7}"#
        // printf '{"aps":{"alert":"é\u001f/"},"n":1.0}' | sha256sum
        let expected = "sha256:951f493504bc3884f8f55e61d48aaf6e983335b5ca5414e271e4f2208b7c568f"
        #expect(try await key(bench, payload) == expected)
        #expect(try await keys(bench) == [expected])
    }

    private func key(_ bench: CommandBench, _ payload: String) async throws -> String {
        let outcome = try await bench.run("-", input: Array(payload.utf8))
        return try #require(try outcome.json["push"]?["uniqueKey"]?.string, "\(outcome.error)")
    }

    private func keys(_ bench: CommandBench) async throws -> [String] {
        try await bench.run("pushes", "list").json.elements.compactMap { $0["uniqueKey"]?.string }
    }
}
