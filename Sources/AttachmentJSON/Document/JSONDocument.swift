/// A JSON text that was validated once, and whose values are read where they stand.
///
/// Takes exactly RFC 8259: UTF-8 is checked, a byte order mark in front is passed over, surrogate escapes that form no
/// pair are taken and read as U+FFFD, numbers of any size are taken, and so are escaped NULs. Memory: the text itself
/// and a small index; values are positions in it. Reading is iterative, so depth costs no stack. Any thread.
public struct JSONDocument: Sendable {
    let text: JSONStorage

    /// Validates the text. Throws where it is empty, not JSON, larger or deeper than the limits; a text of blanks alone
    /// counts as empty.
    public init(_ bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(JSONFault) {
        text = try JSONStorage(bytes, limits: limits)
    }

    /// The one value that the text holds.
    public var root: JSONValue { JSONValue(text: text, offset: text.root) }

    /// The bytes of the text, as they were given.
    public var bytes: [UInt8] { text.bytes }

    /// The line and the column of a byte, both from 1; columns count Unicode scalar values.
    public func position(of offset: Int) -> (line: Int, column: Int) {
        text.bytes.withUnsafeBufferPointer { TextPosition.of(offset, in: $0) }
    }
}
