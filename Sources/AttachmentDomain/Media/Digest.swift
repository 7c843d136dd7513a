/// The SHA-256 of a file's bytes: the name under which the file is kept.
///
/// Written `sha256:` + 64 lower-case hexadecimal digits.
public struct Digest: Hashable, Sendable {
    /// The 32 bytes, in their order.
    private let storage: SIMD4<UInt64>

    /// The digest with these 32 bytes; nil when there are not 32.
    public init?(bytes: UnsafeRawBufferPointer) {
        guard bytes.count == 32 else { return nil }
        storage = bytes.loadUnaligned(as: SIMD4<UInt64>.self)
    }

    /// The digest with these 32 bytes; nil when there are not 32.
    public init?(bytes: [UInt8]) {
        guard let digest = bytes.withUnsafeBytes({ Digest(bytes: $0) }) else { return nil }
        self = digest
    }

    /// Reads `sha256:` + 64 hex, or the 64 hex alone, in either case. Nil for anything else.
    public init?(_ text: String) {
        let digits = (text.hasPrefix("sha256:") ? text.dropFirst(7) : text[...]).utf8
        guard let bytes = Hex.bytes(of: digits) else { return nil }
        self.init(bytes: bytes)
    }

    /// Shows the 32 bytes to the closure.
    public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        Swift.withUnsafeBytes(of: storage, body)
    }

    /// The 64 lower-case hexadecimal digits alone.
    public var hex: String { withUnsafeBytes { Hex.text(of: $0) } }
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
