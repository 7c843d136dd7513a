import AttachmentJSON

/// What a string might be, by its first character.
enum StringLook {
    /// It begins like a URL.
    case url
    /// It begins like JSON text with members.
    case text
    case other

    init(_ value: JSONValue) {
        let text = value.sourceBytes.dropFirst().drop { $0 == 0x20 }
        switch text.first {
        case UInt8(ascii: "h"), UInt8(ascii: "H"): self = .url
        case UInt8(ascii: "{"), UInt8(ascii: "["): self = .text
        // Whatever the escape stands for: one look more at a few strings.
        case UInt8(ascii: "\\"): self = value.string?.utf8.first.map(Self.init(decoded:)) ?? .other
        default: self = .other
        }
    }

    private init(decoded first: UInt8) {
        switch first {
        case UInt8(ascii: "h"), UInt8(ascii: "H"), 0x09, 0x0A, 0x0D: self = .url
        case UInt8(ascii: "{"), UInt8(ascii: "["): self = .text
        default: self = .other
        }
    }
}
