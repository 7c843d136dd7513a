import AttachmentJSON

/// The rows by which payloads are read, and what looking through them needs, made once.
public struct DialectTable: Sendable {
    /// The rows in the order in which they are tried; the last fits every payload.
    public let dialects: [Dialect]
    /// Every name that any row looks up, for one pass over each object.
    let names: JSONNames
    let places: [String: Int]
    let prefixPlaces: [String: Int]
    /// Whose slot a place is.
    let directory: SlotDirectory
    /// For each name and each prefix the rows that it alone makes worth trying.
    private let rowsOfName: [[Int]]
    private let rowsOfPrefix: [[Int]]
    /// The rows that are always worth trying.
    private let rowsOfAnything: [Int]

    /// A table of these rows, with the generic one behind them.
    public init(_ dialects: [Dialect]) {
        self.dialects = dialects + [Self.generic]
        directory = SlotDirectory(self.dialects)
        let names = Self.unique(self.dialects.flatMap(\.paths).flatMap(\.names))
        let prefixes = Self.unique(self.dialects.flatMap(\.marker.prefixes))
        self.names = JSONNames(names, prefixes: prefixes)
        places = Dictionary(uniqueKeysWithValues: zip(names, names.indices))
        prefixPlaces = Dictionary(uniqueKeysWithValues: zip(prefixes, prefixes.indices))
        let triggers = self.dialects.map(\.marker.triggers)
        var rowsOfName = [[Int]](repeating: [], count: names.count)
        var rowsOfPrefix = [[Int]](repeating: [], count: prefixes.count)
        for (row, triggers) in triggers.enumerated() {
            for trigger in triggers ?? [] {
                switch trigger {
                case .name(let name): places[name].map { rowsOfName[$0].append(row) }
                case .prefix(let prefix): prefixPlaces[prefix].map { rowsOfPrefix[$0].append(row) }
                }
            }
        }
        self.rowsOfName = rowsOfName
        self.rowsOfPrefix = rowsOfPrefix
        rowsOfAnything = triggers.indices.filter { triggers[$0] == nil }
    }

    /// The same table with rows of your own, which are tried before the providers that it has.
    public func adding(_ own: Dialect...) -> DialectTable {
        let stored = dialects.filter { $0.form == .storedPush }
        let providers = dialects.dropLast().filter { $0.form != .storedPush }
        return DialectTable(stored + own + providers)
    }

    /// The first row that fits. Rows are tried only when the root has a member that their marker cannot do without.
    func dialect(of finder: PlaceFinder) -> Dialect {
        let root = finder.rootSelection
        let rows = rowsOfAnything + root.names.flatMap { rowsOfName[$0] } + root.prefixes.flatMap { rowsOfPrefix[$0] }
        let row = rows.sorted().first { dialects[$0].marker.fits(finder) }
        return row.map { dialects[$0] } ?? Self.generic
    }

    private static func unique(_ names: [String]) -> [String] {
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }
    }

    /// The built-in rows: every provider that is known.
    public static let builtIn = DialectTable(
        [storedPush] + requests + engagement + messaging + automation + platforms)
}
