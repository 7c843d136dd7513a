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
        do throws(SmallFile.Fault) {
            return try SmallFile.read(path, maxBytes: maxBytes)
        } catch .absent where mayBeAbsent {
            return nil
        } catch {
            throw .unreadable(path: path, reason: error.words)
        }
    }
}
