/// Colours for people: only on a terminal, and only where nobody said no.
struct TextStyle: Hashable {
    let isColored: Bool

    /// `NO_COLOR` counts when it is not empty (no-color.org), `TERM=dumb` always.
    init(isTerminal: Bool, environment: [String: String], usesColor: Bool) {
        let refused = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
        isColored = isTerminal && usesColor && !refused && environment["TERM"] != "dumb"
    }

    private init(isColored: Bool) {
        self.isColored = isColored
    }

    /// Without colour.
    static let plain = TextStyle(isColored: false)

    func good(_ text: String) -> String { paint("32", text) }
    func doubtful(_ text: String) -> String { paint("33", text) }
    func bad(_ text: String) -> String { paint("31", text) }
    func faint(_ text: String) -> String { paint("2", text) }
    func strong(_ text: String) -> String { paint("1", text) }

    private func paint(_ parameter: String, _ text: String) -> String {
        isColored ? "\u{1B}[\(parameter)m\(text)\u{1B}[0m" : text
    }
}

extension String {
    /// The text with control characters made visible, so that what a payload holds cannot steer a terminal.
    var visible: String {
        guard unicodeScalars.contains(where: \.isControl) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            text += scalar.isControl ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
        }
    }
}

extension Unicode.Scalar {
    /// Control characters (C0, DEL, C1) and the marks that turn the direction of writing (UAX #9).
    fileprivate var isControl: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

extension String {
    /// As ``visible``, but line breaks stay.
    var visibleLines: String {
        split(separator: "\n", omittingEmptySubsequences: false).map { String($0).visible }.joined(separator: "\n")
    }
}
