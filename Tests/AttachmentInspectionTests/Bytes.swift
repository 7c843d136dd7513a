/// The parts of which tests make files by hand.
enum Bytes {
    /// A number with its highest byte first.
    static func big(_ number: some BinaryInteger, _ count: Int = 4) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * (count - 1 - $0))) }
    }

    /// A number with its lowest byte first.
    static func little(_ number: some BinaryInteger, _ count: Int = 4) -> [UInt8] {
        big(number, count).reversed()
    }

    static func zeroes(_ count: Int) -> [UInt8] {
        [UInt8](repeating: 0, count: count)
    }

    /// A box of ISO/IEC 14496-12; `size` lies about its size.
    static func box(_ kind: String, size: UInt64? = nil, _ body: [UInt8] = []) -> [UInt8] {
        big(size ?? UInt64(8 + body.count)) + Array(kind.utf8) + body
    }

    /// A box that begins with version and flags.
    static func fullBox(_ kind: String, version: Int = 0, flags: Int = 0, _ body: [UInt8] = []) -> [UInt8] {
        box(kind, [UInt8(version)] + big(flags, 3) + body)
    }

    /// A chunk of RIFF, or of IFF with the highest byte first, padded to an even size; `claims` lies about its size.
    static func chunk(_ code: String, _ body: [UInt8] = [], claims size: Int? = nil, isBig: Bool = false) -> [UInt8] {
        let size = size ?? body.count
        return Array(code.utf8) + (isBig ? big(size) : little(size)) + body + zeroes(body.count % 2)
    }

    /// A form around chunks.
    static func form(
        _ code: String, _ kind: String, _ chunks: [UInt8], claims size: Int? = nil, isBig: Bool = false
    ) -> [UInt8] {
        chunk(code, Array(kind.utf8) + chunks, claims: size, isBig: isBig)
    }

    /// An element of EBML with a size of eight bytes.
    static func element(_ id: UInt64, size: UInt64? = nil, _ body: [UInt8] = []) -> [UInt8] {
        let idBytes = Array(big(id, 8).drop { $0 == 0 })
        return idBytes + [0x01] + big(size ?? UInt64(body.count), 7) + body
    }

    /// An ID3v2.4 tag with so many bytes of content.
    static func tag(_ count: Int, claims size: Int? = nil) -> [UInt8] {
        let size = size ?? count
        let digits = [21, 14, 7, 0].map { UInt8(size >> $0 & 0x7F) }
        return Array("ID3".utf8) + [4, 0, 0] + digits + zeroes(count)
    }

    /// An ID3v1 tag.
    static let oldTag = Array("TAG".utf8) + zeroes(125)
}
