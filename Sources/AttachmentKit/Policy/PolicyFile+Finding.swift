import Glibc

extension PolicyFile {
    /// The variable of the environment that names the policy file.
    public static let variable = "ATTACHFETCH_POLICY"
    /// The file that is used in the current directory when nothing names another.
    public static let usualName = "cache-policy.json"

    /// Finds and reads the policy of one call: the file that is `named`, else that of `ATTACHFETCH_POLICY`, else
    /// `cache-policy.json` in `directory`, else the built-in policy.
    ///
    /// Relative names start from `directory`, which is absolute. Blocks while it reads. A named file that does not exist
    /// is an error; no `cache-policy.json` in the directory is none.
    public static func load(
        named name: String?, environment: [String: String], directory: String
    ) throws(PolicyError) -> EffectivePolicy {
        let named = name ?? environment[variable].flatMap { $0.isEmpty ? nil : $0 }
        let path = absolute(named ?? usualName, in: directory)
        guard let bytes = try contents(of: path, mayBeAbsent: named == nil) else { return EffectivePolicy() }
        return try read(bytes, path: path)
    }

    private static func absolute(_ name: String, in directory: String) -> String {
        name.hasPrefix("/") ? name : "\(directory)/\(name)"
    }

    /// The bytes of the file; nil when it does not exist and need not.
    private static func contents(of path: String, mayBeAbsent: Bool) throws(PolicyError) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if mayBeAbsent && errno == ENOENT {
                return nil
            }
            throw .unreadable(path: path, reason: String(cString: strerror(errno)))
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        while true {
            let count = append(from: descriptor, to: &bytes)
            if count == 0 {
                return bytes
            }
            guard count > 0 || errno == EINTR else {
                throw .unreadable(path: path, reason: String(cString: strerror(errno)))
            }
            guard bytes.count <= maxBytes else {
                throw .unreadable(path: path, reason: "a policy file has at most \(maxBytes) bytes")
            }
        }
    }

    /// Reads once, up to 64 KiB. Corresponds to `read`: 0 at the end, -1 and errno on failure.
    private static func append(from descriptor: Int32, to bytes: inout [UInt8]) -> Int {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 65536) { buffer in
            let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            if count > 0 {
                bytes.append(contentsOf: buffer[..<count])
            }
            return count
        }
    }
}
