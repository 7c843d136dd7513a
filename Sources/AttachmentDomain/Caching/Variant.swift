/// Which requests a stored response answers beside the one that brought it: the request's fields that its Vary names,
/// with their values (RFC 9111 4.1).
public struct Variant: Hashable, Sendable {
    /// One line for each field that Vary names, in the order of their names: `name: value` where the request had it,
    /// `name` where it had not; `*` alone where no request is ever the same. Empty without a Vary.
    public let text: String

    /// The variant that a response is.
    ///
    /// - Parameters:
    ///   - vary: the value of its Vary, its lines joined by commas; nil where it has none.
    ///   - request: the fields of the request that brought it.
    public init(vary: String?, request: HTTPHeaders) {
        let names = Self.names(in: vary)
        text =
            names.contains("*")
            ? "*" : names.map { Self.line($0, request) }.joined(separator: "\n")
    }

    /// What ``text`` said, where it was kept.
    public init(text: String) {
        self.text = text
    }

    /// Whether the response answers a request with these fields too.
    ///
    /// Blanks around and between the members of a list make no difference; a field that the first request did not have
    /// must be missing here too.
    public func matches(_ request: HTTPHeaders) -> Bool {
        guard !text.isEmpty else { return true }
        guard text != "*" else { return false }
        return text.split(separator: "\n").allSatisfy { line in
            let name = String(Substring(line.utf8.prefix { $0 != UInt8(ascii: ":") }))
            return Self.line(name, request).utf8.elementsEqual(line.utf8)
        }
    }

    /// In lower case, each once, sorted.
    private static func names(in vary: String?) -> [String] {
        Set((vary ?? "").listMembers.map { $0.lowercased() }).sorted()
    }

    private static func line(_ name: String, _ request: HTTPHeaders) -> String {
        request[name].map { "\(name): \(normalised($0))" } ?? name
    }

    /// The members of a list without the blanks around them (RFC 9110 5.6.1), and no line break.
    private static func normalised(_ value: String) -> String {
        value.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
            .map { Substring($0).trimmingOWS().split(whereSeparator: \.isNewline).joined(separator: " ") }
            .joined(separator: ",")
    }
}
