/// The range that a request asks for (RFC 9110 section 14.1.2): one range of bytes.
enum ByteRange: Hashable {
    case satisfiable(Range<Int>)
    case unsatisfiable

    /// Nil where the header is to be ignored: another unit, several ranges, bad syntax.
    init?(_ header: String, of count: Int) {
        guard header.hasPrefix("bytes=") else { return nil }
        let ends = header.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2 else { return nil }
        switch (Int(ends[0]), Int(ends[1])) {
        case (let first?, let last?) where first <= last:
            self = first < count ? .satisfiable(first..<min(last + 1, count)) : .unsatisfiable
        case (let first?, nil) where ends[1].isEmpty:
            self = first < count ? .satisfiable(first..<count) : .unsatisfiable
        case (nil, let length?) where ends[0].isEmpty:
            self = length > 0 && count > 0 ? .satisfiable(max(0, count - length)..<count) : .unsatisfiable
        default:
            return nil
        }
    }
}
