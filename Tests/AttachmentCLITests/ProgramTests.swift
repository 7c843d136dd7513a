import AttachmentCLI
import AttachmentJSON
import AttachmentTesting
import Glibc
import Testing

@Suite("The program keeps the manners of the command line", .timeLimit(.minutes(1)))
struct ProgramTests {
    @Test("Given --help or --version, when run, then standard output has it and the exit is 0")
    func helpAndVersion() async throws {
        let bench = try CommandBench()
        for arguments in [["--help"], ["-h"], ["fetch", "--help"]] {
            let outcome = await bench.run(arguments, inputDescriptor: -1)
            #expect(outcome.output.hasPrefix("attachfetch makes"))
            #expect(outcome.exitCode == .done)
        }
        #expect(try await bench.run("--version").output == "attachfetch \(Program.version)\n")
    }

    @Test("Given wrong usage, when run, then the refusal begins with the name and ends with the remedy, exit 2")
    func usage() async throws {
        let bench = try CommandBench()
        let outcome = try await bench.run("--fromat", "json", "a.json")
        #expect(outcome.exitCode == .usage)
        #expect(outcome.output == "")
        #expect(outcome.error == "attachfetch: there is no option --fromat; did you mean --format?\n")
    }

    @Test(
        "Given a format for scripts, when refused, then the last line of standard error is JSON; by default it is not")
    func jsonRefusal() async throws {
        let bench = try CommandBench()
        for format in ["json", "jsonl"] {
            let outcome = try await bench.run("--nothing", "--format", format)
            #expect(
                outcome.error.split(separator: "\n").last.map(String.init)
                    == #"{"error":{"code":"usage","message":"there is no option --nothing","#
                    + #""remedy":"see attachfetch --help, or write -- before words that begin with a dash"}}"#)
        }
        #expect(try await bench.run("--nothing").error.contains("{") == false)
        #expect(try await bench.run("--nothing", "--format", "text").error.contains("{") == false)
    }

    @Test("Given a reader that has gone, when the program writes, then it ends quietly with 0")
    func closedPipe() async throws {
        signal(SIGPIPE, SIG_IGN)
        let bench = try CommandBench()
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        close(ends[0])
        defer { close(ends[1]) }
        let error = OutputStream(memoryAsTerminal: false)
        let code = await bench.run(
            ["policy", "show"], inputDescriptor: -1, output: OutputStream(descriptor: ends[1]), error: error)
        #expect(code == .done)
        #expect(error.text == "")
    }

    @Test("Given a full disk behind standard output, when the program writes, then it says so and the exit is 4")
    func fullDisk() async throws {
        let bench = try CommandBench()
        let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
        defer { close(full) }
        let error = OutputStream(memoryAsTerminal: false)
        let code = await bench.run(
            ["policy", "show"], inputDescriptor: -1, output: OutputStream(descriptor: full), error: error)
        #expect(code == .surroundings)
        #expect(error.text.hasPrefix("attachfetch: standard output cannot be written: No space left on device; "))
    }

    @Test("Given a terminal, when text is printed, then it is coloured unless somebody said no")
    func colors() async throws {
        var bench = try CommandBench()
        bench.isTerminal = true
        try bench.directory.write(InputTests.payload, to: "a.json")
        let escape: Character = "\u{1B}"
        #expect(try await bench.run("inspect", "a.json", "--format=text").output.contains(escape))
        #expect(
            try await bench.run("inspect", "a.json", "--format=text", "--no-color").output.contains(escape) == false)
        bench.environment["NO_COLOR"] = "1"
        #expect(try await bench.run("inspect", "a.json", "--format=text").output.contains(escape) == false)
        bench.environment["NO_COLOR"] = ""
        bench.environment["TERM"] = "dumb"
        #expect(try await bench.run("inspect", "a.json", "--format=text").output.contains(escape) == false)
        bench.environment["TERM"] = nil
        bench.isTerminal = false
        #expect(try await bench.run("inspect", "a.json", "--format=text").output.contains(escape) == false)
    }

    @Test("Given control characters in a payload, when text is printed, then they cannot steer the terminal")
    func controlCharacters() async throws {
        let bench = try CommandBench()
        let payload = #"{"aps":{"alert":{"title":"\u001b[2J\u202e"}},"image-url":"https://a.example/"}"#
        let outcome = try await bench.run("inspect", "-", "--format=text", input: Array(payload.utf8))
        #expect(outcome.output.contains("title: \\u{1b}[2J\\u{202e}\n"))
    }

    @Test("Given --redact, when payloads are printed, then no query value and no credential stands in the output")
    func redacts() async throws {
        let bench = try CommandBench()
        let payload =
            #"{"image-url":"https://a.example/i.jpg?k=secret&t=secret#secret","media_url":"https://u:secret@a.example/"}"#
        for format in ["json", "jsonl", "text"] {
            let outcome = try await bench.run(
                "inspect", "-", "--redact", "--format", format, input: Array(payload.utf8))
            #expect(outcome.output.contains("https://a.example/i.jpg?k=REDACTED&t=REDACTED"))
            #expect(outcome.output.contains("secret") == false)
        }
    }

    @Test("Given exit codes that all apply, when combined, then signals count most, then surroundings, inputs, results")
    func precedence() {
        let order: [ExitCode] = [.done, .notReady, .unreadableInput, .surroundings, .interrupted]
        for (place, code) in order.enumerated() {
            for lower in order[...place] {
                #expect(code.combined(with: lower) == code)
                #expect(lower.combined(with: code) == code)
            }
        }
    }
}
