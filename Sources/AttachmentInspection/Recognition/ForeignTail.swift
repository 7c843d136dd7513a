/// Bytes behind the end of the media: an archive, a film, a script that rides along.
struct ForeignTail {
    /// How many bytes there are from the first one that is no padding.
    let count: Int64
    /// The first of them, for libmagic.
    let head: ArraySlice<UInt8>

    private static let headBytes = 4096

    /// Looks behind the padding that encoders and transfers leave: zeroes, blanks, line ends. Nil where all is padding.
    init?(of bytes: ByteReader, from end: Int64) throws(InspectionFault) {
        var offset = end
        while true {
            let run = try bytes.run(at: offset)
            guard !run.isEmpty else { return nil }
            if let place = run.firstIndex(where: { ![0x00, 0x0A, 0x0D, 0x20].contains($0) }) {
                offset += Int64(place - run.startIndex)
                break
            }
            offset += Int64(run.count)
        }
        count = bytes.end - offset
        head = try bytes.bytes(at: offset, count: Int(min(Int64(Self.headBytes), count)))
    }
}
