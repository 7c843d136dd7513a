/// What a response carries after its head: pieces of shared bytes in order, and maybe no end.
public struct OriginBody: Sendable, ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    /// A stretch of shared bytes.
    struct Piece: Sendable {
        var bytes: SharedBytes
        var range: Range<Int>

        var count: Int { range.count }
    }

    var pieces: [Piece]
    /// Sent over and over after the pieces, so that the body never ends.
    var endlessTail: Piece?

    /// How many bytes; nil without end.
    public var count: Int? { endlessTail == nil ? pieces.byteCount : nil }

    /// No bytes.
    public static let empty = OriginBody(pieces: [])

    init(pieces: [Piece], endlessTail: Piece? = nil) {
        self.pieces = pieces
        self.endlessTail = endlessTail
    }

    /// These bytes, copied once.
    public init(_ bytes: some Collection<UInt8>) {
        self.init(shared: SharedBytes(bytes))
    }

    /// These bytes, not copied; all of them or those in `range`.
    public init(shared bytes: SharedBytes, range: Range<Int>? = nil) {
        let range = range ?? 0..<bytes.count
        self.init(pieces: range.isEmpty ? [] : [Piece(bytes: bytes, range: range)])
    }

    /// The UTF-8 of the text.
    public init(stringLiteral text: String) {
        self.init(text.utf8)
    }

    public init(arrayLiteral bytes: UInt8...) {
        self.init(bytes)
    }

    /// `pattern` repeated until `count` bytes are reached; the last repetition is cut. Takes no memory per byte.
    public static func repeating(_ pattern: SharedBytes, count: Int) -> OriginBody {
        precondition(pattern.count > 0, "an empty pattern fills nothing")
        let whole = Piece(bytes: pattern, range: 0..<pattern.count)
        var pieces = [Piece](repeating: whole, count: count / pattern.count)
        let rest = count % pattern.count
        if rest > 0 { pieces.append(Piece(bytes: pattern, range: 0..<rest)) }
        return OriginBody(pieces: pieces)
    }

    /// `head`, then `pattern` again and again until the client gives up.
    public static func endless(_ pattern: SharedBytes, after head: OriginBody = .empty) -> OriginBody {
        precondition(pattern.count > 0, "an empty pattern fills nothing")
        return OriginBody(pieces: head.pieces, endlessTail: Piece(bytes: pattern, range: 0..<pattern.count))
    }

    /// The first body followed by the second; the first must have an end.
    public static func + (left: OriginBody, right: OriginBody) -> OriginBody {
        precondition(left.endlessTail == nil, "nothing follows an endless body")
        return OriginBody(pieces: left.pieces + right.pieces, endlessTail: right.endlessTail)
    }

    /// The bytes in that range of a body that has an end, not copied.
    public subscript(range: Range<Int>) -> OriginBody {
        OriginBody(pieces: pieces.split(at: range.upperBound).head.split(at: range.lowerBound).tail)
    }

    /// A copy of all bytes of a body that has an end.
    public var array: [UInt8] {
        pieces.flatMap { $0.bytes.array($0.range) }
    }
}

extension [OriginBody.Piece] {
    var byteCount: Int { reduce(0) { $0 + $1.count } }

    /// The first `count` bytes and the rest, without copying.
    func split(at count: Int) -> (head: Self, tail: Self) {
        var head: Self = []
        var tail: Self = []
        var room = count
        for piece in self {
            let taken = Swift.min(Swift.max(room, 0), piece.count)
            let middle = piece.range.lowerBound + taken
            if taken > 0 { head.append(.init(bytes: piece.bytes, range: piece.range.lowerBound..<middle)) }
            if taken < piece.count { tail.append(.init(bytes: piece.bytes, range: middle..<piece.range.upperBound)) }
            room -= taken
        }
        return (head, tail)
    }
}

extension OriginBody.Piece {
    /// The UTF-8 of a line of protocol.
    init(text: String) {
        self.init(bytes: SharedBytes(text.utf8), range: 0..<text.utf8.count)
    }
}
