import AttachmentDomain
import Testing

@testable import AttachmentKit

@Suite("A policy file changes what it names", .timeLimit(.minutes(1)))
struct PolicyFileTests {
    @Test("Given an empty object, when read, then every value is built in")
    func empty() throws {
        let policy = try read("{}")
        #expect(policy.policy == CachePolicy())
        #expect(policy.source(of: "network.ports") == .builtIn)
    }

    @Test("Given some keys, when read, then they change and the rest has its default")
    func someKeys() throws {
        let policy = try read(
            """
            {"$schema": "x", "version": 1,
             "deadline": {"totalSeconds": 12.5},
             "network": {"ports": [443],
              "allowOrigins": ["http://127.0.0.1:8080"]}}
            """)
        var expected = CachePolicy()
        expected.deadline.totalSeconds = 12.5
        expected.network.ports = [443]
        expected.network.allowOrigins = ["http://127.0.0.1:8080"]
        #expect(policy.policy == expected)
        #expect(policy.source(of: "deadline.totalSeconds") == .file(path: "/etc/p.json", line: 2))
        #expect(policy.source(of: "network.allowOrigins[0]").description == "/etc/p.json:4")
        #expect(policy.source(of: "deadline.reserveSeconds") == .builtIn)
    }

    @Test("Given a profile of a built-in name, when read, then it keeps what the file leaves out")
    func profileMerges() throws {
        let policy = try read(#"{"profiles": {"ios": {"limits": {"image": {"maxPixels": 9}}, "requireHTTPS": true}}}"#)
        var expected = Profile.defaults
        expected["ios"]?.limits.image?.maxPixels = 9
        expected["ios"]?.requireHTTPS = true
        #expect(policy.policy.profiles == expected)
    }

    @Test("Given a profile of a new name, when read, then it starts empty and stands last")
    func profileNew() throws {
        let policy = try read(
            #"{"profiles": {"tv": {"documented": ["image/png"]}}, "networks": {"wifi": {"bytesPerSecond": 7}}}"#)
        var profile = Profile()
        profile.documented = ["image/png"]
        #expect(policy.policy.profiles["tv"] == profile)
        #expect(policy.policy.profiles.names == ["ios", "fcm-android", "hms", "web", "tv"])
        #expect(policy.policy.networks["wifi"] == NetworkLink(bytesPerSecond: 7, roundTripMilliseconds: 20))
    }

    @Test("Given lists of objects, when read, then they replace the built-in ones as a whole")
    func rowsReplace() throws {
        let policy = try read(
            """
            {"types": [{"mime": "image/x-own", "uti": "com.example.own", "extension": "own", "kind": "image"}],
             "network": {"headers": [{"origin": "https://a.example", "name": "X-Key", "valueFile": "keys/a"}]}}
            """)
        #expect(
            policy.policy.types
                == [MediaType(mime: "image/x-own", uti: "com.example.own", fileExtension: "own", kind: .image)])
        #expect(
            policy.policy.network.headers
                == [.init(origin: "https://a.example", name: "X-Key", valueFile: "/etc/keys/a")])
    }

    @Test("Given null, when the key is optional, then the default is taken away")
    func null() throws {
        let policy = try read(
            #"{"profiles": {"ios": {"limits": {"image": null, "audio": {"maxBytes": null}}}, "fcm-android": {"loadSeconds": null}}}"#
        )
        #expect(policy.policy.profiles["ios"]?.limits.image == nil)
        #expect(policy.policy.profiles["ios"]?.limits.audio == MediaLimit())
        #expect(policy.policy.profiles["fcm-android"]?.loadSeconds == nil)
    }

    @Test("Given file names, when relative, then they start from the directory of the policy file")
    func paths() throws {
        let policy = try read(#"{"network": {"caFile": "ca.pem"}, "service": {"tokenFile": "/run/tokens"}}"#)
        #expect(policy.policy.network.caFile == "/etc/ca.pem")
        #expect(policy.policy.service.tokenFile == "/run/tokens")
    }

    @Test("Given a printed policy with its sources, when read again, then it is the same policy")
    func printedAndRead() throws {
        let policy = try read(#"{"pushes": {"maxCount": 5}}"#)
        let text = try policy.fileText(withSources: true)
        #expect(try PolicyFile.read(text, path: "/q.json").policy == policy.policy)
        #expect(String(decoding: text, as: UTF8.self).contains(#""pushes.maxCount": "/etc/p.json:1""#))
    }

    @Test("Given an override, when asked for the source, then the flag has won over the file")
    func overrides() throws {
        var policy = try read(#"{"deadline": {"totalSeconds": 5}}"#)
        policy.override("deadline.totalSeconds", by: .flag(name: "--deadline")) { $0.deadline.totalSeconds = 2 }
        #expect(policy.policy.deadline.totalSeconds == 2)
        #expect(policy.source(of: "deadline.totalSeconds").description == "--deadline")
    }

    private func read(_ text: String) throws(PolicyError) -> EffectivePolicy {
        try PolicyFile.read(Array(text.utf8), path: "/etc/p.json")
    }
}
