/// The last frame of a FLAC stream, found without decoding: its header has a check sum of its own and tells which
/// samples it holds, and the sum over the whole frame tells where it ends (RFC 9639, 9.1 and 9.3).
///
/// What this cannot see: damage before that frame; and where the stream does not say how many samples it has, a cut
/// just between two frames.
struct FLACEnding {
    /// The samples of each channel up to the end of that frame.
    let samples: UInt64
    /// Where the frame ends; nil where the file does before.
    let end: Int64?

    private static let piece: Int64 = 65_536

    /// Searches from the end towards the first frame, piece by piece. Nil where there is no frame.
    static func find(from sound: Int64, _ info: FLACInfo, in bytes: ByteReader) throws(InspectionFault) -> FLACEnding? {
        var upper = bytes.end
        while upper > sound {
            let lower = max(sound, upper - piece)
            if let header = try lastHeader(in: lower..<upper, info, bytes) {
                let end = try end(of: header, info, in: bytes)
                return FLACEnding(samples: header.samplesBehind, end: end)
            }
            upper = lower
        }
        return nil
    }

    /// The last header in the range. As a frame's data and foreign bytes may look like one, too, that which ends where
    /// the stream does by its own word goes first, and those beyond that last.
    private static func lastHeader(
        in range: Range<Int64>, _ info: FLACInfo, _ bytes: ByteReader
    ) throws(InspectionFault) -> FLACFrameHeader? {
        // A header that begins in the range may end behind it.
        let count = Int(range.upperBound - range.lowerBound) + FLACFrameHeader.limit
        let piece = try bytes.bytes(at: range.lowerBound, count: Int(min(Int64(count), bytes.end - range.lowerBound)))
        var last: FLACFrameHeader?
        var beyond: FLACFrameHeader?
        for place in piece.indices.dropLast().reversed() where piece[place] == 0xFF && piece[place + 1] & 0xFE == 0xF8 {
            let offset = range.lowerBound + Int64(place - piece.startIndex)
            guard offset < range.upperBound, bytes.takes(),
                let header = FLACFrameHeader(piece[place...], at: offset, info)
            else { continue }
            if info.samples == 0 || header.samplesBehind == info.samples { return header }
            if header.samplesBehind < info.samples { last = last ?? header } else { beyond = beyond ?? header }
        }
        return last ?? beyond
    }

    /// Where the sum over the frame comes out right: at the file's end, before a tag, or, where more bytes follow than
    /// the frame can have, wherever it does first. Zeroes behind leave the sum as it is.
    private static func end(
        of header: FLACFrameHeader, _ info: FLACInfo, in bytes: ByteReader
    ) throws(InspectionFault) -> Int64? {
        let tags = try SoundTags.start(in: bytes, after: header.offset)
        let limit = header.offset + info.frameLimit
        let reach = min(tags, limit + piece)
        var sum = CRC16()
        var offset = header.offset
        var first: Int64?
        while offset < reach {
            let run = try bytes.run(at: offset).prefix(Int(reach - offset))
            guard !run.isEmpty else { return nil }
            for byte in run {
                sum.update(byte)
                offset += 1
                if sum.value == 0, first == nil, offset > header.end + 2, offset <= limit { first = offset }
            }
        }
        if reach == tags, sum.value == 0 { return bytes.end }
        return tags > limit ? first : nil
    }
}
