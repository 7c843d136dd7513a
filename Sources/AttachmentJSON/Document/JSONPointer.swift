/// A place in a document by names and indices (RFC 6901).
public struct JSONPointer: Hashable, Sendable {
    /// The reference tokens with their escapes resolved; none for the root.
    public private(set) var tokens: [String]

    /// The place that these tokens lead to, from the root on.
    public init(tokens: [String] = []) {
        self.tokens = tokens
    }

    /// Reads `""` or `/a/b`; nil when a pointer that is not empty has no `/` in front, or a `~` is not followed by 0
    /// or 1.
    public init?(_ text: String) {
        tokens = []
        if text.isEmpty { return }
        let parts = text.utf8.split(separator: .slash, omittingEmptySubsequences: false)
        guard parts[0].isEmpty else { return nil }
        for part in parts.dropFirst() {
            guard let token = Self.unescaped(part) else { return nil }
            tokens.append(token)
        }
    }

    /// The place of that member inside this one.
    public func appending(_ name: String) -> JSONPointer {
        JSONPointer(tokens: tokens + [name])
    }

    /// The place of that element inside this one.
    public func appending(_ index: Int) -> JSONPointer {
        appending(String(index))
    }

    private static func unescaped(_ part: Substring.UTF8View) -> String? {
        var bytes: [UInt8] = []
        var rest = part[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "~") else {
                bytes.append(byte)
                continue
            }
            switch rest.popFirst() {
            case .zero: bytes.append(UInt8(ascii: "~"))
            case .one: bytes.append(.slash)
            default: return nil
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension JSONPointer: CustomStringConvertible {
    /// The pointer as written: `/a~1b/0`.
    public var description: String {
        tokens.reduce(into: "") { $0 += "/" + Self.escaped($1) }
    }

    /// A token as it stands in a pointer: `a/b` as `a~1b`.
    public static func escaped(_ token: String) -> String {
        guard token.utf8.contains(where: { $0 == .slash || $0 == UInt8(ascii: "~") }) else { return token }
        let bytes = token.utf8.flatMap { byte -> [UInt8] in
            switch byte {
            case UInt8(ascii: "~"): [byte, .zero]
            case .slash: [UInt8(ascii: "~"), .one]
            default: [byte]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension JSONValue {
    /// The value at that place, seen from this one; nil when there is none. Of duplicate members the last counts.
    public func value(at pointer: JSONPointer) -> JSONValue? {
        var value = self
        for token in pointer.tokens {
            guard let next = value.child(token) else { return nil }
            value = next
        }
        return value
    }

    /// The member of that name, or the element at that index; nil when there is none.
    public func child(_ token: String) -> JSONValue? {
        switch kind {
        case .object: self[token]
        case .array: element(token)
        default: nil
        }
    }

    private func element(_ token: String) -> JSONValue? {
        // RFC 6901 section 4: digits without a leading zero.
        guard token.utf8.allSatisfy(\.isDigit), token == "0" || token.utf8.first != .zero, let index = Int(token)
        else { return nil }
        return elements.dropFirst(index).first { _ in true }
    }
}
