/// Chunks side by side: a code, a size of 32 bits, the content, and a byte of padding after an odd one (Multimedia
/// Programming Interface and Data Specifications 1.0, 1991; EA IFF 85 for AIFF).
struct RIFFChunks {
    /// One chunk.
    struct Chunk: Hashable {
        let code: FourCC
        /// Where its code stands.
        let start: Int64
        /// Where its content begins.
        let body: Int64
        /// The size that it claims for its content.
        let claimedBytes: Int64

        /// Where its content ends by its own word, which may be beyond the file.
        var end: Int64 { body + claimedBytes }
        /// Where the next chunk begins by its word.
        var next: Int64 { end + claimedBytes % 2 }
    }

    let bytes: ByteReader
    /// Whether sizes have the highest byte first: RIFX and IFF.
    var isBigEndian = false

    /// The chunk whose code stands at `offset`; nil where its eight bytes are not all there.
    func chunk(at offset: Int64) throws(InspectionFault) -> Chunk? {
        guard let code = try bytes.code(at: offset), let size = try number(at: offset + 4) else { return nil }
        return Chunk(code: code, start: offset, body: offset + 8, claimedBytes: Int64(size))
    }

    /// A number in the byte order of the file.
    func number(at offset: Int64, count: Int = 4) throws(InspectionFault) -> UInt64? {
        isBigEndian
            ? try bytes.bigEndian(at: offset, count: count) : try bytes.littleEndian(at: offset, count: count)
    }
}
