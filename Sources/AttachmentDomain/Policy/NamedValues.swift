/// Values by name that keep their order: a JSON object whose member names are data.
public struct NamedValues<Value: Codable & Hashable & Sendable>: Hashable, Sendable {
    private var entries: [Entry]

    private struct Entry: Hashable, Sendable {
        var name: String
        var value: Value
    }

    public init(_ values: [(String, Value)] = []) {
        entries = []
        for (name, value) in values {
            self[name] = value
        }
    }

    /// The names in order.
    public var names: [String] { entries.map(\.name) }

    /// The value of that name. Setting a new name appends it; setting nil removes it.
    public subscript(name: String) -> Value? {
        get { entries.first { $0.name == name }?.value }
        set {
            let position = entries.firstIndex { $0.name == name }
            switch (position, newValue) {
            case (let position?, let value?): entries[position].value = value
            case (let position?, nil): entries.remove(at: position)
            case (nil, let value?): entries.append(Entry(name: name, value: value))
            case (nil, nil): break
            }
        }
    }
}

extension NamedValues: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: NameKey.self)
        entries = try container.allKeys.map {
            Entry(name: $0.stringValue, value: try container.decode(Value.self, forKey: $0))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: NameKey.self)
        for entry in entries {
            try container.encode(entry.value, forKey: NameKey(entry.name))
        }
    }
}
