import AttachmentCLI
import AttachmentJSON
import AttachmentTesting
import Glibc
import Testing

@Suite("Inputs are read whole, or refused by name", .timeLimit(.minutes(1)))
struct InputTests {
    @Test("Given a payload in a file or on standard input, when inspected, then one object is printed")
    func single() async throws {
        let bench = try CommandBench()
        try bench.directory.write(Self.payload, to: "a.json")
        let file = try await bench.run("inspect", "a.json")
        #expect(file.exitCode == .done)
        #expect(try file.json["provider"]?.string == "generic")
        #expect(try file.json["media"]?.elements.map { $0["url"]?.string } == ["https://a.example/i.jpg?k=v"])
        #expect(try file.json["input"] == nil)
        let piped = try await bench.run("inspect", "-", input: Array(Self.payload.utf8))
        #expect(piped.output == file.output)
    }

    @Test("Given several inputs, an array and JSON lines, when inspected, then each result has its input")
    func several() async throws {
        let bench = try CommandBench()
        try bench.directory.write(Self.payload, to: "a.json")
        try bench.directory.write("[\(Self.payload),{}]", to: "list.json")
        try bench.directory.write("\n{}\n\(Self.payload)\n", to: "lines.jsonl")
        #expect(try await inputs(bench, "a.json", "a.json") == ["a.json", "a.json"])
        #expect(try await inputs(bench, "list.json") == ["list.json#0", "list.json#1"])
        #expect(try await inputs(bench, "lines.jsonl") == ["lines.jsonl:2", "lines.jsonl:3"])
        #expect(
            try await inputs(bench, "a.json", "list.json", "lines.jsonl") == [
                "a.json", "list.json#0", "list.json#1", "lines.jsonl:2", "lines.jsonl:3",
            ])
    }

    @Test("Given a list that is too long for the deadline, when inspected or fetched, then the printed part is whole")
    func listPastDeadline() async throws {
        var bench = try CommandBench()
        bench.start = .now.advanced(by: .seconds(-10))
        for command in ["inspect", "fetch"] {
            let outcome = try await bench.run(
                command, "--deadline", "1", "--format=json", "-", input: Array("[{},{},{}]".utf8))
            #expect(outcome.exitCode == .unreadableInput)
            #expect(try outcome.json.elements.map { $0["input"]?.string } == ["-#0"])
            #expect(try outcome.refusal?["code"]?.string == "input-incomplete")
            #expect(outcome.error.contains("the deadline came after payload 1; the others were not read"))
        }
    }

    @Test("Given a first word that is nearly a command, when there are files too, then none of them is read")
    func nearlyCommandWithFiles() async throws {
        let bench = try CommandBench()
        try bench.directory.write("{}", to: "a.json")
        let outcome = try await bench.run("insect", "a.json", "--format=jsonl")
        #expect(outcome.exitCode == .unreadableInput)
        #expect(outcome.output == "")
        #expect(outcome.error.contains("did you mean the command inspect?"))
        #expect(try await bench.run("pushes", "list").json.elements.count { _ in true } == 0)
    }

    @Test("Given standard input twice, when inspected, then it is wrong usage and nothing is read")
    func standardInputTwice() async throws {
        let bench = try CommandBench()
        let outcome = try await bench.run("inspect", "-", "-", input: Array("{}".utf8))
        #expect(outcome.exitCode == .usage)
        #expect(outcome.output == "")
        #expect(outcome.error.contains("standard input is named more than once"))
    }

    @Test("Given an empty array, when inspected, then an empty array is printed")
    func emptyArray() async throws {
        let bench = try CommandBench()
        let outcome = try await bench.run("inspect", "-", input: Array("[]".utf8))
        #expect(outcome.output == "[]\n")
        #expect(outcome.exitCode == .done)
    }

    @Test("Given JSON lines as format, when inspected, then each result is one line")
    func jsonLines() async throws {
        let bench = try CommandBench()
        let outcome = try await bench.run("inspect", "-", "--format", "jsonl", input: Array("[{},{}]".utf8))
        #expect(try outcome.lines.map { $0["input"]?.string } == ["-#0", "-#1"])
    }

    @Test("Given a bad line among JSON lines, when inspected, then it is an error of that line and the others go on")
    func badLine() async throws {
        let bench = try CommandBench()
        try bench.directory.write("{}\n{\"a\":}\n{}\n", to: "l.jsonl")
        let outcome = try await bench.run("inspect", "l.jsonl", "--format=jsonl")
        #expect(outcome.exitCode == .unreadableInput)
        let lines = try outcome.lines
        #expect(lines.map { $0["input"]?.string } == ["l.jsonl:1", "l.jsonl:2", "l.jsonl:3"])
        #expect(lines[1]["error"]?["code"]?.string == "input-not-json")
        #expect(outcome.error.contains("\(bench.directory.path)/l.jsonl: line 2, column 6"))
    }

    @Test(
        "Given one input among several that is missing, when inspected, then the others are printed and the exit is 3")
    func missingAmongSeveral() async throws {
        let bench = try CommandBench()
        try bench.directory.write(Self.payload, to: "a.json")
        let outcome = try await bench.run("inspect", "none.json", "a.json")
        #expect(outcome.exitCode == .unreadableInput)
        let results = Array(try outcome.json.elements)
        #expect(results.first?["error"]?["code"]?.string == "input-not-found")
        #expect(results.last?["provider"]?.string == "generic")
    }

    @Test(
        "Given an input that cannot be read, when inspected, then the refusal has its path, what is wrong and the remedy",
        arguments: [
            ("none.json", "none.json: No such file or directory", "input-not-found"),
            ("folder", "folder: Is a directory", "input-not-found"),
            ("empty.json", "empty.json: not JSON: the text is empty", "input-not-json"),
            ("broken.json", "broken.json: line 2, column 8: not JSON", "input-not-json"),
            ("deep.json", "deep.json: line 1, column 10001: JSON nested deeper than 10,000 levels", "payload-too-deep"),
            ("large.json", "large.json: the input has more than 67,108,864 bytes", "payload-too-large"),
        ])
    func refused(name: String, message: String, code: String) async throws {
        let bench = try CommandBench()
        try bench.directory.makeDirectory("folder")
        try bench.directory.write("", to: "empty.json")
        try bench.directory.write("{\n  \"a\": }", to: "broken.json")
        try bench.directory.write(String(repeating: "[", count: 10_001), to: "deep.json")
        let large = try bench.directory.write("", to: "large.json")
        #expect(truncate(large, 67_108_865) == 0)
        let outcome = try await bench.run("inspect", name, "--format", "json")
        #expect(outcome.exitCode == .unreadableInput)
        #expect(outcome.output == "")
        #expect(outcome.error.hasPrefix("attachfetch: \(bench.directory.path)/\(message)"))
        #expect(try outcome.refusal?["code"]?.string == code)
        #expect(try outcome.refusal?["remedy"]?.string?.isEmpty == false)
    }

    @Test("Given a word that is nearly a command, when there is no such file, then the command is suggested")
    func nearlyCommand() async throws {
        let bench = try CommandBench()
        let outcome = try await bench.run("polcy")
        #expect(outcome.error.hasSuffix("did you mean the command policy?\n"))
        #expect(outcome.exitCode == .unreadableInput)
    }

    @Test("Given pipes that nobody closes, when the deadline comes, then the input was not complete")
    func neverClosed() async throws {
        var bench = try CommandBench()
        bench.start = .now - .seconds(10)
        let pipe = Pipe()
        pipe.write("{\"a\":")
        let piped = await bench.run(
            ["inspect", "-", "--deadline", "10", "--format=json"], inputDescriptor: pipe.reading)
        #expect(piped.exitCode == .unreadableInput)
        #expect(try piped.refusal?["code"]?.string == "input-incomplete")
        #expect(piped.error.contains("standard input: the input was not complete by the deadline"))
        let fifo = bench.directory.path(of: "fifo")
        #expect(mkfifo(fifo, 0o600) == 0)
        let named = try await bench.run("inspect", "fifo", "--deadline=10", "--format=json")
        #expect(named.exitCode == .unreadableInput)
        #expect(try named.refusal?["message"]?.string?.hasPrefix(fifo) == true)
    }

    @Test("Given a pipe that nobody closes, when a signal comes, then the call ends at once with its code")
    func signal() async throws {
        let bench = try CommandBench()
        let pipe = Pipe()
        let interruption = bench.interruption
        async let outcome = bench.run(["inspect", "-"], inputDescriptor: pipe.reading)
        interruption.stop(.terminated)
        #expect(await outcome.exitCode == .terminated)
    }

    @Test("Given a FIFO, when somebody writes and closes it, then it is read")
    func fifo() async throws {
        let bench = try CommandBench()
        let path = bench.directory.path(of: "fifo")
        #expect(mkfifo(path, 0o600) == 0)
        startThread {
            let descriptor = open(path, O_WRONLY)
            _ = Array(Self.payload.utf8).withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            close(descriptor)
        }
        let outcome = try await bench.run("inspect", "fifo")
        #expect(try outcome.json["media"]?.elements.count { _ in true } == 1)
    }

    static let payload = #"{"aps":{"alert":"B"},"image-url":"https://a.example/i.jpg?k=v"}"#

    private func inputs(_ bench: CommandBench, _ names: String...) async throws -> [String?] {
        let outcome = await bench.run(["inspect"] + names, inputDescriptor: -1)
        return try outcome.json.elements.map { $0["input"]?.string }
    }
}
