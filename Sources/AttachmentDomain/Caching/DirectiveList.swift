/// The directives of a Cache-Control field, in their order (RFC 9111 5.2): `name`, `name=token` or `name="text"`.
struct DirectiveList {
    struct Directive {
        /// In lower case.
        var name: String
        /// Without the quotes around it; nil where there is no `=`.
        var value: String?
        /// Whether there are blanks beside its `=`, where none may be.
        var isMalformed = false

        /// A number of seconds (RFC 9111 1.2.2). What is none counts as 0, so that a broken field is never read as leave
        /// to reuse; numbers too large for 31 bits count as 2³¹.
        var seconds: Int64 {
            guard !isMalformed, let value, DeltaSeconds.isNumber(value) else { return 0 }
            return DeltaSeconds.value(of: value)
        }

        /// The names in a list of fields, in lower case; empty where there is no value.
        var fieldNames: [String] {
            (value ?? "").listMembers.map { $0.lowercased() }
        }
    }

    let directives: [Directive]

    /// Splits at commas outside of quoted strings; members without a name are passed over. A quote that nothing closes
    /// hides nothing.
    init(_ field: String?) {
        var members: [[UInt8]] = [[]]
        var isQuoted = false
        var isEscaped = false
        for byte in (field ?? "").utf8 {
            if byte == UInt8(ascii: ","), !isQuoted {
                members.append([])
                continue
            }
            if isEscaped {
                isEscaped = false
            } else if isQuoted, byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            }
            members[members.count - 1].append(byte)
        }
        if isQuoted {
            let hidden = members.removeLast()
            members += hidden.split(separator: UInt8(ascii: ",")).map(Array.init)
        }
        directives = members.compactMap(Self.directive)
    }

    /// The smallest of the values that a directive has; nil where it does not stand there.
    func seconds(_ name: String) -> Int64? {
        directives.filter { $0.name == name }.map(\.seconds).min()
    }

    func has(_ name: String) -> Bool {
        directives.contains { $0.name == name }
    }

    private static func directive(_ member: [UInt8]) -> Directive? {
        let halves = member.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        guard let name = halves.first?.trimmingOWS(), !name.isEmpty else { return nil }
        guard halves.count > 1 else { return Directive(name: name.lowercased()) }
        let isMalformed = isBlank(halves[0].utf8.last) || isBlank(halves[1].utf8.first)
        return Directive(
            name: name.lowercased(), value: unquoted(halves[1].trimmingOWS()), isMalformed: isMalformed)
    }

    private static func isBlank(_ byte: UInt8?) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }

    /// Takes off quotes that stand around all of it, and the backslashes inside.
    private static func unquoted(_ text: String) -> String {
        let bytes = text.utf8
        guard bytes.count >= 2, bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\"") else { return text }
        var plain: [UInt8] = []
        var isEscaped = false
        for byte in bytes.dropFirst().dropLast() {
            if !isEscaped, byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else {
                plain.append(byte)
                isEscaped = false
            }
        }
        return String(decoding: plain, as: UTF8.self)
    }
}

/// Numbers of seconds in header fields (RFC 9111 1.2.2).
enum DeltaSeconds {
    /// What a larger number counts as: more than what 31 bits hold is forever.
    static let longest: Int64 = 2_147_483_648

    /// Digits alone.
    static func isNumber(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (48...57).contains($0) }
    }

    /// The number that these digits are, ``longest`` at most.
    static func value(of digits: some StringProtocol) -> Int64 {
        min(Int64(digits) ?? longest, longest)
    }
}
