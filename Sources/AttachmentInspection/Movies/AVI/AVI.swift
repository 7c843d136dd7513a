/// AVI (Microsoft, "AVI RIFF File Reference"), with the extensions of OpenDML 1.02 for files of more than 1 GB.
enum AVI: ContainerReader {
    static let types: Set<String> = ["video/x-msvideo", "video/avi", "video/msvideo", "video/vnd.avi"]

    static func look(at bytes: ByteReader) throws(InspectionFault) -> Sighting? {
        guard try bytes.has("RIFF", at: 0) else { return nil }
        let form = try bytes.bytes(at: 8, count: 4)
        let isCut = form.count < 4 && bytes.isComplete
        guard form.count >= 2, form.count == 4 || isCut, "AVI ".utf8.starts(with: form) else { return nil }
        return .type("video/x-msvideo")
    }

    static func measure(_ bytes: ByteReader) throws(InspectionFault) -> Measurement {
        var walk = Walk(chunks: RIFFChunks(bytes: bytes))
        try walk.run()
        var found = walk.header.measurement
        found.extent = walk.extent
        return found
    }

    /// A walk over the chunks of the file's RIFF lists, as if those lists were none: so a list that claims a few bytes
    /// too many or too few does no harm.
    private struct Walk {
        let chunks: RIFFChunks
        var header = AVIHeader()
        var extent = Measurement.Extent.unknown
        private var offset: Int64 = 0
        private var hasMovie = false
        private var isOpen = false
        /// Where the present RIFF list ends by its own word.
        private var listEnd: Int64 = 0

        private var bytes: ByteReader { chunks.bytes }

        init(chunks: RIFFChunks) {
            self.chunks = chunks
        }

        mutating func run() throws(InspectionFault) {
            while offset < bytes.end, bytes.takes() {
                guard let chunk = try chunks.chunk(at: offset) else { break }
                if chunk.code == "RIFF" {
                    guard try enter(chunk) else { break }
                } else {
                    guard chunk.start < listEnd || isOpen, chunk.code.isPrintable else { break }
                    if let flaw = try take(chunk) {
                        extent = flaw
                        return
                    }
                    offset = chunk.next
                }
            }
            extent = extentAtEnd
        }

        /// Goes into a list of the form `AVI` or `AVIX`; false where it is another file behind the end.
        private mutating func enter(_ list: RIFFChunks.Chunk) throws(InspectionFault) -> Bool {
            let form = try bytes.code(at: list.body)
            guard offset == 0 || form == "AVIX" else { return false }
            // Recorders leave 0 or all ones until they close the file.
            isOpen = list.claimedBytes == 0 || list.claimedBytes == Int64(UInt32.max)
            listEnd = list.end
            offset = list.body + 4
            return true
        }

        private mutating func take(_ chunk: RIFFChunks.Chunk) throws(InspectionFault) -> Measurement.Extent? {
            let kind = chunk.code == "LIST" ? try bytes.code(at: chunk.body) : nil
            if kind == "hdrl" { try header.read(chunk, chunks) }
            if kind == "movi" { hasMovie = true }
            if chunk.code == "idx1" { try header.readIndex(chunk, chunks) }
            let isUnfinished = isOpen || header.isUnfinished
            if kind == "movi", isUnfinished, chunk.claimedBytes <= 4 || chunk.end > bytes.end { return .unknown }
            guard chunk.end > bytes.end else { return nil }
            return .damaged(at: bytes.end, "ends inside the chunk \((kind ?? chunk.code).description)")
        }

        private var extentAtEnd: Measurement.Extent {
            if header.streams.isEmpty, hasMovie { return .damaged(at: 12, "describes no streams") }
            if !hasMovie { return .damaged(at: bytes.end, "ends before its media data") }
            // Some writers count the head of the list into its size.
            if !isOpen, listEnd > bytes.end + 9 { return .damaged(at: bytes.end, "ends inside its chunks") }
            // What cannot be followed inside of a list belongs to it all the same. The last byte of padding may be left
            // out.
            return .whole(end: min(isOpen ? offset : max(offset, listEnd), bytes.end))
        }
    }
}
