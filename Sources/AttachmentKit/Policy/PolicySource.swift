/// Where a value of the policy came from. Flags win over the environment, that over the file, that over the default.
public enum PolicySource: Hashable, Sendable {
    case builtIn
    case file(path: String, line: Int)
    case environment(variable: String)
    case flag(name: String)
}

extension PolicySource: CustomStringConvertible {
    /// As `built-in`, `/etc/cache-policy.json:12`, `$NAME`, `--deadline`.
    public var description: String {
        switch self {
        case .builtIn: "built-in"
        case .file(let path, let line): "\(path):\(line)"
        case .environment(let variable): "$\(variable)"
        case .flag(let name): name
        }
    }
}
