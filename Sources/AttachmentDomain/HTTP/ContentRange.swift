/// The Content-Range field (RFC 9110 14.4): which bytes of the whole a response carries.
public struct ContentRange: Hashable, Sendable {
    /// The first byte and the last, counted from 0.
    public let bytes: ClosedRange<Int64>
    /// The length of the whole; nil where the origin writes `*`.
    public let total: Int64?

    /// Reads `bytes 0-99/100` or `bytes 0-99/*`. Nil for other units, for the unsatisfied form `bytes */100`, and for
    /// numbers that cannot be: a last byte before the first, or past the end.
    public init?(_ field: String?) {
        guard let field, field.utf8.count <= 128 else { return nil }
        let words = field.split(whereSeparator: { $0 == " " || $0 == "\t" })
        guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
        let halves = words[1].split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count == 2 else { return nil }
        let ends = halves[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]), first <= last else {
            return nil
        }
        if halves[1] == "*" {
            total = nil
        } else {
            guard let length = Self.number(halves[1]), last < length else { return nil }
            total = length
        }
        bytes = first...last
    }

    /// How many bytes the range has.
    public var count: Int64 { bytes.upperBound - bytes.lowerBound + 1 }

    /// Whether it is all of the whole.
    public var isWhole: Bool { bytes.lowerBound == 0 && bytes.upperBound + 1 == total }

    /// Digits alone, and one less than the largest number, so that lengths can be counted without overflow.
    private static func number(_ text: Substring) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }), let value = Int64(text),
            value < Int64.max
        else { return nil }
        return value
    }
}
