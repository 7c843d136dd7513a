import AttachmentDomain

extension RequestURL {
    /// The text with every query value replaced by `REDACTED`, for messages, logs and pages; of a long one the
    /// beginning and its size.
    public var redacted: String {
        let shown = Self.redact(text)
        guard shown.utf8.count > Self.longestShown else { return shown }
        return "\(shown.prefix(Self.longestShown))… (\(grouped(Int64(text.utf8.count))) bytes)"
    }

    /// What a message may hold of a URL, in bytes: more is no help to a reader.
    private static let longestShown = 512

    /// Replaces query values, credentials and what follows a `#` by `REDACTED`, in any text that was meant as a URL.
    ///
    /// A query member without `=` is a value as a whole: signed links look like that. Text that is no URL is treated
    /// alike, so that a secret in a URL with a fault is not shown either.
    public static func redact(_ text: String) -> String {
        // Bytes, not characters: a combining mark after `?` must not hide it.
        let bytes = Array(text.utf8)
        let beforeFragment = bytes.prefix { $0 != UInt8(ascii: "#") }
        let beforeQuery = beforeFragment.prefix { $0 != UInt8(ascii: "?") }
        var shown = withoutCredentials(beforeQuery)
        if beforeQuery.endIndex < beforeFragment.endIndex {
            let query = beforeFragment[beforeQuery.endIndex...].dropFirst()
            let members = query.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
            shown.append(UInt8(ascii: "?"))
            shown += members.map(redactedMember).joined(separator: [UInt8(ascii: "&")])
        }
        if beforeFragment.endIndex < bytes.endIndex { shown += "#REDACTED".utf8 }
        return String(decoding: shown, as: UTF8.self)
    }

    private static func redactedMember(_ member: ArraySlice<UInt8>) -> [UInt8] {
        guard !member.isEmpty else { return [] }
        guard let equals = member.firstIndex(of: UInt8(ascii: "=")) else { return Array("REDACTED".utf8) }
        return Array(member[...equals]) + "REDACTED".utf8
    }

    /// What stands between the scheme's slashes and the last `@` before the path is replaced. Backslashes count as
    /// slashes here, and a text without a scheme may hold credentials too.
    private static func withoutCredentials(_ text: ArraySlice<UInt8>) -> [UInt8] {
        let start = SchemePrefix(text)?.rest.firstIndex { !isSlash($0) } ?? text.firstIndex { !isSlash($0) }
        guard let start else { return Array(text) }
        let authority = text[start...].prefix { !isSlash($0) }
        guard let at = authority.lastIndex(of: UInt8(ascii: "@")) else { return Array(text) }
        return Array(text[..<start]) + "REDACTED".utf8 + text[at...]
    }

    private static func isSlash(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\")
    }
}
