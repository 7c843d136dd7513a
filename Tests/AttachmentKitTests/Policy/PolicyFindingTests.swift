import AttachmentDomain
import Glibc
import Testing

@testable import AttachmentKit

@Suite("The policy file is found", .timeLimit(.minutes(1)))
struct PolicyFindingTests {
    @Test("Given files for flag, environment and directory, when found, then the flag wins, then the environment")
    func precedence() throws {
        let directory = try Directory(["cache-policy.json": 1, "b.json": 2, "c.json": 3])
        func count(_ name: String?, _ environment: [String: String] = [:]) throws -> Int {
            try PolicyFile.load(named: name, environment: environment, directory: directory.path).policy.pushes.maxCount
        }
        #expect(try count("c.json", ["ATTACHFETCH_POLICY": "b.json"]) == 3)
        #expect(try count("\(directory.path)/c.json") == 3)
        #expect(try count(nil, ["ATTACHFETCH_POLICY": "b.json"]) == 2)
        #expect(try count(nil, ["ATTACHFETCH_POLICY": ""]) == 1)
        #expect(try count(nil) == 1)
    }

    @Test("Given no file anywhere, when nothing names one, then the policy is built in")
    func builtIn() throws {
        let directory = try Directory([:])
        let policy = try PolicyFile.load(named: nil, environment: [:], directory: directory.path)
        #expect(policy.file == nil)
        #expect(policy.policy == CachePolicy())
    }

    @Test("Given a named file that cannot be read, when found, then the error has its path and the system's words")
    func unreadable() throws {
        let directory = try Directory([:])
        let absent = #expect(throws: PolicyError.self) {
            try PolicyFile.load(named: "none.json", environment: [:], directory: directory.path)
        }
        #expect(absent == .unreadable(path: "\(directory.path)/none.json", reason: "No such file or directory"))
        let folder = #expect(throws: PolicyError.self) {
            try PolicyFile.load(named: directory.path, environment: [:], directory: "/")
        }
        #expect(folder == .unreadable(path: directory.path, reason: "Is a directory"))
        #expect(folder?.code == .policyInvalid)
    }

    @Test("Given a file without end, when read, then reading stops at the limit")
    func endless() {
        let error = #expect(throws: PolicyError.self) {
            try PolicyFile.load(named: "/dev/zero", environment: [:], directory: "/")
        }
        #expect(error == .unreadable(path: "/dev/zero", reason: "it has more than 1048576 bytes"))
    }
}

/// A temporary directory of policy files that differ in `pushes.maxCount`.
private final class Directory {
    let path: String
    private let names: [String]

    init(_ files: [String: Int]) throws {
        var template = Array("/tmp/attachfetch-policy-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw RepositoryFiles.Missing(name: "temporary directory") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        names = Array(files.keys)
        for (name, count) in files {
            guard let file = fopen("\(path)/\(name)", "w") else { throw RepositoryFiles.Missing(name: name) }
            fputs("{\"pushes\": {\"maxCount\": \(count)}}", file)
            fclose(file)
        }
    }

    deinit {
        for name in names {
            unlink("\(path)/\(name)")
        }
        rmdir(path)
    }
}
