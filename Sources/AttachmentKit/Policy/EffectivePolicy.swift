public import AttachmentDomain
import AttachmentJSON

/// The policy of one call, with where each of its values came from.
public struct EffectivePolicy: Sendable {
    public private(set) var policy: CachePolicy
    /// The absolute path of the policy file; nil for the built-in policy.
    public let file: String?
    private var sources: [String: PolicySource]

    /// The built-in policy.
    public init() {
        self.init(policy: CachePolicy(), file: nil, lines: [:])
    }

    init(policy: CachePolicy, file: String?, lines: [String: Int]) {
        self.policy = policy
        self.file = file
        sources = lines.mapValues { .file(path: file ?? "", line: $0) }
    }

    /// Lets a flag or a variable of the environment win over what is there. `keys` are the keys that `change` changes.
    public mutating func override(_ keys: String..., by source: PolicySource, _ change: (inout CachePolicy) -> Void) {
        change(&policy)
        for key in keys {
            sources[key] = source
        }
    }

    /// Where the value of that key came from: the key's own source, else that of the list or object around it.
    public func source(of key: String) -> PolicySource {
        var key = key[...]
        while !key.isEmpty {
            if let source = sources[String(key)] {
                return source
            }
            key = key[..<(key.lastIndex { $0 == "." || $0 == "[" } ?? key.startIndex)]
        }
        return .builtIn
    }
}
