import AttachmentDomain

/// The file of an object: its digest and the generation, which is chosen anew each time the object is written.
///
/// Since a generation never comes back, a file that was condemned can be removed late and outside of all locks without
/// ever meeting its successor.
struct ObjectName: Hashable, Sendable {
    let digest: Digest
    let generation: Generation

    /// `<64 hex>-<16 hex>`.
    var fileName: String { String(path.dropFirst(3)) }

    /// The first two digits of the digest.
    var directory: String { String(path.prefix(2)) }

    /// The path below `objects/sha256`: `<2 hex>/<64 hex>-<16 hex>`.
    var path: String {
        String(unsafeUninitializedCapacity: 84) { text in
            digest.withUnsafeBytes { Hex.write($0, to: .init(rebasing: text[3..<67])) }
            withUnsafeBytes(of: generation.bits.bigEndian) { Hex.write($0, to: .init(rebasing: text[68..<84])) }
            (text[0], text[1], text[2], text[67]) = (text[3], text[4], UInt8(ascii: "/"), UInt8(ascii: "-"))
            return 84
        }
    }
}

/// 64 random bits, written as 16 hexadecimal digits.
struct Generation: Hashable, Sendable, CustomStringConvertible {
    let bits: UInt64

    init(bits: UInt64) {
        self.bits = bits
    }

    static func fresh() -> Generation {
        Generation(bits: RandomStock.shared.take(8).reduce(0) { $0 << 8 | UInt64($1) })
    }

    var description: String {
        withUnsafeBytes(of: bits.bigEndian) { Hex.text(of: $0) }
    }
}
