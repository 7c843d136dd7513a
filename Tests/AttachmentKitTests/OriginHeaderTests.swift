import AttachmentKit
import AttachmentTesting
import Testing

/// Headers of the policy go to their origin, and their values nowhere else.
@Suite(.timeLimit(.minutes(1)))
struct OriginHeaderTests {
    @Test func `given a header for an origin, when it is asked, then it gets the value of the file`() async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.write("Bearer t0p-s3cret\n", to: "token")
        let base = try KitHarness()
        let harness = try KitHarness(base.origin) { policy in
            policy.network.headers = [.init(origin: base.origin.origin, name: "Authorization", valueFile: file)]
        }

        let result = try await harness.withFetcher { try await $0.fetch(harness.payload(["/welcome.jpg", "/no"])) }

        #expect(harness.origin.requests.allSatisfy { $0.header("Authorization") == "Bearer t0p-s3cret" })
        #expect(harness.origin.requestCount == 2)
        let shown = String(reflecting: result)
        #expect(!shown.contains("t0p-s3cret"))
    }

    @Test(arguments: [
        ("", "Authorization", "it is empty"), (" \n", "Authorization", "it is empty"),
        ("a\nb", "Authorization", "more than one line"), ("a\u{0}b", "Authorization", "control characters"),
        (String(repeating: "x", count: 20_000), "Authorization", "more than 16384 bytes"),
        ("x", "Range", "set by the transfer itself"), ("x", "Host", "set by the transfer itself"),
    ])
    func `given a value that cannot be sent, when a fetcher is made, then the policy is refused`(
        value: String, name: String, words: String
    ) throws {
        let directory = try TemporaryDirectory()
        let file = try directory.write(value, to: "token")
        let harness = try KitHarness { policy in
            policy.network.headers = [.init(origin: "https://media.example.com", name: name, valueFile: file)]
        }
        let error = try #require(throws: AttachmentError.self) { try harness.makeFetcher() }
        #expect(error.code == .policyInvalid)
        #expect(error.explanation.contains(words), "\(error.explanation)")
    }

    @Test func `given a file that is not there, when a fetcher is made, then the message names it`() throws {
        let harness = try KitHarness { policy in
            policy.network.headers = [
                .init(origin: "https://media.example.com", name: "X-Key", valueFile: "/nonexistent/token")
            ]
        }
        let error = try #require(throws: AttachmentError.self) { try harness.makeFetcher() }
        #expect(error.explanation.contains("/nonexistent/token"))
        #expect(error.explanation.contains("X-Key"))
    }
}
