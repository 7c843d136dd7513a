import AttachmentDomain

/// Reads the members of one object by name.
struct JSONObjectDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let codingPath: [any CodingKey]
    private let names: [String]
    private let values: [String: JSONValue]

    /// Of members with one name the last counts; it stands at the place of the first.
    init(_ object: JSONValue, codingPath: [any CodingKey]) {
        self.codingPath = codingPath
        var names: [String] = []
        var values: [String: JSONValue] = [:]
        for member in object.members {
            let name = member.name
            if values.updateValue(member.value, forKey: name) == nil {
                names.append(name)
            }
        }
        self.names = names
        self.values = values
    }

    var allKeys: [Key] { names.compactMap(Key.init(stringValue:)) }

    func contains(_ key: Key) -> Bool {
        values[key.stringValue] != nil
    }

    private func member(_ key: some CodingKey) throws -> JSONValueDecoder {
        guard let value = values[key.stringValue] else {
            throw DecodingError.keyNotFound(
                key, .init(codingPath: codingPath, debugDescription: "lacks \"\(key.stringValue)\""))
        }
        return JSONValueDecoder(value: value, codingPath: codingPath + [key])
    }

    func decodeNil(forKey key: Key) throws -> Bool {
        try member(key).value.kind == .null
    }

    func decode<Value: ReadableJSONScalar>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try member(key).scalar(type)
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try Value(from: member(key))
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try member(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try member(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        try member(NameKey("super"))
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        try member(key)
    }
}
