import AttachmentDomain
import AttachmentURL
import Testing

@Suite("where a request may go", .timeLimit(.minutes(1)))
struct DestinationRulesTests {
    private func rules(_ change: (inout NetworkPolicy) -> Void) throws -> DestinationRules {
        var policy = NetworkPolicy()
        change(&policy)
        return try DestinationRules(policy)
    }

    private func code(_ rules: DestinationRules, _ url: String) throws -> Code? {
        let url = try RequestURL.parse(url)
        do throws(DestinationFault) {
            try rules.judge(url)
            return nil
        } catch {
            return error.code
        }
    }

    @Test func `given an allowed origin, when it is judged, then exactly this one passes`() throws {
        let rules = try rules { $0.allowOrigins = ["http://127.0.0.1:9999", "https://intranet/"] }
        #expect(try code(rules, "http://127.0.0.1:9999/a.png?x") == nil)
        #expect(try code(rules, "http://127.1:9999/a.png") == nil)
        #expect(try code(rules, "https://intranet:443/a.png") == nil)
        #expect(try code(rules, "https://127.0.0.1:9999/a.png") == .addressBlocked)
        #expect(try code(rules, "http://127.0.0.1:9998/a.png") == .addressBlocked)
        #expect(try code(rules, "http://127.0.0.2:9999/a.png") == .addressBlocked)
        #expect(try code(rules, "http://localhost:9999/a.png") == .nameBlocked)
        #expect(try code(rules, "http://intranet/a.png") == .nameBlocked)
    }

    @Test func `given an allowed origin by name, when its answers are judged, then they may be private`() throws {
        let rules = try rules { $0.allowOrigins = ["http://media.internal:9000"] }
        let url = try RequestURL.parse("http://media.internal:9000/a.png")
        let address = try #require(IPAddress("10.0.0.7"))
        try rules.judge(url)
        try rules.judge(address, port: 9000, for: url)
        #expect(throws: DestinationFault.portDiffers(22, expected: 9000, host: url.host)) {
            try rules.judge(address, port: 22, for: url)
        }
    }

    @Test func `given an answered address, when it is judged, then the message names it, its range and the host`()
        throws
    {
        let rules = try rules { _ in }
        let url = try RequestURL.parse("https://cdn.example.com/a.png?key=hush")
        let address = try #require(IPAddress("64:ff9b::a9fe:a9fe"))
        #expect {
            try rules.judge(address, port: 443, for: url)
        } throws: { error in
            (error as? DestinationFault)?.finding
                == Finding(
                    .addressBlocked,
                    "64:ff9b::a9fe:a9fe, which stands for 169.254.169.254, of cdn.example.com is not public: "
                        + "link-local (169.254.0.0/16, RFC 3927)")
        }
    }

    @Test func `given blocked addresses of the policy, when carriers of them are judged, then they are refused too`()
        throws
    {
        let rules = try rules { $0.blockedAddresses = ["93.184.216.0/24", "2600:1::/32"] }
        #expect(try code(rules, "http://93.184.216.34/") == .addressBlocked)
        #expect(try code(rules, "http://[::ffff:93.184.216.34]/") == .addressBlocked)
        #expect(try code(rules, "http://[64:ff9b::5db8:d822]/") == .addressBlocked)
        #expect(try code(rules, "http://[2600:1::5]/") == .addressBlocked)
        #expect(try code(rules, "http://93.184.217.34/") == nil)
        // The built-in address is a default of the policy, not of the table.
        #expect(try code(rules, "http://168.63.129.16/") == nil)
    }

    @Test func `given blocked names, when hosts are judged, then equal and below are refused, lookalikes are not`()
        throws
    {
        let rules = try rules { $0.blockedNames = ["Example.ORG.", "bücher.example"] }
        #expect(try code(rules, "https://example.org/") == .nameBlocked)
        #expect(try code(rules, "https://a.b.example.org/") == .nameBlocked)
        #expect(try code(rules, "https://xn--bcher-kva.example/") == .nameBlocked)
        #expect(try code(rules, "https://notexample.org/") == nil)
        #expect(try code(rules, "https://example.org.uk/") == nil)
        #expect(try code(rules, "https://single/") == .nameBlocked)
    }

    @Test func `given a policy without http, when an http URL is judged, then the scheme is refused`() throws {
        let rules = try rules { $0.schemes = ["https"] }
        #expect(try code(rules, "http://cdn.example.com/") == .urlSchemeNotHTTP)
        #expect(try code(rules, "https://cdn.example.com/") == nil)
    }

    @Test func `given a loopback URL on a strange port, when it is judged, then the address is the reason`() throws {
        #expect(try code(rules { _ in }, "http://127.0.0.1:45123/") == .addressBlocked)
    }

    @Test(arguments: [
        ("ports", NetworkPolicyFault.port(65536)),
        ("schemes", .scheme("ftp")),
        ("addresses", .address("10.0.0.1/8")),
        ("names", .name("*.example")),
        ("name address", .name("10.0.0.1")),
        ("origin", .origin("127.0.0.1:8080", .noScheme)),
        ("origin path", .origin("http://127.0.0.1/a?k=hush", .malformed(.moreThanOrigin))),
        ("origin port", .origin("http://127.0.0.1:0", .malformed(.port("0")))),
    ])
    func `given a rule that cannot be read, when the rules are made, then nothing starts`(
        rule: String, fault: NetworkPolicyFault
    ) {
        var policy = NetworkPolicy()
        switch rule {
        case "ports": policy.ports.append(65536)
        case "schemes": policy.schemes.append("ftp")
        case "addresses": policy.blockedAddresses.append("10.0.0.1/8")
        case "names": policy.blockedNames.append("*.example")
        case "name address": policy.blockedNames.append("10.0.0.1")
        case "origin": policy.allowOrigins.append("127.0.0.1:8080")
        case "origin path": policy.allowOrigins.append("http://127.0.0.1/a?k=hush")
        default: policy.allowOrigins.append("http://127.0.0.1:0")
        }
        #expect(throws: fault) { try DestinationRules(policy) }
        #expect(fault.code == .policyInvalid)
        #expect(!fault.explanation.contains("hush"))
    }
}
