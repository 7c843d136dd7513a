/// Reads one value of a document.
struct JSONValueDecoder: Decoder {
    let value: JSONValue
    let codingPath: [any CodingKey]

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard value.kind == .object else { throw mismatch([String: Any].self, expected: "an object") }
        return KeyedDecodingContainer(JSONObjectDecoding(value, codingPath: codingPath))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard value.kind == .array else { throw mismatch([Any].self, expected: "an array") }
        return JSONArrayDecoding(value, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        JSONSingleDecoding(decoder: self)
    }

    /// The value as a scalar of that type.
    func scalar<Value: ReadableJSONScalar>(_ type: Value.Type) throws -> Value {
        guard let scalar = Value(json: value) else { throw mismatch(type, expected: Value.noun) }
        return scalar
    }

    private func mismatch(_ type: Any.Type, expected: String) -> DecodingError {
        let found = value.numberText ?? value.kind.noun
        let context = DecodingError.Context(
            codingPath: codingPath, debugDescription: "must be \(expected), not \(found)")
        return value.kind == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }
}

/// Reads a value that is another value itself.
struct JSONSingleDecoding: SingleValueDecodingContainer {
    let decoder: JSONValueDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool {
        decoder.value.kind == .null
    }

    func decode<Value: ReadableJSONScalar>(_ type: Value.Type) throws -> Value {
        try decoder.scalar(type)
    }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try Value(from: decoder)
    }
}

/// Reads the elements of one array from first to last.
struct JSONArrayDecoding: UnkeyedDecodingContainer {
    let codingPath: [any CodingKey]
    private(set) var currentIndex = 0
    private let elements: [JSONValue]

    init(_ value: JSONValue, codingPath: [any CodingKey]) {
        elements = Array(value.elements)
        self.codingPath = codingPath
    }

    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }

    private func present() throws -> JSONValueDecoder {
        let path = codingPath + [ElementKey(currentIndex)]
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                JSONValue.self, .init(codingPath: path, debugDescription: "is beyond the \(elements.count) elements"))
        }
        return JSONValueDecoder(value: elements[currentIndex], codingPath: path)
    }

    /// Passes on to the next element only when this one could be read, as the protocol asks.
    private mutating func take<Value>(_ read: (JSONValueDecoder) throws -> Value) throws -> Value {
        let value = try read(present())
        currentIndex += 1
        return value
    }

    mutating func decodeNil() throws -> Bool {
        guard try present().value.kind == .null else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Value: ReadableJSONScalar>(_ type: Value.Type) throws -> Value {
        try take { try $0.scalar(type) }
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try take { try Value(from: $0) }
    }

    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try take { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try take { try $0.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder {
        try take { $0 }
    }
}
