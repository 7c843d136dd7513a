/// Writes one value at the writer's present place.
struct JSONValueEncoder: Encoder {
    let writer: JSONWriter
    /// How many containers were open where the value began.
    let depth: Int

    init(writer: JSONWriter) {
        self.writer = writer
        depth = writer.depth
    }

    var codingPath: [any CodingKey] { writer.path }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        let place = writer.openFrame(at: depth, object: true) ?? writer.open(object: true)
        return KeyedEncodingContainer(JSONObjectEncoding(writer: writer, place: place))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        let place = writer.openFrame(at: depth, object: false) ?? writer.open(object: false)
        return JSONArrayEncoding(writer: writer, place: place)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        JSONSingleEncoding(writer: writer)
    }
}

/// Writes a value that is another value itself.
struct JSONSingleEncoding: SingleValueEncodingContainer {
    let writer: JSONWriter

    var codingPath: [any CodingKey] { writer.path }

    func encodeNil() {
        writer.writeNull()
    }

    func encode<Value: JSONScalar>(_ value: Value) throws {
        try value.write(to: writer)
    }

    func encode<Value: Encodable>(_ value: Value) throws {
        try value.encode(to: JSONValueEncoder(writer: writer))
    }
}

/// Writes the elements of one array.
struct JSONArrayEncoding: UnkeyedEncodingContainer {
    let writer: JSONWriter
    let place: JSONWriter.Place
    private(set) var count = 0

    init(writer: JSONWriter, place: JSONWriter.Place) {
        self.writer = writer
        self.place = place
    }

    var codingPath: [any CodingKey] { writer.path }

    private mutating func begin() {
        writer.beginElement(in: place)
        count += 1
    }

    mutating func encodeNil() {
        begin()
        writer.writeNull()
    }

    mutating func encode<Value: JSONScalar>(_ value: Value) throws {
        begin()
        try value.write(to: writer)
    }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        begin()
        try value.encode(to: JSONValueEncoder(writer: writer))
    }

    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        superEncoder().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        superEncoder().unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
        begin()
        return JSONValueEncoder(writer: writer)
    }
}

/// The position of an element, as a coding key.
struct ElementKey: CodingKey {
    let index: Int

    init(_ index: Int) {
        self.index = index
    }

    var stringValue: String { String(index) }
    var intValue: Int? { index }

    init?(stringValue: String) {
        return nil
    }

    init?(intValue: Int) {
        index = intValue
    }
}
