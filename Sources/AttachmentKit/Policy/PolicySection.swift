import AttachmentJSON

/// A part of the policy that is written as a JSON object.
protocol PolicySection {
    /// Every key that it knows, in the order in which the values print.
    static var keys: [PolicyKey<Self>] { get }
    /// What an entry is before the file says anything about it.
    static var blank: Self { get }
    /// The keys that a new entry must have.
    static var required: [String] { get }
}

extension PolicySection {
    static var required: [String] { [] }

    /// What the section consists of.
    static var shape: PolicyShape {
        .section(keys.map { PolicyShape.Member(name: $0.name, shape: $0.shape()) })
    }
}

/// One key of a section: its name, where its value goes, and what the value may be.
struct PolicyKey<Section> {
    let name: String
    /// Made only when it is asked for: reading a right file needs none.
    let shape: () -> PolicyShape
    private let set: (JSONValue, inout Section, PolicyReading) -> Void

    init<Value>(
        _ name: String, _ member: WritableKeyPath<Section, Value>, _ kind: PolicyValue<Value>
    ) {
        self.name = name
        shape = kind.shape
        set = { json, section, reading in
            guard let value = kind.read(json, section[keyPath: member], reading) else { return }
            section[keyPath: member] = value
        }
    }

    /// Puts the value into the section, or leaves the section alone and notes a fault.
    func read(_ json: JSONValue, into section: inout Section, _ reading: PolicyReading) {
        set(json, &section, reading)
    }
}

/// The tree of known keys: what suggestions choose from.
indirect enum PolicyShape: Hashable {
    case value
    case section([Member])
    /// An object whose member names are free.
    case named(PolicyShape)
    /// An array of objects.
    case rows(PolicyShape)

    struct Member: Hashable {
        var name: String
        var shape: PolicyShape
    }

    /// The names of the leaves in full, as `profiles.NAME.limits.image.maxBytes` and `types[].mime`.
    var leaves: [String] {
        switch self {
        case .value: [""]
        case .section(let members): members.flatMap { member in member.shape.leaves.map { ".\(member.name)\($0)" } }
        case .named(let shape): shape.leaves.map { ".NAME\($0)" }
        case .rows(let shape): shape.leaves.map { "[]\($0)" }
        }
    }
}
