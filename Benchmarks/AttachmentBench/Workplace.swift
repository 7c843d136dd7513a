import AttachmentTesting
import Glibc

/// Where a benchmark works: a directory on the file system under test, and the programs that are compared.
struct Workplace {
    let directory: TemporaryDirectory
    /// The program under test, beside this one.
    let tool: String
    /// This program, which also plays an embedding one.
    let itself: String

    /// Throws when the directory cannot be made, or a program is missing.
    init(in parent: String) async throws {
        guard let resolved = realpath("/proc/self/exe", nil) else { throw BenchFault("/proc/self/exe cannot be read") }
        defer { free(resolved) }
        itself = String(cString: resolved)
        let folder = itself.split(separator: "/").dropLast().joined(separator: "/")
        tool = "/\(folder)/attachfetch"
        guard access(tool, X_OK) == 0 else {
            throw BenchFault("\(tool) is missing; build it with: swift build -c release --product attachfetch")
        }
        guard let absolute = realpath(parent, nil) else { throw BenchFault("\(parent) is no directory") }
        defer { free(absolute) }
        directory = try TemporaryDirectory("bench", in: String(cString: absolute))
        await Self.spread(directory.path)
    }

    /// Lets ext4 put each new directory into another block group: it walks over all recently deleted inodes of a group
    /// for each file made there, which would make whoever comes second look slow. Other file systems refuse; no matter.
    private static func spread(_ path: String) async {
        _ = try? await ChildProcess.run("chattr", ["+T", path])
    }

    /// A new, empty directory.
    func freshDirectory(_ name: String) throws -> String {
        try directory.makeDirectory(name)
    }

    /// Runs a program to its end with nothing left to be written by the one before.
    func run(_ program: String, _ arguments: [String]) async throws -> ProcessResult {
        sync()
        return try await ChildProcess.run(program, arguments)
    }
}
