import AttachmentDomain
import Testing

@testable import AttachmentCLI

@Suite("Arguments are taken apart", .timeLimit(.minutes(1)))
struct ArgumentTests {
    // Not by a call: one that took it for a file would replace the link of the machine that runs the test.
    @Test(arguments: ["-", "/dev/stdout"])
    func `given a name of standard output, when the options are read, then no file is written`(name: String) throws {
        #expect(try Settings(ParsedArguments(["get", "https://a.example/b", "-o", name])).outputFile == nil)
    }

    @Test(
        "Given options before, between and after words, when parsed, then order does not matter",
        arguments: [
            ["--deadline", "2", "inspect", "a.json", "--format=text"],
            ["inspect", "--format", "text", "a.json", "--deadline=2"],
            ["--deadline", "9", "--format", "json", "inspect", "a.json", "--deadline", "2", "--format", "text"],
        ])
    func anyOrder(arguments: [String]) throws {
        let parsed = ParsedArguments(arguments)
        let (command, operands) = try CommandEntry.route(parsed)
        let settings = try Settings(parsed)
        #expect(parsed.faults.isEmpty)
        #expect(command.name == "inspect")
        #expect(operands == ["a.json"])
        #expect(settings.deadlineSeconds == 2)
        #expect(settings.format == .text)
    }

    @Test(
        "Given words, when routed, then a command is found or fetch is meant",
        arguments: [
            (["a.json"], "fetch", ["a.json"]), (["-"], "fetch", ["-"]), (["fetch", "fetch"], "fetch", ["fetch"]),
            (["--", "inspect"], "fetch", ["inspect"]), (["inspect", "--", "--help"], "inspect", ["--help"]),
            (["pushes", "show", "list"], "pushes show", ["list"]), (["cache", "--quiet", "stats"], "cache stats", []),
        ] as [([String], String, [String])])
    func routes(arguments: [String], name: String, operands: [String]) throws {
        let parsed = ParsedArguments(arguments)
        #expect(parsed.faults.isEmpty)
        let (command, rest) = try CommandEntry.route(parsed)
        #expect(command.name == name)
        #expect(rest == operands)
    }

    @Test("Given an option that adds up, when given twice, then both values count")
    func repeated() throws {
        let parsed = ParsedArguments(["--profile", "ios", "--profile=web", "--allow-origin", "http://[::1]:80", "x"])
        let settings = try Settings(parsed)
        #expect(settings.profiles == ["ios", "web"])
        #expect(settings.allowOrigins == ["http://[::1]:80"])
    }

    @Test func `given short options in a row, when parsed, then each counts, and the last has its value`() throws {
        for arguments in [["get", "-io", "f", "a"], ["get", "-iof", "a"], ["get", "-i", "a", "--output=f"]] {
            let parsed = ParsedArguments(arguments)
            let settings = try Settings(parsed)
            #expect(parsed.faults.isEmpty)
            #expect(parsed.words == ["get", "a"])
            #expect(settings.includesHead)
            #expect(settings.outputFile == "f")
        }
    }

    @Test(
        "Given arguments that cannot be, when parsed, then the fault names them and the remedy",
        arguments: [
            (["--fromat", "text"], "there is no option --fromat", "did you mean --format?"),
            (
                ["-x", "a"], "there is no option -x",
                "see attachfetch --help, or write -- before words that begin with a dash"
            ),
            (["a", "--deadline"], "--deadline needs a value: SECONDS", "see attachfetch --help"),
            (["--quiet=yes", "a"], "--quiet takes no value, but has \"yes\"", "see attachfetch --help"),
            (
                ["--deadline", "soon", "a"], "--deadline \"soon\" is not a number of seconds from 0 to 31,536,000",
                "see attachfetch --help"
            ),
            (
                ["--deadline=-1", "a"], "--deadline \"-1\" is not a number of seconds from 0 to 31,536,000",
                "see attachfetch --help"
            ),
            (
                ["--deadline=inf", "a"], "--deadline \"inf\" is not a number of seconds from 0 to 31,536,000",
                "see attachfetch --help"
            ),
            (["--format", "xml", "a"], "--format \"xml\" is not json, jsonl or text", "see attachfetch --help"),
            (["--cache", "", "a"], "--cache \"\" is not the name of a directory", "see attachfetch --help"),
            (["pushes"], "pushes needs one of its commands: list, show", "see attachfetch --help"),
            (["cache", "stat"], "cache has no command \"stat\", only stats, list, path, purge", "did you mean stats?"),
            (["pushes", "show"], "pushes show needs KEY", "see attachfetch --help"),
            (["policy", "show", "x"], "policy show takes no \"x\"", "see attachfetch --help"),
            (
                ["fetch", "a", "-i"], "-i belongs to get, and fetch does not take it",
                "leave it out, or call attachfetch get"
            ),
            (
                ["a", "--header", "A: b"], "-H belongs to get, and fetch does not take it",
                "leave it out, or call attachfetch get"
            ),
            (
                ["cache", "stats", "--negative"], "--negative belongs to cache list, and cache stats does not take it",
                "leave it out, or call attachfetch cache list"
            ),
            (["get", "-io"], "-o needs a value: FILE", "see attachfetch --help"),
            (
                ["get", "-ix", "a"], "there is no option -ix",
                "see attachfetch --help, or write -- before words that begin with a dash"
            ),
            (
                ["get", "a", "-H", "secret"], "-H \"secret\" is no header as 'Name: value', in one line",
                "write a name, a colon and a value, without control characters"
            ),
            (["get"], "get needs URL", "see attachfetch --help"),
            ([], "fetch needs PAYLOAD...", "see attachfetch --help"),
        ] as [([String], String, String)])
    func faults(arguments: [String], explanation: String, remedy: String) {
        let error = #expect(throws: UsageFault.self) { try check(arguments) }
        #expect(error?.explanation == explanation)
        #expect(error?.remedy == remedy)
    }

    @Test("Given an origin with credentials, when refused, then they are not shown")
    func originSecret() {
        let error = #expect(throws: UsageFault.self) { try check(["--allow-origin", "http://u:secret@a/b?c=d", "x"]) }
        #expect(error?.explanation.contains("secret") == false)
        #expect(error?.code == .usage)
    }

    @Test("Given the tables, when the help is made, then it names every command, option and exit code")
    func help() {
        let help = HelpText.text
        for command in CommandEntry.table {
            #expect(help.contains("  \(command.name) \(command.operands)"))
        }
        for option in OptionName.allCases {
            #expect(help.contains(option.long))
        }
        for code in ExitCode.allCases {
            #expect(help.contains("  \(code.rawValue) "))
        }
        #expect(help.split(separator: "\n").allSatisfy { $0.count <= 100 })
    }

    private func check(_ arguments: [String]) throws {
        let parsed = ParsedArguments(arguments)
        if let fault = parsed.faults.first {
            throw fault
        }
        _ = try Settings(parsed)
        try parsed.check(for: try CommandEntry.route(parsed).command)
    }
}
