import Glibc

/// Files of the repository's root, for tests that hold them against the code.
enum RepositoryFiles {
    static var root: String {
        let steps = #filePath.split(separator: "/").dropLast(4)
        return "/" + steps.joined(separator: "/")
    }

    static func bytes(of name: String) throws -> [UInt8] {
        guard let file = fopen("\(root)/\(name)", "rb") else { throw Missing(name: name) }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
            bytes.append(contentsOf: buffer[..<count])
        }
        return bytes
    }

    struct Missing: Error {
        var name: String
    }
}
