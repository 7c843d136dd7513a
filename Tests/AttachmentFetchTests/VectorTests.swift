import AttachmentDomain
import AttachmentFetch
import AttachmentTesting
import AttachmentURL
import Foundation
import Testing

/// The security vectors against the whole fetcher: what the gate refuses, no socket is opened for.
@Suite(.timeLimit(.minutes(1)))
struct VectorTests {
    private struct Vector: Decodable {
        let url: String
        let resolves_to: [String]?
        let redirect_from: String?
        let verdict: String

        /// What the gate alone says, which its own tests compare with the verdict and the class.
        func refusal(by rules: DestinationRules) throws -> Code? {
            do {
                let asked = try RequestURL.parse(url)
                try rules.judge(asked)
                for answer in resolves_to ?? [] {
                    try rules.judge(try #require(IPAddress(answer)), port: asked.port, for: asked)
                }
                return nil
            } catch let error as any ExplainedError {
                return error.code
            }
        }
    }

    private static func vectors() throws -> [Vector] {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Fixtures/security/ssrf-vectors.json")
        return try JSONDecoder().decode([Vector].self, from: Data(contentsOf: file))
    }

    @Test func `given the blocked vectors, when they are fetched, then each ends with the code of the gate`()
        async throws
    {
        let answers = Monitor<[String]>([])
        let server = try NameServer { _ in .addresses(answers.value) }
        defer { server.stop() }
        let harness = try FetchHarness { $0.dnsServers = [server.address] }
        defer { harness.fetcher.shutdown() }
        let rules = try DestinationRules(NetworkPolicy())
        let blocked = try Self.vectors().filter { $0.verdict == "block" && $0.redirect_from == nil }
        #expect(blocked.count > 170)

        for vector in blocked {
            answers.withLock { $0 = vector.resolves_to ?? [] }
            let expected = try #require(try vector.refusal(by: rules), "\(vector.url)")
            let code = try await self.code(of: vector.url, harness)
            #expect(code == expected, "\(vector.url)")
        }
    }

    private func code(of url: String, _ harness: FetchHarness) async throws -> Code? {
        do {
            return try await harness.code(url)
        } catch let error as URLFault {
            return error.code
        }
    }
}
