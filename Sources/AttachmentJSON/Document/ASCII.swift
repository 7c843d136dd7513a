/// The characters that the grammar of JSON knows.
extension UInt8 {
    static var tab: UInt8 { 0x09 }
    static var lineFeed: UInt8 { 0x0A }
    static var carriageReturn: UInt8 { 0x0D }
    static var space: UInt8 { 0x20 }
    static var quote: UInt8 { 0x22 }
    static var plus: UInt8 { 0x2B }
    static var comma: UInt8 { 0x2C }
    static var minus: UInt8 { 0x2D }
    static var point: UInt8 { 0x2E }
    static var slash: UInt8 { 0x2F }
    static var zero: UInt8 { 0x30 }
    static var one: UInt8 { 0x31 }
    static var nine: UInt8 { 0x39 }
    static var colon: UInt8 { 0x3A }
    static var openBracket: UInt8 { 0x5B }
    static var backslash: UInt8 { 0x5C }
    static var closeBracket: UInt8 { 0x5D }
    static var openBrace: UInt8 { 0x7B }
    static var closeBrace: UInt8 { 0x7D }
    static var letterE: UInt8 { 0x65 }
    static var letterU: UInt8 { 0x75 }

    /// Whether it is white space by RFC 8259 section 2.
    var isBlank: Bool { self == .space || self == .lineFeed || self == .carriageReturn || self == .tab }

    var isDigit: Bool { self >= .zero && self <= .nine }

    var opensContainer: Bool { self == .openBrace || self == .openBracket }

    var closesContainer: Bool { self == .closeBrace || self == .closeBracket }
}
