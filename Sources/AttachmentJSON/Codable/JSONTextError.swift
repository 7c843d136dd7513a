public import AttachmentDomain

/// Why a value and JSON text do not turn into one another.
@nonexhaustive
public enum JSONTextError: Error, Hashable, Sendable {
    /// The number at that path is not finite, which JSON cannot write (RFC 8259 section 6).
    case unwritable(path: String, value: String)
    /// A value refused to be encoded.
    case unencodable(explanation: String)
}

extension JSONTextError: ExplainedError {
    public var code: Code { .inputNotJSON }

    public var explanation: String {
        switch self {
        case .unwritable(let path, let value): "\(path) is \(value), which JSON cannot write"
        case .unencodable(let explanation): explanation
        }
    }
}

extension [any CodingKey] {
    /// The path as `profiles.ios.documented.3`; `the value` for the root.
    var dottedText: String {
        isEmpty ? "the value" : map(\.stringValue).joined(separator: ".")
    }
}
