public import AttachmentDomain

/// Why a value and JSON text do not turn into one another.
@nonexhaustive
public enum JSONTextError: Error, Hashable, Sendable {
    /// The number at that path is not finite, which JSON cannot write (RFC 8259 section 6).
    case unwritable(path: String, value: String)
    /// A value refused to be encoded.
    case unencodable(explanation: String)
    /// The bytes are no JSON text.
    case notJSON(JSONFault)
    /// The JSON at that path does not fit the type. Line and column count from 1.
    case unfit(path: String, explanation: String, line: Int, column: Int)
}

extension JSONTextError: ExplainedError {
    public var code: Code {
        if case .notJSON(let fault) = self { fault.code } else { .inputNotJSON }
    }

    public var explanation: String {
        switch self {
        case .unwritable(let path, let value): "\(path) is \(value), which JSON cannot write"
        case .unencodable(let explanation): explanation
        case .notJSON(let fault): fault.explanation
        case .unfit(let path, let explanation, let line, let column):
            "line \(line), column \(column): \(path) \(explanation)"
        }
    }
}

extension [any CodingKey] {
    /// The path as `profiles.ios.documented.3`; `the value` for the root.
    var dottedText: String {
        isEmpty ? "the value" : map(\.stringValue).joined(separator: ".")
    }
}
