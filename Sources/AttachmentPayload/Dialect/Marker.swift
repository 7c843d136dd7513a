/// What tells that a payload is of a dialect. A member counts as present whatever its value, null included.
public indirect enum Marker: Hashable, Sendable {
    /// Something stands there.
    case has(PayloadPath)
    /// A member of the root begins so.
    case hasPrefix(String)
    /// An object stands there.
    case isObject(PayloadPath)
    /// An array stands there.
    case isArray(PayloadPath)
    /// A string stands there that begins so.
    case begins(PayloadPath, String)
    /// Exactly this string stands there.
    case equals(PayloadPath, String)
    case all([Marker])
    case any([Marker])
    case not(Marker)
    /// Fits every payload.
    case always

    /// Any of these members of the root is there.
    public static func hasAny(_ paths: PayloadPath...) -> Marker {
        .any(paths.map(Marker.has))
    }

    /// A payload as an extension on iOS gets it.
    public static let aps = Marker.has("/aps")

    var paths: [PayloadPath] {
        switch self {
        case .has(let path), .isObject(let path), .isArray(let path), .begins(let path, _), .equals(let path, _): [path]
        case .all(let markers), .any(let markers): markers.flatMap(\.paths)
        case .not(let marker): marker.paths
        case .hasPrefix, .always: []
        }
    }

    var prefixes: [String] {
        switch self {
        case .hasPrefix(let prefix): [prefix]
        case .all(let markers), .any(let markers): markers.flatMap(\.prefixes)
        case .not(let marker): marker.prefixes
        default: []
        }
    }
}

extension Marker {
    /// Something that a root may have.
    enum Trigger: Hashable {
        case name(String)
        case prefix(String)
    }

    /// The members of which the root must have one for the marker to fit; nil when it may fit without any.
    var triggers: Set<Trigger>? {
        switch self {
        case .has(let path), .isObject(let path), .isArray(let path), .begins(let path, _), .equals(let path, _):
            if case .name(let name) = path.steps.first { [.name(name)] } else { nil }
        case .hasPrefix(let prefix): [.prefix(prefix)]
        case .all(let markers): markers.lazy.compactMap(\.triggers).first
        case .any(let markers):
            markers.reduce([]) { found, marker in
                if let found, let more = marker.triggers { found.union(more) } else { nil }
            }
        case .not, .always: nil
        }
    }
}
