/// An MPEG-4 video file of any size: boxes that describe one frame, then the frame's bytes, which are filler.
///
/// The structure is sound (ISO/IEC 14496-12, ‑15), the picture is not: it is for measuring transfers, not for playing.
public enum GeneratedMP4 {
    /// The whole file, of exactly `size` bytes; at least 1,024.
    public static func body(size: Int) -> OriginBody {
        precondition(size >= 1024, "an MP4 file of \(size) bytes has no room")
        // The length of the head does not depend on the numbers in it.
        let headLength = head(frame: 0, offset: 0).count
        let frame = size - headLength - 16
        let start = head(frame: frame, offset: headLength + 16)
        // A 64-bit length, so that any size will do.
        let media = be32(1) + Array("mdat".utf8) + be64(frame + 16)
        return OriginBody(start + media) + .repeating(filler, count: frame)
    }

    private static let filler = SharedBytes((0..<1_048_576).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ $0 >> 8) })

    private static func head(frame: Int, offset: Int) -> [UInt8] {
        let brand = box("ftyp", Array("isom".utf8) + be32(512) + Array("isomiso2avc1mp41".utf8))
        return brand + box("moov", movieHeader + box("trak", trackHeader + media(frame: frame, offset: offset)))
    }

    private static let identity =
        be32(0x10000) + zeros(12) + be32(0x10000) + zeros(12) + be32(0x4000_0000)

    private static let movieHeader = box(
        "mvhd",
        zeros(12) + be32(1000) + be32(1000) + be32(0x10000) + be16(0x100) + zeros(10) + identity + zeros(24) + be32(2))

    private static let trackHeader = box(
        "tkhd",
        be32(3) + zeros(8) + be32(1) + zeros(4) + be32(1000) + zeros(16) + identity + be32(320 << 16) + be32(240 << 16))

    private static func media(frame: Int, offset: Int) -> [UInt8] {
        let header = box("mdhd", zeros(12) + be32(1000) + be32(1000) + be16(0x55C4) + zeros(2))
        let handler = box("hdlr", zeros(8) + Array("vide".utf8) + zeros(13))
        let reference = box("dinf", box("dref", zeros(4) + be32(1) + box("url ", be32(1))))
        let information = box(
            "minf", box("vmhd", be32(1) + zeros(8)) + reference + samples(frame: frame, offset: offset))
        return box("mdia", header + handler + information)
    }

    private static func samples(frame: Int, offset: Int) -> [UInt8] {
        let configuration = box("avcC", [1, 66, 192, 13, 255, 0xE1, 0, 4, 0x67, 66, 192, 13, 1, 0, 2, 0x68, 0xCE])
        let entry = box(
            "avc1",
            zeros(6) + be16(1) + zeros(16) + be16(320) + be16(240) + be32(0x48_0000) + be32(0x48_0000) + zeros(4)
                + be16(1) + zeros(32) + be16(24) + be16(0xFFFF) + configuration)
        return box(
            "stbl",
            box("stsd", zeros(4) + be32(1) + entry)
                + box("stts", zeros(4) + be32(1) + be32(1) + be32(1000))
                + box("stsc", zeros(4) + be32(1) + be32(1) + be32(1) + be32(1))
                + box("stsz", zeros(4) + be32(frame) + be32(1))
                + box("stco", zeros(4) + be32(1) + be32(offset)))
    }

    private static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
        be32(content.count + 8) + Array(name.utf8) + content
    }

    private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    private static func be16(_ value: Int) -> [UInt8] { big(value, bytes: 2) }

    private static func be32(_ value: Int) -> [UInt8] { big(value, bytes: 4) }

    private static func be64(_ value: Int) -> [UInt8] { big(value, bytes: 8) }

    private static func big(_ value: Int, bytes: Int) -> [UInt8] {
        (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
