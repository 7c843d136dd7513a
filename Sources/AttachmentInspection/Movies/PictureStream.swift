/// MPEG-1 and MPEG-2 pictures without a container. Only the number of pictures tells how long they are, and only
/// reading all of them tells that number: this is done up to a size.
enum PictureStream {
    private static let countedBytes: Int64 = 4 << 20
    private static let endCode: UInt64 = 0x1B7

    static func measure(_ bytes: ByteReader) throws(InspectionFault) -> Measurement {
        var found = Measurement()
        let head = try bytes.bytes(at: 0, count: 512)
        guard let sequence = VideoSequence(in: head, expecting: "mpeg2video") else {
            return bytes.end < 12 ? found.damaged(at: bytes.end, "ends inside its header") : found
        }
        found.codecs = [sequence.codec]
        found.stored = sequence.size
        if bytes.end <= countedBytes {
            let fields = try countFields(bytes)
            found.frames = (fields + 1) / 2
            found.seconds = Double(fields) / 2 * (sequence.frameSeconds ?? 0)
            if fields == 0 { return found.damaged(at: bytes.end, "ends without pictures") }
        }
        // A cut is not to be seen; but what ends as it should is whole.
        return try bytes.bigEndian(at: bytes.end - 4) == endCode ? found.whole(end: bytes.end) : found
    }

    /// Two for a frame, one for a picture that is a field of a frame (ISO/IEC 13818-2 6.2.3.1).
    private static func countFields(_ bytes: ByteReader) throws(InspectionFault) -> Int {
        var fields = 0
        var offset: Int64 = 0
        while offset < bytes.end, bytes.takes() {
            let run = try bytes.run(at: offset).prefix(65_536)
            guard run.count > 8 else { break }
            let isLast = offset + Int64(run.count) >= bytes.end
            // What lies across the end of a run is seen in the next one.
            let reach = isLast ? run.endIndex - 4 : run.endIndex - 8
            for start in StartCodes(run) where start <= reach {
                let kind = run[start + 3]
                if kind == 0x00 { fields += 2 }
                if kind == 0xB5, start + 6 < run.endIndex, run[start + 4] >> 4 == 8, run[start + 6] & 3 != 3 {
                    fields -= 1
                }
            }
            if isLast { break }
            offset += Int64(reach + 1 - run.startIndex)
        }
        return max(fields, 0)
    }
}
