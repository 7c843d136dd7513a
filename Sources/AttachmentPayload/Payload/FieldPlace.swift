/// Where a field of a push stands.
public struct FieldPlace: Hashable, Sendable {
    /// The member (RFC 6901).
    public var jsonPointer: String
    /// The place inside the JSON text that the member holds; nil when it holds none.
    public var innerPointer: String?

    public init(jsonPointer: String, innerPointer: String? = nil) {
        self.jsonPointer = jsonPointer
        self.innerPointer = innerPointer
    }
}

extension FieldPlace: Encodable {
    private enum CodingKeys: String, CodingKey {
        case jsonPointer
        case innerPointer
    }

    /// Writes the pointer alone, or an object of both.
    public func encode(to encoder: any Encoder) throws {
        guard let innerPointer else {
            var container = encoder.singleValueContainer()
            return try container.encode(jsonPointer)
        }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(jsonPointer, forKey: .jsonPointer)
        try container.encode(innerPointer, forKey: .innerPointer)
    }
}

/// The fields of a push that were found, in the order in which they print.
public struct FieldPlaces: Hashable, Sendable {
    private var places: [Entry] = []

    private struct Entry: Hashable, Sendable {
        let field: PushField
        let place: FieldPlace
    }

    /// Where the field stands; nil when the payload does not have it. Setting appends.
    public internal(set) subscript(field: PushField) -> FieldPlace? {
        get { places.first { $0.field == field }?.place }
        set {
            places.removeAll { $0.field == field }
            if let newValue { places.append(Entry(field: field, place: newValue)) }
        }
    }

    /// The fields that were found.
    public var fields: [PushField] { places.map(\.field) }
}

extension FieldPlaces: Encodable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }

        init?(intValue: Int) { nil }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        for entry in places { try container.encode(entry.place, forKey: Key(stringValue: entry.field.rawValue)) }
    }
}
