/// The SHA-256 of a file's bytes: the name under which the file is kept.
///
/// Written `sha256:` + 64 lower-case hexadecimal digits.
public struct Digest: Hashable, Sendable {
    /// The 32 bytes, eight at a time, the first in the highest place.
    private let words: SIMD4<UInt64>

    /// The digest with these 32 bytes; nil when there are not 32.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        var words = SIMD4<UInt64>()
        for position in 0..<32 {
            words[position / 8] = words[position / 8] << 8 | UInt64(bytes[position])
        }
        self.words = words
    }

    /// Reads `sha256:` + 64 hex, or the 64 hex alone, in either case. Nil for anything else.
    public init?(_ text: String) {
        let digits = Array((text.hasPrefix("sha256:") ? text.dropFirst(7) : text[...]).utf8)
        guard digits.count == 64 else { return nil }
        var words = SIMD4<UInt64>()
        for position in 0..<64 {
            guard let value = Hex.value(of: digits[position]) else { return nil }
            words[position / 16] = words[position / 16] << 4 | UInt64(value)
        }
        self.words = words
    }

    /// The 32 bytes.
    public var bytes: [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 32)
        for position in 0..<32 {
            bytes[position] = UInt8(truncatingIfNeeded: words[position / 8] >> UInt64(56 - position % 8 * 8))
        }
        return bytes
    }

    /// The 64 lower-case hexadecimal digits alone.
    public var hex: String { Hex.text(of: bytes) }
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
