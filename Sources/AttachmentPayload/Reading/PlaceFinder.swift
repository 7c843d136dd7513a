import AttachmentJSON

/// Follows paths through one payload.
///
/// Each object on the way is read once for all names of the table, whatever the number of rows, so that an object with
/// millions of members costs one pass; each JSON text inside a string is validated once. One thread.
final class PlaceFinder {
    let root: Place
    private let table: DialectTable
    private let limits: JSONLimits
    private var selections: [Key: JSONSelection] = [:]
    private var texts: [Key: OpenedText?] = [:]
    private var textsOpened: Int

    /// A value by the text it stands in and its offset there.
    private struct Key: Hashable {
        let text: Int
        let offset: Int

        init(_ place: Place) {
            text = place.text
            offset = place.value.offset
        }
    }

    /// The JSON text inside a string.
    private struct OpenedText {
        let root: JSONValue
        let number: Int
    }

    init(_ root: Place, table: DialectTable, limits: JSONLimits) {
        self.root = root
        self.table = table
        self.limits = limits
        textsOpened = root.text
    }

    /// A match of a path: the value, and what the last wildcard stands for.
    struct Match {
        var place: Place
        var key: String?
        /// Whether the value is an element that a wildcard stands for.
        var isElement = false
    }

    /// The one value at a path without wildcards; the first where there are several.
    func find(_ path: PayloadPath) -> Place? {
        var place = root
        for step in path.steps {
            guard let next = follow(step, from: place, isShared: true) else { return nil }
            place = next
        }
        return place
    }

    /// The value at `path`, seen from a match of `other` with which it shares its first steps and wildcards.
    ///
    /// The way to it is not kept: lists ask this several times for each of their elements.
    func value(_ path: PayloadPath, beside match: Match, of other: PayloadPath) -> JSONValue? {
        let shared = min(path.sharedSteps(with: other), match.place.depth - root.depth)
        var value: JSONValue? = match.place.ancestor(atDepth: root.depth + shared).value
        for step in path.steps[shared...] {
            guard let start = value else { return nil }
            value = self.value(step, from: start)
        }
        return value
    }

    private func value(_ step: PayloadPath.Step, from value: JSONValue) -> JSONValue? {
        switch step {
        case .name(let name): value.child(name)
        case .inside: value.kind == .object ? value : JSONDocument(inside: value, limits: limits)?.root
        case .everyElement: value.elements.first { _ in true }
        case .everyMember, .everyChild: value.sortedMembers.first?.value
        }
    }

    /// What the root holds of the names and prefixes of the table.
    private(set) lazy var rootSelection = selection(of: root)

    /// Whether a member of the root begins so; only for prefixes of the table.
    func rootHasPrefix(_ prefix: String) -> Bool {
        table.prefixPlaces[prefix].map(rootSelection.prefixes.contains) ?? false
    }

    /// The start of every match.
    var start: Match { Match(place: root) }

    /// Calls `body` for each match of the steps of a path, from one that has been come to already.
    func forEachMatch(of steps: ArraySlice<PayloadPath.Step>, from match: Match, _ body: (Match) throws -> Void)
        rethrows
    {
        guard let step = steps.first else { return try body(match) }
        switch step {
        case .name, .inside:
            guard let next = follow(step, from: match.place, isShared: match.key == nil) else { return }
            let further = Match(place: next, key: match.key)
            try forEachMatch(of: steps.dropFirst(), from: further, body)
        case .everyElement: try forEachElement(of: steps, from: match, body)
        case .everyMember: try forEachMember(of: steps, from: match, body)
        case .everyChild:
            try forEachElement(of: steps, from: match, body)
            try forEachMember(of: steps, from: match, body)
        }
    }

    private func forEachElement(
        of steps: ArraySlice<PayloadPath.Step>, from match: Match, _ body: (Match) throws -> Void
    ) rethrows {
        let further = steps.dropFirst()
        for (index, value) in match.place.value.elements.enumerated() where leads(further, from: value) {
            let key = String(index)
            let next = Match(place: match.place.child(key, value), key: key, isElement: true)
            try forEachMatch(of: further, from: next, body)
        }
    }

    private func forEachMember(
        of steps: ArraySlice<PayloadPath.Step>, from match: Match, _ body: (Match) throws -> Void
    ) rethrows {
        let further = steps.dropFirst()
        for member in match.place.value.sortedMembers where leads(further, from: member.value) {
            let key = member.name
            let next = Match(place: match.place.child(key, member.value), key: key)
            try forEachMatch(of: further, from: next, body)
        }
    }

    /// Whether the steps can lead anywhere from there: lists may hold millions of values that are no objects.
    private func leads(_ steps: ArraySlice<PayloadPath.Step>, from value: JSONValue) -> Bool {
        switch (steps.first, value.kind) {
        case (nil, _), (.inside, .string), (_, .object), (_, .array): true
        default: false
        }
    }

    /// `isShared` tells that many paths lead through here, so that what is found is worth keeping.
    private func follow(_ step: PayloadPath.Step, from place: Place, isShared: Bool) -> Place? {
        switch step {
        case .name(let name): child(name, of: place, isShared: isShared).map { place.child(name, $0) }
        case .inside: inside(place, isShared: isShared)
        case .everyElement: place.value.elements.first { _ in true }.map { place.child("0", $0) }
        case .everyMember, .everyChild: place.value.sortedMembers.first.map { place.child($0.name, $0.value) }
        }
    }

    private func child(_ name: String, of place: Place, isShared: Bool) -> JSONValue? {
        if isShared, place.value.kind == .object, let known = table.places[name] {
            return selection(of: place)[known]
        }
        return place.value.child(name)
    }

    private func inside(_ place: Place, isShared: Bool) -> Place? {
        switch place.value.kind {
        case .object: place.staying()
        case .string: text(at: place, isShared: isShared).map { place.inside($0.root, text: $0.number) }
        default: nil
        }
    }

    private func text(at place: Place, isShared: Bool) -> OpenedText? {
        if isShared, let known = texts[Key(place)] { return known }
        textsOpened += 1
        let text = JSONDocument(inside: place.value, limits: limits).map {
            OpenedText(root: $0.root, number: textsOpened)
        }
        if isShared { texts[Key(place)] = .some(text) }
        return text
    }

    private func selection(of place: Place) -> JSONSelection {
        let key = Key(place)
        if let known = selections[key] { return known }
        let selection = place.value.members(named: table.names)
        selections[key] = selection
        return selection
    }
}

extension JSONDocument {
    /// The document that a string holds as text; nil when it holds none, or the value is no string.
    init?(inside value: JSONValue, limits: JSONLimits) {
        guard let text = value.stringBytes else { return nil }
        do {
            try self.init(text, limits: limits)
        } catch {
            // Not JSON: then it is a plain string, which is no fault of the payload.
            return nil
        }
    }
}
