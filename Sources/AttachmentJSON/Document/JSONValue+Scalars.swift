extension JSONValue {
    public var isNull: Bool { kind == .null }

    public var bool: Bool? {
        switch text.bytes[offset] {
        case UInt8(ascii: "t"): true
        case UInt8(ascii: "f"): false
        default: nil
        }
    }

    /// A number as written.
    public var numberText: String? {
        kind == .number ? sourceText : nil
    }

    /// A number that is whole and fits. With a fraction or an exponent the nearest `Double` decides, up to 2⁵³: `1.0`
    /// and `1e3` are whole.
    public var int: Int64? {
        guard let text = numberText else { return nil }
        if let whole = Int64(text) { return whole }
        guard text.utf8.contains(where: { $0 == .point || $0 | 0x20 == .letterE }), let value = Double(text),
            value.magnitude <= 9_007_199_254_740_992
        else { return nil }
        // Not `rounded()`, which would need the C library's mathematics.
        let whole = Int64(value)
        return Double(whole) == value ? whole : nil
    }

    /// A number as the nearest `Double`; infinite where it lies beyond the range, as `1e400` does.
    public var double: Double? {
        numberText.flatMap(Double.init)
    }

    /// A string with its escapes resolved; surrogates that form no pair read as U+FFFD.
    public var string: String? {
        kind == .string ? text.read { $0.string(at: offset) } : nil
    }

    /// The UTF-8 of ``string``, in one copy: for strings that are texts of their own.
    public var stringBytes: [UInt8]? {
        kind == .string ? text.read { $0.stringBytes(at: offset) } : nil
    }

    /// Whether the value is the string with exactly these code points; nothing is copied.
    public func isString(_ other: String) -> Bool {
        kind == .string && text.read { $0.string(at: offset, equals: other.utf8) }
    }
}
