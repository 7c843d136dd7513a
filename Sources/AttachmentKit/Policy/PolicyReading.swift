import AttachmentDomain
import AttachmentJSON

/// One pass over a policy file: where it stands, what it found wrong, and which line gave which key.
///
/// It goes on after a fault, so that one run names them all.
final class PolicyReading {
    /// The directory that relative file names in the policy start from, absolute.
    let directory: String
    private(set) var faults: [PolicyFault] = []
    /// Where each value stands that was taken, in bytes, by its key in full.
    private(set) var offsets: [String: Int] = [:]
    private let document: JSONDocument
    private var key = ""

    init(document: JSONDocument, directory: String) {
        self.document = document
        self.directory = directory
    }

    /// Reads the members of an object into a section.
    func read<Section: PolicySection>(
        _ object: JSONValue, into section: inout Section, keys: [PolicyKey<Section>] = Section.keys,
        isNew: Bool = false
    ) {
        guard object.kind == .object else { return refuse(object, expected: "an object") }
        var seen: Set<String> = []
        for member in object.members where !isRemark(member.name) {
            let isFirst = seen.insert(member.name).inserted
            within(".\(member.name)") {
                guard isFirst else { return refuseRepeated(at: member.nameOffset) }
                guard let known = keys.first(where: { $0.name == member.name }) else {
                    return refuseUnknown(member.name, among: keys.map(\.name), at: member.nameOffset)
                }
                known.read(member.value, into: &section, self)
            }
        }
        for name in Section.required where isNew && !seen.contains(name) {
            refuseMissing(name, at: object.offset)
        }
    }

    /// Whether a member of the root is for editors and people alone: `$schema`, and what `policy show` adds.
    private func isRemark(_ name: String) -> Bool {
        key.isEmpty && (name == "$schema" || name == "$sources")
    }

    /// Runs `body` with the key prolonged by `.name` or `[index]`.
    func within<Result>(_ step: String, _ body: () -> Result) -> Result {
        let outer = key
        key += key.isEmpty ? String(step.drop { $0 == "." }) : step
        defer { key = outer }
        return body()
    }

    /// Notes that the present key has its value from this place.
    func take(_ value: JSONValue) {
        offsets[key] = value.offset
    }

    /// Notes that the value cannot be.
    func refuse(_ value: JSONValue, expected: String, showsValue: Bool = true) {
        let found = showsValue ? value.shortText : value.kind.policyNoun
        note(value.offset, "is \(found); it must be \(expected)", remedy: "give \(displayKey) \(expected)")
    }

    /// Notes a fault of values that are right one by one.
    func contradict(_ key: String, _ explanation: String, remedy: String) {
        let line = line(of: offsets[key] ?? 0)
        faults.append(PolicyFault(line: line, key: key, explanation: explanation, remedy: remedy))
    }

    private func refuseRepeated(at offset: Int) {
        note(offset, "stands twice", remedy: "keep one of them")
    }

    private func refuseMissing(_ name: String, at offset: Int) {
        note(offset, "lacks \"\(name)\"", remedy: "add \"\(name)\" there")
    }

    private func refuseUnknown(_ name: String, among names: [String], at offset: Int) {
        let section = key.dropLast(name.count)
        let meant = PolicyKeyGuess.nearest(to: name, in: String(section), among: names)
        note(
            offset, "is not a key of the policy; did you mean \(meant)?",
            remedy: "write \(meant), or take the key out")
    }

    private var displayKey: String { key.isEmpty ? "the policy" : key }

    private func note(_ offset: Int, _ explanation: String, remedy: String) {
        faults.append(
            PolicyFault(line: line(of: offset), key: displayKey, explanation: explanation, remedy: remedy))
    }

    private func line(of offset: Int) -> Int {
        document.position(of: offset).line
    }
}

/// Which key was meant by one that does not exist.
enum PolicyKeyGuess {
    /// The nearest key of the section, unless a key elsewhere has this very name or a much nearer one.
    ///
    /// `section` is the text before the name, as `network.`.
    static func nearest(to name: String, in section: String, among names: [String]) -> String {
        let here = NearestName.of(name, among: names)
        let elsewhere = NearestName.of(name, among: leafNames.keys.sorted())
        if let elsewhere, let key = leafNames[elsewhere.name], elsewhere.edits + 1 < here?.edits ?? .max {
            return key
        }
        return section + (here?.name ?? name)
    }

    /// Known keys in full by their last name; the first of those with one name.
    private static var leafNames: [String: String] {
        let keys = CachePolicy.shape.leaves.map { String($0.dropFirst()) }
        let named = keys.map { ($0.split(separator: ".").last.map(String.init) ?? $0, $0) }
        return Dictionary(named) { first, _ in first }
    }
}

extension JSONValue {
    /// The value as it may stand in a message.
    var shortText: String {
        switch kind {
        case .string:
            string.map { $0.count > 60 ? "\"\($0.prefix(60))…\"" : "\"\($0)\"" } ?? "a string"
        case .number: numberText ?? "a number"
        case .bool: bool == true ? "true" : "false"
        case .null, .array, .object: kind.policyNoun
        }
    }
}

extension JSONValue.Kind {
    /// The kind in words.
    var policyNoun: String {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
