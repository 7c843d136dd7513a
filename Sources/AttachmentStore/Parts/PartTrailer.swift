import AttachmentDomain
import AttachmentJSON

/// What stands behind the bytes of a part in its file: the facts as JSON, their length, and a mark.
///
/// Behind and not before, so that a spool becomes a part, and a part a spool again, without its bytes being moved.
struct PartTrailer: Codable, Hashable {
    var facts: StoredPart.Facts
    /// The start of the machine in which it was written. Nothing is synced, so after another start the bytes are
    /// doubtful.
    var boot: String

    /// Eight bytes of length, most significant first, and the mark.
    static let footBytes = 16
    /// No head of a response is half as long.
    static let maxBytes = 1 << 20
    private static let mark = Array("attpart1".utf8)

    /// The bytes to be appended.
    func encoded(shownAs path: String) throws(StoreError) -> [UInt8] {
        let text = try StoredText.encode(self, shownAs: path).utf8
        let length = (0..<8).map { UInt8(truncatingIfNeeded: text.count >> (56 - 8 * $0)) }
        return Array(text) + length + Self.mark
    }

    /// How many bytes the JSON before this foot has; nil where it is the foot of no part.
    static func length(foot: [UInt8]) -> Int? {
        guard foot.count == footBytes, foot.suffix(8).elementsEqual(mark) else { return nil }
        let length = foot.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return length <= UInt64(maxBytes) ? Int(length) : nil
    }
}
