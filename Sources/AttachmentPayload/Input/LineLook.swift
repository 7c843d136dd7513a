import AttachmentJSON

/// Tells JSON lines from one document that is broken.
enum LineLook {
    /// So many lines are looked at.
    private static let sample = 64

    /// Whether a text that is no JSON document as a whole is a document for each line.
    ///
    /// Two lines or more, of which the first is a whole document, as no line of a larger document is. Where the first
    /// is the bad one: no list in brackets, and every line begins an object, or half of all are whole ones.
    static func areJSONLines(_ bytes: [UInt8], limits: JSONLimits) -> Bool {
        let lines = Array(LineSequence(bytes: bytes).prefix(sample))
        guard let first = lines.first, lines.count > 1 else { return false }
        if document(first, limits) != nil { return true }
        guard first.bytes.first(where: { !LineSequence.isBlank($0) }) != UInt8(ascii: "[") else { return false }
        let whole = lines.count { isObject($0, limits) }
        return whole >= 1 && (lines.allSatisfy(beginsObject) || whole * 2 >= lines.count)
    }

    private static func document(_ line: InputLine, _ limits: JSONLimits) -> JSONDocument? {
        do {
            return try JSONDocument(Array(line.bytes), limits: limits)
        } catch {
            return nil
        }
    }

    private static func beginsObject(_ line: InputLine) -> Bool {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = line.bytes.starts(with: mark) ? line.bytes.dropFirst(mark.count) : line.bytes
        return text.first { !LineSequence.isBlank($0) } == UInt8(ascii: "{")
    }

    private static func isObject(_ line: InputLine, _ limits: JSONLimits) -> Bool {
        beginsObject(line) && document(line, limits)?.root.kind == .object
    }
}
