public import AttachmentDomain
public import AttachmentJSON

/// Why no work starts on a policy.
@nonexhaustive
public enum PolicyError: Error, Hashable, Sendable {
    /// The file that was named cannot be read; `reason` is the system's word for it.
    case unreadable(path: String, reason: String)
    /// The file is no JSON text.
    case notJSON(path: String, fault: JSONFault)
    /// Keys that do not exist or values that cannot be; at least one, in the order of the file.
    case invalid(path: String, faults: [PolicyFault])
}

/// One thing wrong in a policy file.
public struct PolicyFault: Hashable, Sendable {
    /// Counted from 1.
    public var line: Int
    /// The key in full, as `network.maxRedirects` or `types[3].mime`.
    public var key: String
    /// What is wrong with it.
    public var explanation: String
    /// What to do about it.
    public var remedy: String

    init(line: Int, key: String, explanation: String, remedy: String) {
        self.line = line
        self.key = key
        self.explanation = explanation
        self.remedy = remedy
    }
}

extension PolicyError: ExplainedError {
    public var code: Code { .policyInvalid }

    public var explanation: String {
        switch self {
        case .unreadable(let path, let reason): "\(path): \(reason)"
        case .notJSON(let path, let fault): "\(path):\(fault.line):\(fault.column): \(fault.what)"
        case .invalid(let path, let faults):
            faults.map { "\(path):\($0.line): \($0.key) \($0.explanation)" }.joined(separator: "; ")
        }
    }

    public var remedy: String {
        switch self {
        case .unreadable: "name a file that can be read with --policy or ATTACHFETCH_POLICY"
        case .notJSON: "correct the JSON at that place"
        case .invalid(_, let faults): faults.first?.remedy ?? code.facts.remedy
        }
    }
}
