public import AttachmentDomain
import AttachmentJSON

/// The policy of one call, with where each of its values came from.
public struct EffectivePolicy: Sendable {
    public private(set) var policy: CachePolicy
    /// The absolute path of the policy file; nil for the built-in policy.
    public let file: String?
    /// Where each value of the file stands in it; lines are counted only when somebody asks.
    private let document: JSONDocument?
    private let offsets: [String: Int]
    private var overrides: [String: PolicySource] = [:]

    /// The built-in policy.
    public init() {
        self.init(policy: CachePolicy())
    }

    init(policy: CachePolicy, file: String? = nil, document: JSONDocument? = nil, offsets: [String: Int] = [:]) {
        self.policy = policy
        self.file = file
        self.document = document
        self.offsets = offsets
    }

    /// Lets a flag or a variable of the environment win over what is there. `keys` are the keys that `change` changes.
    public mutating func override(_ keys: String..., by source: PolicySource, _ change: (inout CachePolicy) -> Void) {
        change(&policy)
        for key in keys {
            overrides[key] = source
        }
    }

    /// Where the value of that key came from: the key's own source, else that of the list or object around it.
    public func source(of key: String) -> PolicySource {
        var key = key[...]
        while !key.isEmpty {
            if let source = overrides[String(key)] ?? fileSource(of: String(key)) {
                return source
            }
            key = key[..<(key.lastIndex { $0 == "." || $0 == "[" } ?? key.startIndex)]
        }
        return .builtIn
    }

    private func fileSource(of key: String) -> PolicySource? {
        guard let file, let document, let offset = offsets[key] else { return nil }
        return .file(path: file, line: document.position(of: offset).line)
    }
}
