/// MPEG-1 system streams, MPEG-2 program streams (ISO/IEC 11172-1, 13818-1 2.5), and streams of pictures without a
/// container (ISO/IEC 11172-2, 13818-2).
enum MPEGProgram: ContainerReader {
    static let types: Set<String> = ["video/mpeg", "video/mpv", "video/mp1s", "video/mp2p", "video/mpeg2"]

    static func look(at bytes: ByteReader) throws(InspectionFault) -> Sighting? {
        let head = try bytes.bytes(at: 0, count: 12)
        guard head.starts(with: [0, 0, 1]), head.count >= 4 else { return nil }
        let kind = head[head.startIndex + 3]
        guard kind == 0xBA || kind == 0xB3 else { return nil }
        if head.count < 12 { return bytes.isComplete ? .type("video/mpeg") : .needsMore }
        if kind == 0xB3 { return VideoSequence(mpeg: head.dropFirst(4)) == nil ? nil : .type("video/mpeg") }
        let mark = head[head.startIndex + 4]
        return mark >> 6 == 1 || mark >> 4 == 2 ? .type("video/mpeg") : nil
    }

    static func measure(_ bytes: ByteReader) throws(InspectionFault) -> Measurement {
        switch try bytes.bigEndian(at: 0) {
        case 0x1BA:
            var stream = ProgramStream(bytes)
            return try stream.measure()
        case 0x1B3: return try PictureStream.measure(bytes)
        default: return Measurement()
        }
    }
}
