import AttachmentDomain

/// The fields of a response in the order in which they came, names as they were written.
public struct HTTPHeaders: Hashable, Sendable {
    public private(set) var fields: [Field] = []

    public struct Field: Hashable, Sendable {
        public var name: String
        public var value: String
    }

    public init() {}

    /// The value of a field; several fields of one name are joined by commas (RFC 9110 5.2). Nil where there is none.
    ///
    /// - Parameter name: in any case.
    public subscript(name: String) -> String? {
        let values = fields.filter { $0.name.equalsIgnoringCase(name) }.map(\.value)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }

    /// The first field of that name alone: for those that are no lists, such as Location.
    public func first(_ name: String) -> String? {
        fields.first { $0.name.equalsIgnoringCase(name) }?.value
    }

    /// Adds one line of a response head, `Name: value`; a line without a colon is passed over.
    mutating func append(line: UnsafeRawBufferPointer) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return }
        let value = line[(colon + 1)...].drop(while: Self.isBlank)
        let end = value.lastIndex { !Self.isBlank($0) }.map { $0 + 1 } ?? value.startIndex
        fields.append(
            Field(
                name: String(decoding: line[..<colon], as: UTF8.self),
                value: String(decoding: value[..<end], as: UTF8.self)))
    }

    /// Optional white space (RFC 9110 5.6.3).
    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }
}
