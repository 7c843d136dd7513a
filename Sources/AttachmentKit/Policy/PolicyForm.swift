/// A form that text in the policy must have.
struct PolicyForm: Sendable {
    /// The words after "must be".
    let words: String
    let fits: @Sendable (String) -> Bool

    init(_ words: String, _ fits: @escaping @Sendable (String) -> Bool) {
        self.words = words
        self.fits = fits
    }
}

extension PolicyForm {
    /// Anything printable, but not nothing.
    static let line = PolicyForm("text of one line") { $0.isPolicyLine }
    /// Anything printable, or nothing.
    static let lineOrEmpty = PolicyForm("text of one line, or empty") { $0.isEmpty || $0.isPolicyLine }
    static let path = PolicyForm("the name of a file") { $0.isPolicyLine }
    static let mime = PolicyForm("a MIME type in lower case without parameters, such as \"image/jpeg\"", isMIME)
    static let typeIdentifier = PolicyForm("a Uniform Type Identifier, such as \"public.jpeg\"") { text in
        !text.isEmpty
            && text.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }
    }
    static let fileExtension = PolicyForm("a file extension without its dot, at most 16 letters or digits") { text in
        (1...16).contains(text.utf8.count) && text.utf8.allSatisfy(\.isLetterOrDigit)
    }
    /// RFC 9110 section 5.6.2.
    static let headerName = PolicyForm("the name of an HTTP header", isToken)
    /// RFC 6901, with `*` for any member or element.
    static let jsonPointer = PolicyForm("a JSON pointer, such as \"/data/hero/*/url\"", isPointer)
    static let criticalRule = PolicyForm("a JSON pointer, \"=\" and a value") { text in
        guard let equals = text.firstIndex(of: "=") else { return false }
        return isPointer(String(text[..<equals]))
    }
    static let location = PolicyForm("a location that begins with /") { $0.hasPrefix("/") && $0.isPolicyLine }
    static let databaseURL = PolicyForm("a URL that begins with postgresql:// or postgres://") { text in
        ["postgresql://", "postgres://"].contains { text.hasPrefix($0) && text.count > $0.count } && text.isPolicyLine
    }

    private static func isMIME(_ text: String) -> Bool {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { isToken(String($0)) } && text == text.lowercased()
    }

    private static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0.isLetterOrDigit || "!#$%&'*+-.^_`|~".utf8.contains($0) }
    }

    /// Whether every step begins with `/` and `~` is only ever `~0` or `~1`.
    private static func isPointer(_ text: String) -> Bool {
        guard text.isEmpty || text.hasPrefix("/") else { return false }
        return text.split(separator: "~", omittingEmptySubsequences: false).dropFirst().allSatisfy {
            $0.hasPrefix("0") || $0.hasPrefix("1")
        }
    }
}

extension String {
    /// Whether it is not empty and holds no control character.
    var isPolicyLine: Bool {
        !isEmpty && unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    }
}

extension UInt8 {
    /// Whether it is an ASCII letter or digit.
    var isLetterOrDigit: Bool {
        let lowerCase = self | 0x20
        return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lowerCase)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
    }
}
