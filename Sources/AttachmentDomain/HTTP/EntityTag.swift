/// An entity tag: the name of one state of a resource (RFC 9110 8.8.3).
///
/// Tags without their quotes, which some origins send, are compared and sent back as they came.
public struct EntityTag: Hashable, Sendable {
    /// As it came.
    public let text: String

    /// Nil for an empty one.
    public init?(_ field: String?) {
        guard let field, !field.isEmpty else { return nil }
        text = field
    }

    public var isWeak: Bool { text.hasPrefix("W/") }

    /// Whether both name the same state or one that means the same (RFC 9110 8.8.3.2, weak comparison).
    public func weaklyMatches(_ other: EntityTag) -> Bool {
        // By bytes: as text, tags with other accents would be the same.
        opaque.utf8.elementsEqual(other.opaque.utf8)
    }

    /// Whether both name the very same bytes.
    public func stronglyMatches(_ other: EntityTag) -> Bool {
        !isWeak && !other.isWeak && text.utf8.elementsEqual(other.text.utf8)
    }

    private var opaque: Substring { isWeak ? text.dropFirst(2) : text[...] }

    /// The tags of a list such as that of If-None-Match; a comma inside quotes belongs to its tag.
    public static func list(_ field: String) -> [EntityTag] {
        var members: [[UInt8]] = [[]]
        var isQuoted = false
        for byte in field.utf8 {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if byte == UInt8(ascii: ","), !isQuoted {
                members.append([])
            } else {
                members[members.count - 1].append(byte)
            }
        }
        return members.compactMap { EntityTag(String(decoding: $0, as: UTF8.self).trimmingOWS()) }
    }
}
