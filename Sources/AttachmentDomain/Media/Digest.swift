/// The SHA-256 of a file's bytes: the name under which the file is kept.
///
/// Written `sha256:` + 64 lower-case hexadecimal digits.
public struct Digest: Hashable, Sendable {
    /// The 64 lower-case hexadecimal digits alone.
    public let hex: String

    /// The digest with these 32 bytes; nil when there are not 32.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 32 else { return nil }
        self.hex = Hex.text(of: bytes)
    }

    /// Reads `sha256:` + 64 hex, or the 64 hex alone; upper case is taken and becomes lower case. Nil for anything else.
    public init?(_ text: String) {
        let digits = text.hasPrefix("sha256:") ? text.dropFirst(7) : text[...]
        guard digits.utf8.count == 64, digits.utf8.allSatisfy(Hex.isDigit) else { return nil }
        self.hex = digits.lowercased()
    }
}

extension Digest: CustomStringConvertible {
    public var description: String { "sha256:" + hex }
}

extension Digest: Codable {
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let digest = Digest(text) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "not sha256: and 64 hex digits: \(text)"))
        }
        self = digest
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
