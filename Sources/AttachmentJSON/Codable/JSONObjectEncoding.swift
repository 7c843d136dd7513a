import AttachmentDomain

/// Writes the members of one object.
struct JSONObjectEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let writer: JSONWriter
    let place: JSONWriter.Place

    var codingPath: [any CodingKey] { writer.path }

    private func begin(_ key: some CodingKey) {
        writer.beginMember(key.stringValue, in: place)
    }

    func encodeNil(forKey key: Key) {
        begin(key)
        writer.writeNull()
    }

    func encode<Value: JSONScalar>(_ value: Value, forKey key: Key) throws {
        begin(key)
        try value.write(to: writer)
    }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        begin(key)
        try value.encode(to: JSONValueEncoder(writer: writer))
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        superEncoder(forKey: key).container(keyedBy: keyType)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        superEncoder(forKey: key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        begin(NameKey("super"))
        return JSONValueEncoder(writer: writer)
    }

    func superEncoder(forKey key: Key) -> any Encoder {
        begin(key)
        return JSONValueEncoder(writer: writer)
    }
}

// Synthesised code passes absent members here and would skip them by the protocol's defaults. Each type must be named:
// a generic function loses against the default for the concrete type.
extension JSONObjectEncoding {
    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try encodeOrNull(value, forKey: key) }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws { try encodeOrNull(value, forKey: key) }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try encodeOrNull(value, forKey: key) }
    func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try encodeOrNull(value, forKey: key) }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try encodeOrNull(value, forKey: key) }
    func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try encodeOrNull(value, forKey: key) }
    func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try encodeOrNull(value, forKey: key) }
    func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try encodeOrNull(value, forKey: key) }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try encodeOrNull(value, forKey: key) }
    func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try encodeOrNull(value, forKey: key) }
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try encodeOrNull(value, forKey: key) }
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try encodeOrNull(value, forKey: key) }
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try encodeOrNull(value, forKey: key) }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try encodeOrNull(value, forKey: key) }
    func encodeIfPresent(_ value: (some Encodable)?, forKey key: Key) throws {
        if let value {
            try encode(value, forKey: key)
        } else if writer.style.writesAbsentAsNull {
            encodeNil(forKey: key)
        }
    }

    // Called with concrete types only: as a generic function it would look its types up at run time, member by member.
    @inline(__always)
    private func encodeOrNull(_ value: (some JSONScalar)?, forKey key: Key) throws {
        if let value {
            try encode(value, forKey: key)
        } else if writer.style.writesAbsentAsNull {
            encodeNil(forKey: key)
        }
    }
}
