public import AttachmentDomain

/// Why a text was not taken as JSON, and where.
public struct JSONFault: Error, Hashable, Sendable {
    /// What is wrong.
    public let kind: Kind
    /// Where reading stopped, in bytes from the start of the text.
    public let offset: Int
    /// The line of that place, from 1. Lines end with a line feed.
    public let line: Int
    /// The column of that place, from 1, counted in Unicode scalar values.
    public let column: Int

    /// What can be wrong with a text.
    @nonexhaustive
    public enum Kind: Hashable, Sendable {
        /// It breaks the grammar of RFC 8259: what was expected and what was found, for people.
        case syntax(String)
        /// It holds nothing but blanks.
        case empty
        /// It is of another encoding than UTF-8, or compressed: the name of that.
        case foreign(String)
        /// It has more bytes than the limit allows.
        case tooLarge(bytes: Int, limit: Int)
        /// Arrays and objects are nested deeper than the limit allows.
        case tooDeep(limit: Int)
    }

    public init(kind: Kind, offset: Int, line: Int, column: Int) {
        self.kind = kind
        self.offset = offset
        self.line = line
        self.column = column
    }

    /// The same fault of a text that begins `lines` lines and `bytes` bytes further down in a larger one.
    public func moved(lines: Int, bytes: Int) -> JSONFault {
        JSONFault(kind: kind, offset: offset + bytes, line: line + lines, column: column)
    }
}

extension JSONFault: ExplainedError {
    public var code: Code {
        switch kind {
        case .syntax, .empty, .foreign: .inputNotJSON
        case .tooLarge: .payloadTooLarge
        case .tooDeep: .payloadTooDeep
        }
    }

    public var explanation: String {
        switch kind {
        case .tooLarge, .empty, .foreign: return what
        default: break
        }
        return "line \(line), column \(column): \(what)"
    }

    public var remedy: String {
        switch kind {
        case .empty: "give a JSON document, or JSON lines"
        case .foreign("gzip"): "unpack it first"
        case .foreign: "convert it to UTF-8"
        default: code.facts.remedy
        }
    }

    /// What is wrong, without its place.
    public var what: String {
        switch kind {
        case .syntax(let detail): "not JSON: \(detail)"
        case .empty: "not JSON: the text is empty"
        case .foreign(let name): "not JSON: the text is \(name), and JSON is plain UTF-8"
        case .tooLarge(let bytes, let limit):
            "\(grouped(Int64(bytes))) bytes of JSON exceed the limit of \(grouped(Int64(limit))) (payload.maxBytes)"
        case .tooDeep(let limit): "JSON nested deeper than \(grouped(Int64(limit))) levels (payload.maxDepth)"
        }
    }
}
