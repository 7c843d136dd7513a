internal import CZlib

/// The check sum of gzip, ZIP and PNG (ISO 3309; PNG 3rd edition, annex D), over zlib.
public struct CRC32: Sendable {
    /// The sum of the bytes so far.
    public private(set) var value: UInt32 = 0

    public init() {}

    /// Takes the next bytes into the sum.
    public mutating func update(_ bytes: UnsafeRawBufferPointer) {
        let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
        value = UInt32(truncatingIfNeeded: crc32_z(UInt(value), start, bytes.count))
    }
}
