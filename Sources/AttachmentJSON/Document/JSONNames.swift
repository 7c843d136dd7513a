/// Names to look for in objects, made once and used often.
public struct JSONNames: Sendable {
    let names: [[UInt8]]
    let prefixes: [[UInt8]]
    /// The names by the length and the first byte of their UTF-8, so that most members are passed over at a glance.
    private let candidates: [Int: [Int]]
    private let prefixesByFirstByte: [[Int]]
    /// For each first byte the lengths that occur, as bits; bit 63 stands for all from 63 up.
    private let lengths: [UInt64]
    private let longest: Int

    /// - Parameters:
    ///   - names: whole names, compared code point by code point.
    ///   - prefixes: beginnings of names; none of them empty.
    public init(_ names: [String], prefixes: [String] = []) {
        self.names = names.map { Array($0.utf8) }
        self.prefixes = prefixes.map { Array($0.utf8) }.filter { !$0.isEmpty }
        var candidates: [Int: [Int]] = [:]
        var lengths = [UInt64](repeating: 0, count: 256)
        var byFirst = [[Int]](repeating: [], count: 256)
        for (place, name) in self.names.enumerated() {
            candidates[Self.key(count: name.count, first: name.first ?? 0), default: []].append(place)
            lengths[Int(name.first ?? 0)] |= Self.bit(name.count)
        }
        for (place, prefix) in self.prefixes.enumerated() { byFirst[Int(prefix[0])].append(place) }
        self.candidates = candidates
        self.lengths = lengths
        longest = self.names.map(\.count).max() ?? 0
        prefixesByFirstByte = byFirst
    }

    /// Which of the names stands at that place of the text.
    @inline(__always)
    func match(_ text: ValidText, at start: Int) -> Int? {
        let stop = Words.nextQuoteOrBackslash(in: text.bytes, from: start + 1)
        guard text.bytes[stop] == .quote else { return escapedMatch(text, at: start) }
        let count = stop - start - 1
        let first = count == 0 ? 0 : text.bytes[start + 1]
        guard lengths[Int(first)] & Self.bit(count) != 0 else { return nil }
        return match(text, at: start, count: count, first: first)
    }

    private func escapedMatch(_ text: ValidText, at start: Int) -> Int? {
        var reader = StringReader(text.bytes, at: start)
        guard let first = reader.next(), lengths[Int(first)] != 0 else { return nil }
        var count = 1
        while count <= longest, reader.next() != nil { count += 1 }
        return match(text, at: start, count: count, first: first)
    }

    private func match(_ text: ValidText, at start: Int, count: Int, first: UInt8) -> Int? {
        candidates[Self.key(count: count, first: first)]?.first { text.string(at: start, equals: names[$0]) }
    }

    /// Which of the prefixes begin the name at that place of the text.
    @inline(__always)
    func prefixMatches(_ text: ValidText, at start: Int) -> [Int] {
        var reader = StringReader(text.bytes, at: start)
        guard let first = reader.next() else { return [] }
        let likely = prefixesByFirstByte[Int(first)]
        return likely.isEmpty ? [] : likely.filter { text.string(at: start, hasPrefix: prefixes[$0]) }
    }

    private static func key(count: Int, first: UInt8) -> Int { count << 8 | Int(first) }

    private static func bit(_ count: Int) -> UInt64 { 1 << UInt64(min(count, 63)) }
}

/// The members of one object that were looked for.
public final class JSONSelection: Sendable {
    private let text: JSONStorage
    private let offsets: [Int]
    /// The places of the prefixes, in the list of prefixes, with which a member's name begins; each once, ascending.
    public let prefixes: [Int]

    init(text: JSONStorage, offsets: [Int], prefixes: [Int]) {
        self.text = text
        self.offsets = offsets
        self.prefixes = prefixes
    }

    /// The member with the name at that place of the list; of duplicates the last. Nil when the object has none.
    public subscript(place: Int) -> JSONValue? {
        offsets[place] < 0 ? nil : JSONValue(text: text, offset: offsets[place])
    }

    /// The places, in the list of names, of those that the object has; ascending.
    public var names: [Int] { offsets.indices.filter { offsets[$0] >= 0 } }
}

extension JSONValue {
    /// Looks for all these names in one pass. Of a value that is no object nothing is found.
    public func members(named names: JSONNames) -> JSONSelection {
        var offsets = [Int](repeating: -1, count: names.names.count)
        var prefixFound = [Bool](repeating: false, count: names.prefixes.count)
        if kind == .object {
            _ = text.read { text in
                text.forEachMember(ofObjectAt: offset) { member, value in
                    if let place = names.match(text, at: member) { offsets[place] = value }
                    for place in names.prefixMatches(text, at: member) { prefixFound[place] = true }
                }
            }
        }
        return JSONSelection(
            text: text, offsets: offsets, prefixes: prefixFound.indices.filter { prefixFound[$0] })
    }
}
