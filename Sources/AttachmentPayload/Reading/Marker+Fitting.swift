import AttachmentJSON

extension Marker {
    /// Whether the payload shows it.
    func fits(_ finder: PlaceFinder) -> Bool {
        switch self {
        case .has(let path): finder.find(path) != nil
        case .hasPrefix(let prefix): finder.rootHasPrefix(prefix)
        case .isObject(let path): finder.find(path)?.value.kind == .object
        case .isArray(let path): finder.find(path)?.value.kind == .array
        case .begins(let path, let start):
            finder.find(path)?.value.string.map { $0.utf8.starts(with: start.utf8) } ?? false
        case .equals(let path, let text): finder.find(path)?.value.isString(text) ?? false
        case .all(let markers): markers.allSatisfy { $0.fits(finder) }
        case .any(let markers): markers.contains { $0.fits(finder) }
        case .not(let marker): !marker.fits(finder)
        case .always: true
        }
    }
}
