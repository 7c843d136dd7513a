import AttachmentDomain

/// The file of an object: its digest and the generation, which is chosen anew each time the object is written.
///
/// Since a generation never comes back, a file that was condemned can be removed late and outside of all locks without
/// ever meeting its successor.
struct ObjectName: Hashable, Sendable {
    let digest: Digest
    let generation: Generation

    /// `<64 hex>-<16 hex>`.
    var fileName: String { "\(digest.hex)-\(generation)" }

    /// The first two digits of the digest.
    var directory: String { String(digest.hex.prefix(2)) }

    /// The path below `objects/sha256`.
    var path: String { "\(directory)/\(fileName)" }
}

/// 64 random bits, written as 16 hexadecimal digits.
struct Generation: Hashable, Sendable, CustomStringConvertible {
    let bits: UInt64

    init(bits: UInt64) {
        self.bits = bits
    }

    static func fresh() -> Generation {
        Generation(bits: randomBytes(8).reduce(0) { $0 << 8 | UInt64($1) })
    }

    var description: String {
        Hex.text(of: (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * $0)) })
    }
}
