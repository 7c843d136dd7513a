import AttachmentCLI
import AttachmentJSON
import AttachmentTesting
import Testing

@Suite("The policy is shown and checked", .timeLimit(.minutes(1)))
struct PolicyCommandTests {
    @Test("Given flags and a file, when shown, then values are effective and each source is told")
    func show() async throws {
        let bench = try CommandBench()
        let file = try bench.directory.write("{\"network\": {\n\"maxRedirects\": 2}}", to: "cache-policy.json")
        let outcome = try await bench.run("policy", "show", "--deadline", "2.5", "--allow-origin=http://127.0.0.1:9")
        #expect(outcome.exitCode == .done)
        let policy = try outcome.json
        #expect(policy["network"]?["maxRedirects"]?.int == 2)
        #expect(policy["deadline"]?["totalSeconds"]?.double == 2.5)
        #expect(policy["deadline"]?["reserveSeconds"]?.int == 0)
        #expect(policy["network"]?["allowOrigins"]?.elements.map(\.string) == ["http://127.0.0.1:9"])
        #expect(policy["network"]?["caFile"]?.kind == .null)
        let sources = policy["$sources"]
        #expect(sources?["network.maxRedirects"]?.string == "\(file):2")
        #expect(sources?["deadline.totalSeconds"]?.string == "--deadline")
        #expect(sources?["network.allowOrigins"]?.string == "--allow-origin")
        #expect(sources?["pushes.maxCount"]?.string == "built-in")
    }

    @Test("Given what policy show printed, when used as policy file, then it is right")
    func roundTrip() async throws {
        let bench = try CommandBench()
        let shown = try await bench.run("policy", "show").output
        try bench.directory.write(shown, to: "p.json")
        #expect(try await bench.run("policy", "check", "p.json").exitCode == .done)
    }

    @Test("Given text as format, when shown, then each key has a line")
    func text() async throws {
        let bench = try CommandBench()
        let lines = try await bench.run("policy", "show", "--format", "text").output.split(separator: "\n")
        #expect(lines.contains { $0.hasPrefix("network.maxRedirects ") && $0.hasSuffix(" 5  (built-in)") })
        let once = try await bench.run("policy", "show", "--format", "jsonl")
        #expect(try once.lines.count == 1)
    }

    @Test("Given a right file, when checked, then it is said, with the keys that it sets")
    func checkRight() async throws {
        let bench = try CommandBench()
        let file = try bench.directory.write(#"{"pushes": {"maxCount": 3}}"#, to: "p.json")
        let outcome = try await bench.run("policy", "check", "p.json")
        #expect(outcome.exitCode == .done)
        #expect(try outcome.json["file"]?.string == file)
        #expect(try outcome.json["valid"]?.bool == true)
        #expect(try outcome.json["values"]?.elements.map { $0["key"]?.string } == ["pushes.maxCount"])
    }

    @Test(
        "Given a misspelt key, when any command runs, then nothing starts: exit 2, file, line, key and what was meant")
    func misspelt() async throws {
        let bench = try CommandBench()
        let file = try bench.directory.write("{\n\"network\": {\"maxRedirect\": 2}}", to: "cache-policy.json")
        try bench.directory.write("{}", to: "a.json")
        let commands = [
            ["policy", "check"], ["policy", "show"], ["inspect", "a.json"], ["a.json"], ["pushes", "list"],
        ]
        for arguments in commands {
            let outcome = await bench.run(arguments + ["--format=json"], inputDescriptor: -1)
            #expect(outcome.exitCode == .usage)
            #expect(outcome.output == "")
            #expect(
                outcome.error.hasPrefix(
                    "attachfetch: \(file):2: network.maxRedirect is not a key of the policy; "
                        + "did you mean network.maxRedirects?; "))
            #expect(try outcome.refusal?["code"]?.string == "policy-invalid")
        }
        #expect(bench.directory.exists(".cache") == false)
    }

    @Test("Given a profile that the policy does not have, when a command runs, then it is refused with the nearest one")
    func unknownProfile() async throws {
        let bench = try CommandBench()
        let outcome = try await bench.run("policy", "show", "--profile", "iso")
        #expect(outcome.exitCode == .usage)
        #expect(outcome.error.hasSuffix("did you mean ios?\n"))
    }

    @Test("Given files named by flag and environment, when shown, then the flag wins; one that is missing is exit 2")
    func named() async throws {
        var bench = try CommandBench()
        try bench.directory.write(#"{"pushes": {"maxCount": 1}}"#, to: "one.json")
        try bench.directory.write(#"{"pushes": {"maxCount": 2}}"#, to: "two.json")
        bench.environment["ATTACHFETCH_POLICY"] = "one.json"
        #expect(try await bench.run("policy", "show").json["pushes"]?["maxCount"]?.int == 1)
        #expect(try await bench.run("policy", "show", "--policy", "two.json").json["pushes"]?["maxCount"]?.int == 2)
        let missing = try await bench.run("policy", "show", "--policy", "three.json")
        #expect(missing.exitCode == .usage)
        #expect(missing.error.contains("\(bench.directory.path)/three.json: No such file or directory"))
    }
}
