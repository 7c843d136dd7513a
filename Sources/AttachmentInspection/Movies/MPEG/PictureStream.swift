/// MPEG-1 and MPEG-2 pictures without a container. Only the number of pictures tells how long they are, and only
/// reading all of them tells that number: this is done up to a size.
enum PictureStream {
    private static let countedBytes: Int64 = 8 << 20
    /// What is read of a longer stream, to see how it ends.
    private static let tailBytes: Int64 = 1 << 20

    static func measure(_ bytes: ByteReader) throws(InspectionFault) -> Measurement {
        var found = Measurement()
        let head = try bytes.bytes(at: 0, count: 512)
        guard let sequence = VideoSequence(in: head, expecting: "mpeg2video") else {
            return bytes.end < 12 ? found.damaged(at: bytes.end, "ends inside its header") : found
        }
        found.codecs = [sequence.codec]
        found.stored = sequence.size
        let isCounted = bytes.end <= countedBytes
        let pictures = try count(from: isCounted ? 0 : bytes.end - tailBytes, bytes)
        if isCounted {
            found.frames = pictures.frames
            found.seconds = Double(pictures.fields) / 2 * (sequence.frameSeconds ?? 0)
        }
        if pictures.fields <= 0 { return isCounted ? found.damaged(at: bytes.end, "ends without pictures") : found }
        if pictures.isCut { return found.damaged(at: bytes.end, "ends inside a picture") }
        // Without an end code nothing tells whether the last slice is all there.
        return pictures.isEnded ? found.whole(end: bytes.end) : found
    }

    private static func count(from start: Int64, _ bytes: ByteReader) throws(InspectionFault) -> PictureCounter {
        var pictures = PictureCounter()
        var offset = start
        while offset < bytes.end, bytes.takes() {
            let run = try bytes.run(at: offset)
            guard !run.isEmpty else { break }
            pictures.take(run)
            offset += Int64(run.count)
        }
        pictures.finish()
        return pictures
    }
}
