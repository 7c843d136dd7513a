import AttachmentJSON

/// The rows by which payloads are read, and what looking through them needs, made once.
public struct DialectTable: Sendable {
    /// The rows in the order in which they are tried; the last fits every payload.
    public let dialects: [Dialect]
    /// Every name that any row looks up, for one pass over each object.
    let names: JSONNames
    let places: [String: Int]
    let prefixPlaces: [String: Int]

    /// A table of these rows, with the generic one behind them.
    public init(_ dialects: [Dialect]) {
        self.dialects = dialects + [Self.generic]
        let names = Self.unique(self.dialects.flatMap(\.paths).flatMap(\.names))
        let prefixes = Self.unique(self.dialects.flatMap(\.marker.prefixes))
        self.names = JSONNames(names, prefixes: prefixes)
        places = Dictionary(uniqueKeysWithValues: zip(names, names.indices))
        prefixPlaces = Dictionary(uniqueKeysWithValues: zip(prefixes, prefixes.indices))
    }

    private static func unique(_ names: [String]) -> [String] {
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }
    }

    /// The built-in rows: every provider that is known.
    public static let builtIn = DialectTable(
        [storedPush] + requests + engagement + messaging + automation + platforms)
}
