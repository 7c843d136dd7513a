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
    func `given a vector, when it is read in one pass or by the long way, then it is the same`(vector: SecurityVector) {
        #expect(vector.url.isReadAlikeAsBytes)
    }

    @Test(arguments: [
        "https://a.example", "https://a.example/", "https://a.example?", "http://a", "https://1a.example/",
        "https://a.1/", "https://a.0x1/", "https://a.x0/", "https://a..example/", "https://.a/", "https://a./",
        "https:///a", "https://", "http://a/%4", "http://a/%4g", "http://a/%41%zz", "http://a/\"", "http://a/|",
        "http://a_b-c.d/", "http://A/", "http://a:80/", "http://a@b/", "http://a/b#c", "http://a/\\", " http://a/",
        "http://a/\u{212A}", "http://\u{212A}/", "https://" + String(repeating: "a", count: 63) + ".b/",
        "https://" + String(repeating: "a", count: 64) + ".b/",
        "https://" + String(repeating: "a.", count: 126) + "b/",
        "https://" + String(repeating: "a.", count: 127) + "b/",
        "https://a/" + String(repeating: "x", count: 65_526), "https://a/" + String(repeating: "x", count: 65_527),
    ])
    func `given a URL at the edge of the plain ones, when it is read either way, then it is the same`(url: String) {
        #expect(url.isReadAlikeAsBytes)
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
