import AttachmentDomain

/// A value bound to a parameter of a statement.
enum SQLValue {
    case null
    case integer(Int64)
    case text(String)
    case blob([UInt8])
    case digest(Digest)
    /// A blob of so many bytes that ``Connection/fill(_:of:row:with:)`` writes: no copy of it is made.
    case room(Int)

    var isNull: Bool { if case .null = self { true } else { false } }

    static func optional(_ value: Int64?) -> SQLValue { value.map(SQLValue.integer) ?? .null }
    static func optional(_ value: String?) -> SQLValue { value.map(SQLValue.text) ?? .null }
    static func flag(_ value: Bool) -> SQLValue { .integer(value ? 1 : 0) }
    static func generation(_ value: Generation) -> SQLValue { .integer(Int64(bitPattern: value.bits)) }
}
