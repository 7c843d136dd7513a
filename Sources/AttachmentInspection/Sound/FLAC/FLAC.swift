/// FLAC (RFC 9639), also behind an ID3 tag.
enum FLAC: ContainerReader {
    static let types: Set<String> = ["audio/flac", "audio/x-flac"]

    /// The signature and the head of STREAMINFO, the first block (8.1, 8.2), or what a cut has left of that beyond
    /// letters.
    static func look(at bytes: ByteReader) throws(InspectionFault) -> Sighting? {
        guard try bytes.has("fLaC", at: 0) else { return nil }
        let head = Array(try bytes.bytes(at: 4, count: 4))
        guard let first = head.first else { return nil }
        guard first & 0x7F == 0, head.dropFirst().first ?? 0 == 0 else {
            return .notMedia("application/octet-stream")
        }
        return head.count == 4 || bytes.isComplete ? .type("audio/flac") : .needsMore
    }

    static func measure(_ bytes: ByteReader) throws(InspectionFault) -> Measurement {
        let start = try ID3Tag.end(in: bytes) ?? 0
        var found = Measurement()
        found.codecs = ["flac"]
        guard let info = try FLACInfo(at: start + 8, in: bytes) else {
            return found.damaged(at: bytes.end, "ends inside its first block")
        }
        guard try bytes.bigEndian(at: start + 5, count: 3) == 34 else {
            return found.damaged(at: start + 4, "has a first block of the wrong size")
        }
        if let flaw = info.flaw { return found.damaged(at: start + 8, flaw) }
        found.seconds = info.samples > 0 ? Double(info.samples) / Double(info.rate) : nil
        guard let sound = try endOfBlocks(from: start + 4, in: bytes) else {
            return found.damaged(at: bytes.end, "ends inside its metadata")
        }
        guard sound < bytes.end else { return found.damaged(at: bytes.end, "ends behind its metadata, without sound") }
        return try judge(found, info, FLACEnding.find(from: sound, info, in: bytes), bytes)
    }

    /// Where the blocks of metadata end; nil where the file does before them.
    private static func endOfBlocks(from start: Int64, in bytes: ByteReader) throws(InspectionFault) -> Int64? {
        var offset = start
        while bytes.takes(), let head = try bytes.bigEndian(at: offset) {
            offset += 4 + Int64(head & 0xFF_FFFF)
            guard offset <= bytes.end else { return nil }
            if head >> 31 != 0 { return offset }
        }
        return nil
    }

    private static func judge(
        _ found: Measurement, _ info: FLACInfo, _ ending: FLACEnding?, _ bytes: ByteReader
    ) -> Measurement {
        guard let ending else { return found.damaged(at: bytes.end, "ends inside its first frame") }
        var found = found
        found.seconds = found.seconds ?? Double(ending.samples) / Double(info.rate)
        if info.samples > 0, ending.samples < info.samples {
            return found.damaged(
                at: bytes.end, "has \(ending.samples) of the \(info.samples) samples that it announces")
        }
        return ending.end.map { found.whole(end: $0) } ?? found.damaged(at: bytes.end, "ends inside its last frame")
    }
}

/// The block STREAMINFO (RFC 9639, 8.2).
struct FLACInfo {
    let leastBlock: UInt64
    let largestBlock: UInt64
    /// In bytes; 0 where not known.
    let largestFrame: UInt64
    let rate: UInt64
    let channels: UInt64
    let bits: UInt64
    /// Of each channel; 0 where not known.
    let samples: UInt64

    /// Nil where it is cut.
    init?(at offset: Int64, in bytes: ByteReader) throws(InspectionFault) {
        guard let blocks = try bytes.bigEndian(at: offset), let frame = try bytes.bigEndian(at: offset + 7, count: 3),
            let sound = try bytes.bigEndian(at: offset + 10, count: 8), offset + 34 <= bytes.end
        else { return nil }
        leastBlock = blocks >> 16
        largestBlock = blocks & 0xFFFF
        largestFrame = frame
        rate = sound >> 44
        channels = sound >> 41 & 7 + 1
        bits = sound >> 36 & 31 + 1
        samples = sound & 0xF_FFFF_FFFF
    }

    /// What no player can make sound of.
    var flaw: String? {
        if rate == 0 { return "declares a sampling rate of 0" }
        return largestBlock < 16 ? "declares blocks of \(largestBlock) samples" : nil
    }

    /// As many bytes as a frame may have: by its own word, else those of the samples as they are, and a header.
    var frameLimit: Int64 {
        largestFrame > 0 ? Int64(largestFrame) : Int64(largestBlock * channels * (bits + 1) / 8) + 64
    }
}
