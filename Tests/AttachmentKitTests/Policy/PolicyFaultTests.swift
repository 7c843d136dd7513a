import AttachmentDomain
import Testing

@testable import AttachmentKit

@Suite("A wrong policy file names what is wrong", .timeLimit(.minutes(1)))
struct PolicyFaultTests {
    @Test(
        "Given a key that does not exist, when read, then the message has line, key and the nearest key",
        arguments: [
            ("{\n\"network\": {\n\"maxRedirect\": 3}}", 3, "network.maxRedirect", "network.maxRedirects"),
            ("{\"netwrok\": {}}", 1, "netwrok", "network"),
            ("{\"maxRedirects\": 3}", 1, "maxRedirects", "network.maxRedirects"),
            ("{\"deadline\": {\"connectSeconds\": 3}}", 1, "deadline.connectSeconds", "network.connectSeconds"),
            ("{\"profiles\": {\"ios\": {\"limit\": {}}}}", 1, "profiles.ios.limit", "profiles.ios.limits"),
            ("{\"types\": [{\"mimes\": \"\"}]}", 1, "types[0].mimes", "types[0].mime"),
            ("{\"network\": {\"$schema\": 1}}", 1, "network.$schema", "network.schemes"),
        ])
    func unknownKeys(text: String, line: Int, key: String, meant: String) throws {
        let fault = try #require(faults(text).first)
        #expect(fault.line == line)
        #expect(fault.key == key)
        #expect(fault.explanation == "is not a key of the policy; did you mean \(meant)?")
    }

    @Test(
        "Given a value that cannot be, when read, then the message has the key, the value and what it must be",
        arguments: [
            (#"{"version": 2}"#, "version is 2; it must be 1, the version of the format"),
            (#"{"network": []}"#, "network is an array; it must be an object"),
            (#"[]"#, "the policy is an array; it must be an object"),
            (
                #"{"network": {"ports": [80, 70000]}}"#,
                "network.ports[1] is 70000; it must be a whole number from 1 to 65535"
            ),
            (#"{"network": {"ports": 80}}"#, "network.ports is 80; it must be an array"),
            (
                #"{"network": {"maxRedirects": 1.5}}"#,
                "network.maxRedirects is 1.5; it must be a whole number from 0 to 50"
            ),
            (
                #"{"network": {"maxRedirects": null}}"#,
                "network.maxRedirects is null; it must be a whole number from 0 to 50"
            ),
            (#"{"caching": {"mode": "Shared"}}"#, #"caching.mode is "Shared"; it must be "private" or "shared""#),
            (#"{"caching": {"offline": "yes"}}"#, #"caching.offline is "yes"; it must be true or false"#),
            (#"{"network": {"schemes": ["ftp"]}}"#, #"network.schemes[0] is "ftp"; it must be "https" or "http""#),
            (
                #"{"cache": {"maxBytes": 1e400}}"#,
                "cache.maxBytes is 1e400; it must be a whole number from 0 to 9007199254740991"
            ),
            (
                #"{"deadline": {"perAttachmentShare": 2}}"#,
                "deadline.perAttachmentShare is 2; it must be a number from 0.01 to 1"
            ),
            (
                #"{"network": {"proxy": "user:secret"}}"#,
                #"network.proxy is a string; it must be a proxy URL, such as "http://proxy.example:3128""#
            ),
        ])
    func badValues(text: String, message: String) throws {
        #expect(faults(text).map { "\($0.key) \($0.explanation)" } == [message])
    }

    @Test("Given new entries, when something is missing, then the message names it")
    func missing() {
        #expect(
            faults(#"{"types": [{"mime": "a/b", "uti": "u", "kind": "image"}]}"#).map(\.explanation)
                == [#"lacks "extension""#])
        #expect(faults(#"{"networks": {"2g": {}}}"#).map(\.key) == ["networks.2g", "networks.2g"])
    }

    @Test("Given a key twice, when read, then it is refused")
    func twice() {
        #expect(
            faults("{\"pushes\": {\"maxCount\": 1,\n\"maxCount\": 2}}")
                == [
                    PolicyFault(
                        line: 2, key: "pushes.maxCount", explanation: "stands twice", remedy: "keep one of them")
                ])
    }

    @Test("Given a reserve as long as the whole, when read, then it is refused")
    func reserve() {
        #expect(faults("{\"deadline\": {\n\"totalSeconds\": 1}}").map(\.line) == [2])
        #expect(faults(#"{"deadline": {"totalSeconds": 1, "reserveSeconds": 0.5}}"#) == [])
    }

    @Test("Given several faults, when read, then all are told in the order of the file")
    func several() {
        let error = #expect(throws: PolicyError.self) {
            try PolicyFile.read(Array("{\"pushs\": {},\n\"cache\": {\"maxBytes\": -1}}".utf8), path: "/p.json")
        }
        #expect(
            error?.explanation
                == "/p.json:1: pushs is not a key of the policy; did you mean pushes?; "
                + "/p.json:2: cache.maxBytes is -1; it must be a whole number from 0 to 9007199254740991")
        #expect(error?.remedy == "write pushes, or take the key out")
        #expect(error?.code == .policyInvalid)
    }

    @Test("Given no JSON, when read, then the message has file, line and column")
    func notJSON() {
        let error = #expect(throws: PolicyError.self) {
            try PolicyFile.read(Array("{\n  \"a\": }".utf8), path: "/p.json")
        }
        #expect(error?.explanation.hasPrefix("/p.json:2:8: ") == true)
        #expect(error?.code == .policyInvalid)
    }

    @Test(
        "Given text of a form, when it has not that form, then it is refused",
        arguments: [
            (
                "network", "allowOrigins", ["http://127.0.0.1:8080", "https://a.example", "HTTP://[::1]:1/"],
                [
                    "", "a.example", "ftp://a", "http://", "http://a/b", "http://u@a", "http://a:x", "http://a:70000",
                    "http://[::1", "http://a b",
                ]
            ),
            (
                "network", "blockedAddresses", ["10.0.0.0/8", "::1", "192.0.2.1", "2001:db8::/32"],
                ["10.0.0.0/33", "10.0.0", "::/129", "a", "10.0.0.0/", "10.0.0.0/+8", "1.2.3.4/8/8"]
            ),
            (
                "network", "dnsServers", ["127.0.0.1:5353", "9.9.9.9", "[::1]:53", "::1"],
                ["", "localhost:53", "1.1.1.1:", "1.1.1.1:99999"]
            ),
            ("network", "blockedNames", ["internal", "a.b"], ["", ".a", "a b", "a/b", "http://a"]),
            ("payload", "mediaPointers", ["", "/a", "/data/hero/*/url", "/a~0b~1c"], ["a", "/a~2", "/a~"]),
            ("notification", "encryptedMembers", ["data"], ["", "a\\u0000"]),
        ])
    func forms(section: String, key: String, good: [String], bad: [String]) {
        for text in good {
            #expect(faults("{\"\(section)\": {\"\(key)\": [\"\(text)\"]}}") == [], "\(text)")
        }
        for text in bad {
            #expect(
                faults("{\"\(section)\": {\"\(key)\": [\"\(text)\"]}}").map(\.key) == ["\(section).\(key)[0]"],
                "\(text)")
        }
    }

    private func faults(_ text: String) -> [PolicyFault] {
        do {
            _ = try PolicyFile.read(Array(text.utf8), path: "/p.json")
            return []
        } catch .invalid(_, let faults) {
            return faults
        } catch {
            Issue.record("\(error)")
            return []
        }
    }
}
