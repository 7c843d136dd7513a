@testable import AttachmentKit
import AttachmentTesting
import Glibc
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

    @Test func `given one header twice for one origin, when a fetcher is made, then the policy is refused`() throws {
        let directory = try TemporaryDirectory()
        let file = try directory.write("x", to: "token")
        let harness = try KitHarness { policy in
            policy.network.headers = ["X-Auth", "x-auth"].map {
                .init(origin: "https://media.example.com", name: $0, valueFile: file)
            }
        }
        let error = try #require(throws: AttachmentError.self) { try AttachmentFetcher.check(harness.policy) }
        #expect(error.explanation == "network.headers: x-auth stands twice for https://media.example.com")
    }

    @Test func `given a pipe that nobody writes to, when its value is read, then the policy is refused at once`() throws
    {
        let directory = try TemporaryDirectory()
        let pipe = directory.path(of: "pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        let harness = try KitHarness { policy in
            policy.network.headers = [.init(origin: "https://media.example.com", name: "X-Key", valueFile: pipe)]
        }
        let error = try #require(throws: AttachmentError.self) { try harness.makeFetcher() }
        #expect(error.explanation.hasSuffix("it is empty"))
    }

    @Test(arguments: [
        ("/nonexistent.pem", "No such file"), ("/dev/null", "no certificate in PEM"), ("/tmp", "directory"),
    ])
    func `given a file of issuers that is none, when a fetcher is made, then the policy is refused`(
        path: String, words: String
    ) throws {
        let harness = try KitHarness { $0.network.caFile = path }
        let error = try #require(throws: AttachmentError.self) { try harness.makeFetcher() }
        #expect(error.code == .policyInvalid)
        #expect(error.explanation.contains(words), "\(error.explanation)")
    }

    @Test func `given passwords in the policy, when it is printed, then they are not`() throws {
        var policy = CachePolicy()
        policy.network.proxy = "http://user:s3cret@proxy.example:3128"
        policy.backends.postgresql.url = "postgresql://user:s3cret@db.example/cache"
        let effective = EffectivePolicy(policy: policy)
        let text = String(decoding: try effective.fileText(withSources: true), as: UTF8.self)
        #expect(!text.contains("s3cret"))
        #expect(try !effective.leaves().contains { $0.value.contains("s3cret") })
        #expect(text.contains("http://REDACTED@proxy.example:3128"))
    }
}
