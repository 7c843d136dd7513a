/// The fields of a response in the order in which they came, names as they were written.
public struct HTTPHeaders: Codable, Hashable, Sendable {
    public private(set) var fields: [Field] = []

    /// One field: a line of a response head.
    public struct Field: Codable, Hashable, Sendable {
        /// As it was written.
        public var name: String
        /// Without blanks at its ends.
        public var value: String

        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    public init(_ fields: [Field] = []) {
        self.fields = fields
    }

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

    /// The fields with those of a newer message about the same bytes in their places: each name that it has replaces
    /// all fields of that name here, but for the excepted ones.
    public func updated(by newer: HTTPHeaders, except names: [String]) -> HTTPHeaders {
        let excepted = Set(names.map(\.asciiLowered))
        let taken = newer.fields.filter { !excepted.contains($0.name.asciiLowered) }
        let replaced = Set(taken.map(\.name.asciiLowered))
        let kept = fields.filter { !replaced.contains($0.name.asciiLowered) }
        return HTTPHeaders(kept + taken)
    }

    /// Adds one line of a response head, `Name: value`; a line without a colon is passed over. One that begins with a
    /// blank goes on with the field before it, and a blank before the colon is none of the name's (RFC 9112 5.1, 5.2):
    /// `no-store` counts however it is written.
    ///
    /// Control characters in the value become blanks (RFC 9110 5.5): a validator is sent again, and a CR in it could end
    /// its line there.
    public mutating func append(line: UnsafeRawBufferPointer) {
        if line.first.map(Self.isBlank) ?? false { return goOn(Self.value(line[...])) }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return }
        let nameEnd = line[..<colon].lastIndex { !Self.isBlank($0) }.map { $0 + 1 } ?? line.startIndex
        let name = String(decoding: line[..<nameEnd], as: UTF8.self)
        fields.append(Field(name: name, value: Self.value(line[(colon + 1)...])))
    }

    private mutating func goOn(_ more: String) {
        guard let last = fields.indices.last, !more.isEmpty else { return }
        fields[last].value += fields[last].value.isEmpty ? more : " " + more
    }

    private static func value(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
        let value = bytes.map { isControl($0) ? UInt8(ascii: " ") : $0 }.drop(while: isBlank)
        let end = value.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? value.startIndex
        return String(decoding: value[..<end], as: UTF8.self)
    }

    /// All but the tab, which is a blank.
    private static func isControl(_ byte: UInt8) -> Bool {
        byte < 0x20 && byte != UInt8(ascii: "\t") || byte == 0x7F
    }

    /// Optional white space (RFC 9110 5.6.3).
    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }
}
