import AttachmentDomain
import AttachmentJSON

/// What the value of a key may be, and how it is read.
struct PolicyValue<Value> {
    /// The words after "must be".
    let expected: String
    var shape: () -> PolicyShape = { .value }
    /// Reads over the present value; nil when it noted a fault.
    let read: (_ json: JSONValue, _ present: Value, _ reading: PolicyReading) -> Value?

    /// A value that one function reads; nil from it is a fault. A value that may hold a secret is not shown.
    static func plain(
        _ expected: String, isSecret: Bool = false, _ parse: @escaping (JSONValue) -> Value?
    ) -> PolicyValue {
        PolicyValue(expected: expected) { json, _, reading in
            guard let value = parse(json) else {
                reading.refuse(json, expected: expected, showsValue: !isSecret)
                return nil
            }
            reading.take(json)
            return value
        }
    }
}

extension PolicyValue where Value: FixedWidthInteger {
    /// A whole number in that range.
    static func whole(_ range: ClosedRange<Value>) -> PolicyValue {
        plain(range.words("a whole number")) { json in
            (json.int ?? json.double.flatMap(Int64.init(exactly:)))
                .flatMap(Value.init(exactly:))
                .flatMap { range.contains($0) ? $0 : nil }
        }
    }
}

extension PolicyValue<Double> {
    /// A number in that range, with or without a fraction.
    static func number(_ range: ClosedRange<Double>) -> PolicyValue {
        plain(range.words("a number")) { json in
            json.double.flatMap { range.contains($0) ? $0 : nil }
        }
    }
}

extension ClosedRange where Bound: Numeric {
    fileprivate func words(_ noun: String) -> String {
        "\(noun) from \(plainText(lowerBound)) to \(plainText(upperBound))"
    }

    private func plainText(_ bound: Bound) -> String {
        let text = "\(bound)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}

extension PolicyValue<Bool> {
    static var flag: PolicyValue {
        plain("true or false", \.bool)
    }
}

extension PolicyValue where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    /// One of the names of an enumeration.
    static var choice: PolicyValue { choice(Array(Value.allCases)) }

    /// One of these cases.
    static func choice(_ cases: [Value]) -> PolicyValue {
        plain(cases.map(\.rawValue).choiceText) { json in
            json.string.flatMap { name in cases.first { $0.rawValue == name } }
        }
    }
}

extension PolicyValue<String> {
    /// One of these words.
    static func oneOf(_ words: String...) -> PolicyValue {
        plain(words.choiceText) { json in json.string.flatMap { words.contains($0) ? $0 : nil } }
    }

    /// A string of that form.
    static func text(_ form: PolicyForm, isSecret: Bool = false) -> PolicyValue {
        plain(form.words, isSecret: isSecret) { json in json.string.flatMap { form.fits($0) ? $0 : nil } }
    }

    /// The name of a file; a relative one starts from the directory of the policy file.
    static var path: PolicyValue {
        let text = PolicyValue.text(.path)
        return PolicyValue(expected: text.expected) { json, present, reading in
            text.read(json, present, reading).map { $0.hasPrefix("/") ? $0 : "\(reading.directory)/\($0)" }
        }
    }
}

extension [String] {
    /// As `"a", "b" or "c"`.
    fileprivate var choiceText: String {
        let quoted = map { "\"\($0)\"" }
        guard let last = quoted.last, quoted.count > 1 else { return quoted.joined() }
        return quoted.dropLast().joined(separator: ", ") + " or " + last
    }
}

extension PolicyValue {
    /// A value, or null for none.
    static func optional<Wrapped>(_ kind: PolicyValue<Wrapped>, blank: Wrapped) -> PolicyValue where Value == Wrapped? {
        let expected = "\(kind.expected), or null"
        return PolicyValue(expected: expected, shape: kind.shape) { json, present, reading in
            if json.kind == .null {
                reading.take(json)
                return .some(nil)
            }
            return kind.read(json, present ?? blank, reading).map(Optional.some)
        }
    }

    static func optional(_ kind: PolicyValue<String>) -> PolicyValue where Value == String? {
        optional(kind, blank: "")
    }

    static func optional<Number: Numeric>(_ kind: PolicyValue<Number>) -> PolicyValue where Value == Number? {
        optional(kind, blank: .zero)
    }

    static func optional<Section: PolicySection>(_ kind: PolicyValue<Section>) -> PolicyValue where Value == Section? {
        optional(kind, blank: .blank)
    }
}

extension PolicyValue where Value: PolicySection {
    /// An object whose members replace the present ones one by one.
    static var section: PolicyValue {
        PolicyValue(expected: "an object", shape: { Value.shape }) { json, present, reading in
            var section = present
            reading.read(json, into: &section)
            return section
        }
    }
}

extension PolicyValue {
    /// An array, replaced as a whole.
    static func list<Element>(_ kind: PolicyValue<Element>, blank: Element) -> PolicyValue where Value == [Element] {
        PolicyValue(expected: "an array") { json, _, reading in
            guard json.kind == .array else {
                reading.refuse(json, expected: "an array")
                return nil
            }
            reading.take(json)
            return json.elements.enumerated().compactMap { index, element in
                reading.within("[\(index)]") { kind.read(element, blank, reading) }
            }
        }
    }

    static func list(_ kind: PolicyValue<String>) -> PolicyValue where Value == [String] {
        list(kind, blank: "")
    }

    static func list<Number: Numeric>(_ kind: PolicyValue<Number>) -> PolicyValue where Value == [Number] {
        list(kind, blank: .zero)
    }

    /// An array of objects, replaced as a whole.
    static func rows<Row: PolicySection>() -> PolicyValue where Value == [Row] {
        // Once for all rows.
        let keys = Row.keys
        let row = PolicyValue<Row>(expected: "an object") { json, blank, reading in
            var row = blank
            reading.read(json, into: &row, keys: keys, isNew: true)
            return row
        }
        let list = list(row, blank: .blank)
        return PolicyValue(expected: list.expected, shape: { .rows(Row.shape) }, read: list.read)
    }

    /// An object whose member names are free. An entry of a known name keeps what the file leaves out; a new one starts
    /// blank.
    static func named<Entry: PolicySection>() -> PolicyValue where Value == NamedValues<Entry> {
        PolicyValue(expected: "an object", shape: { .named(Entry.shape) }) { json, present, reading in
            guard json.kind == .object else {
                reading.refuse(json, expected: "an object")
                return nil
            }
            var entries = present
            for member in json.members {
                reading.within(".\(member.name)") {
                    let known = present[member.name]
                    var entry = known ?? .blank
                    reading.read(member.value, into: &entry, isNew: known == nil)
                    entries[member.name] = entry
                }
            }
            return entries
        }
    }
}
