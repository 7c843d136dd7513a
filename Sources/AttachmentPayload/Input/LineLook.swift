import AttachmentJSON

/// Tells JSON lines from one document that is broken.
enum LineLook {
    /// So many lines are looked at.
    private static let sample = 64

    /// Whether a text that is no JSON document as a whole is a document for each line.
    ///
    /// Two lines or more; no list in brackets; and either every line begins an object and one of them is whole, or two
    /// are and they make up half of all.
    static func areJSONLines(_ bytes: [UInt8], limits: JSONLimits) -> Bool {
        let lines = Array(LineSequence(bytes: bytes).prefix(sample))
        let first = lines.first?.bytes.first { !LineSequence.isBlank($0) }
        guard lines.count > 1, first != UInt8(ascii: "[") else { return false }
        let whole = lines.count { isObject($0, limits) }
        let allBegin = lines.allSatisfy(beginsObject)
        return whole >= 1 && allBegin || whole >= 2 && whole * 2 >= lines.count
    }

    private static func beginsObject(_ line: InputLine) -> Bool {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = line.bytes.starts(with: mark) ? line.bytes.dropFirst(mark.count) : line.bytes
        return text.first { !LineSequence.isBlank($0) } == UInt8(ascii: "{")
    }

    private static func isObject(_ line: InputLine, _ limits: JSONLimits) -> Bool {
        guard beginsObject(line) else { return false }
        do {
            return try JSONDocument(Array(line.bytes), limits: limits).root.kind == .object
        } catch {
            return false
        }
    }
}
