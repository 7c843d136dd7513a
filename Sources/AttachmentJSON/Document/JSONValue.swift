/// One value of a document: a position in its text. Copies are cheap, and keep the text alive.
///
/// Every accessor is total: it answers nil, or an empty sequence, for a value of another kind.
public struct JSONValue: Sendable {
    let text: JSONStorage
    /// Where the value begins, in bytes from the start of the text.
    public let offset: Int

    /// What a value can be: RFC 8259 section 3.
    public enum Kind: Hashable, Sendable {
        case null
        case bool
        case number
        case string
        case array
        case object
    }

    public var kind: Kind {
        switch text.bytes[offset] {
        case UInt8(ascii: "n"): .null
        case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool
        case .quote: .string
        case .openBracket: .array
        case .openBrace: .object
        default: .number
        }
    }

    /// The bytes of the text that the value takes, from its first to after its last.
    public var textRange: Range<Int> {
        offset..<text.read { $0.end(ofValueAt: offset) }
    }

    /// The bytes of the value as they stand in the text.
    public var sourceBytes: ArraySlice<UInt8> { text.bytes[textRange] }

    /// The value as it stands in the text.
    public var sourceText: String { String(decoding: sourceBytes, as: UTF8.self) }

    /// The line and the column where the value begins, both from 1; columns count Unicode scalar values.
    public var position: (line: Int, column: Int) {
        text.bytes.withUnsafeBufferPointer { TextPosition.of(offset, in: $0) }
    }
}

extension JSONValue {
    /// Of a root the whole text with its blanks, without a byte order mark; of any other value its own.
    public var sourceDocumentText: String { String(decoding: documentSlice, as: UTF8.self) }

    /// The bytes of ``sourceDocumentText``; nothing is copied where they are the whole text.
    public var sourceDocumentBytes: [UInt8] {
        let slice = documentSlice
        return slice.count == text.bytes.count ? text.bytes : Array(slice)
    }

    private var documentSlice: ArraySlice<UInt8> {
        guard offset == text.root else { return sourceBytes }
        return text.bytes[(text.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)...]
    }
}
