/// AAC without a container: frames in ADTS (ISO/IEC 13818-7 6.2), or one run of blocks behind an ADIF header (6.1).
///
/// ``MPEGAudio`` finds ADTS, since it begins like its frames; ADIF is found here.
enum AAC: ContainerReader {
    static let types: Set<String> = [
        "audio/aac", "audio/x-aac", "audio/aacp", "audio/x-hx-aac-adts", "audio/x-hx-aac-adif",
    ]

    private static let headerBytes = 64

    /// Logs of radio amateurs begin with the same four letters; coded sound has other bytes than text soon.
    static func look(at bytes: ByteReader) throws(InspectionFault) -> Sighting? {
        guard try bytes.has("ADIF", at: 0) else { return nil }
        let header = try bytes.bytes(at: 0, count: headerBytes)
        if header.contains(where: { $0 < 0x09 || 0x0E...0x1F ~= $0 || $0 == 0x7F }) { return .type("audio/aac") }
        return header.count < headerBytes && !bytes.isComplete ? .needsMore : .notMedia("text/plain")
    }

    /// HE-AAC without signalling keeps the times of its core: samples and rate double together.
    static func measure(_ bytes: ByteReader) throws(InspectionFault) -> Measurement {
        var found = Measurement()
        found.codecs = ["aac"]
        if try bytes.has("ADIF", at: 0) { return found }
        guard let start = try MPEGAudio.start(in: bytes) else {
            return found.damaged(at: bytes.end, "ends inside its first frame")
        }
        var walk = try MPEGWalk(from: start, to: try SoundTags.start(in: bytes, after: start.offset))
        let stop = try walk.run(leaps: false)
        found.seconds = walk.seconds
        return try MPEGAudio.judge(found, walk, stop, start)
    }
}
