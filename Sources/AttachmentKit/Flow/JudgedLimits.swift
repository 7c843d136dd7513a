import AttachmentDomain

/// How much of a body is read, and for messages whose limit that is.
struct JudgedLimits {
    private(set) var reading: ReadingLimits
    private var owners: [MediaKind: String] = [:]

    /// The largest limits of the named profiles; names without a profile are passed over.
    init(judgedBy names: [String], policy: CachePolicy) {
        let profiles = names.compactMap { name in policy.profiles[name].map { (name: name, profile: $0) } }
        reading = ReadingLimits(judgedBy: profiles.map(\.profile), ceiling: policy.cache.maxObjectBytes)
        for kind in Self.kinds {
            owners[kind] = profiles.first { $0.profile.maxBytes(of: kind) == reading[kind] }?.name
        }
    }

    /// Takes the larger limit of both, kind by kind.
    mutating func widen(by other: JudgedLimits) {
        for kind in Self.kinds where other.reading[kind] > reading[kind] { owners[kind] = other.owners[kind] }
        reading = reading.union(other.reading)
    }

    /// Whose limit that of the kind is, to be read after its number.
    func owner(of kind: MediaKind) -> String {
        let decisive = kind == .unknown ? Self.kinds.first { reading[$0] == reading[.unknown] } ?? kind : kind
        return owners[decisive].map { "of profile \($0)" } ?? "of one object, an eighth of cache.maxBytes"
    }

    private static let kinds: [MediaKind] = [.image, .audio, .video]
}
