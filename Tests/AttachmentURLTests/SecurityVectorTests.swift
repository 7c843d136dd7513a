import AttachmentDomain
import AttachmentURL
import Foundation
import Testing

/// One vector of `Fixtures/security/ssrf-vectors.json`.
struct SecurityVector: Decodable, Sendable, CustomTestStringConvertible {
    let url: String
    let resolvesTo: [String]?
    let redirectFrom: String?
    let verdict: String
    let `class`: String

    private enum CodingKeys: String, CodingKey {
        case url
        case resolvesTo = "resolves_to"
        case redirectFrom = "redirect_from"
        case verdict
        case `class`
    }

    var testDescription: String { "\(`class`) \(url)" }

    static let all: [SecurityVector] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Fixtures/security/ssrf-vectors.json")
        do {
            return try JSONDecoder().decode([SecurityVector].self, from: Data(contentsOf: file))
        } catch {
            fatalError("cannot read the security vectors: \(error)")
        }
    }()

    /// What a fetcher would be told, up to the moment of connecting. Nil when it may connect.
    func refusal(by rules: DestinationRules) -> Code? {
        do {
            let asked: RequestURL
            if let redirectFrom {
                asked = try RequestURL.parse(redirectFrom).resolving(url)
            } else {
                asked = try RequestURL.parse(url)
            }
            try rules.judge(asked)
            for answer in resolvesTo ?? [] {
                let address = try #require(IPAddress(answer))
                try rules.judge(address, port: asked.port, for: asked)
            }
            return nil
        } catch let error as any ExplainedError {
            return error.code
        } catch {
            Issue.record(error)
            return nil
        }
    }

    /// The codes that the class may be refused with.
    var codes: Set<Code> {
        switch `class` {
        case "scheme": url.isEmpty ? [.urlEmpty] : [.urlSchemeNotHTTP, .urlNoScheme]
        case "slashes": [.urlMalformed, .urlNoHost]
        case "userinfo", "backslash", "percent-host", "invalid-host", "double-encoded", "ipv6-zone": [.urlMalformed]
        // The blank before a loopback URL is trimmed; the address is then refused.
        case "control-char": url.hasPrefix(" ") ? [.addressBlocked] : [.urlMalformed]
        case "parser-confusion": [.urlMalformed, .addressBlocked]
        // An allowed port does not make an address allowed.
        case "port": url.contains("127.0.0.1") ? [.addressBlocked] : [.portBlocked]
        case "localhost", "single-label", "special-use": [.nameBlocked]
        case "unicode-host": [.urlMalformed, .addressBlocked, .nameBlocked]
        case "redirect": [.addressBlocked, .urlSchemeNotHTTP, .urlMalformed, .portBlocked]
        case "metadata": url.contains("metadata.google") ? [.nameBlocked] : [.addressBlocked]
        default: [.addressBlocked]
        }
    }
}

@Suite("the security vectors", .timeLimit(.minutes(1)))
struct SecurityVectorTests {
    let rules = Result { try DestinationRules(NetworkPolicy()) }

    @Test func `all 267 vectors are there`() {
        #expect(SecurityVector.all.count == 267)
    }

    @Test(arguments: SecurityVector.all)
    func `given the default policy, when a vector is judged, then its verdict and code are the listed ones`(
        vector: SecurityVector
    ) throws {
        let refusal = vector.refusal(by: try rules.get())
        if vector.verdict == "allow" {
            #expect(refusal == nil)
        } else {
            let code = try #require(refusal, "may connect")
            #expect(vector.codes.contains(code))
        }
    }
}
