/// FLV (Adobe Flash Video File Format Specification 10.1, annex E).
enum FlashVideo: ContainerReader {
    static let types: Set<String> = ["video/x-flv", "video/flv"]

    static func look(at bytes: ByteReader) throws(InspectionFault) -> Sighting? {
        try bytes.has("FLV\u{1}", at: 0) ? .type("video/x-flv") : nil
    }

    static func measure(_ bytes: ByteReader) throws(InspectionFault) -> Measurement {
        var walk = Walk(bytes: bytes)
        return try walk.run()
    }

    /// A walk from tag to tag: over all of them in a short file, over the head and the tail of a long one.
    private struct Walk {
        /// Files of more bytes are walked at both ends only, that many bytes and tags.
        static let reach: Int64 = 1 << 20
        static let tailTags = 64

        let bytes: ByteReader
        var facts = FlashFacts()
        private var offset: Int64 = 0

        init(bytes: ByteReader) {
            self.bytes = bytes
        }

        mutating func run() throws(InspectionFault) -> Measurement {
            guard let start = try bytes.bigEndian(at: 5), bytes.end >= 13 else {
                return Measurement().damaged(at: bytes.end, "ends inside its header")
            }
            offset = Int64(start) + 4
            var extent = try walk(until: Self.reach)
            if extent == nil {
                if let tail = try tail() {
                    offset = max(offset, tail)
                    facts.skipsTags = true
                }
                extent = try walk(until: .max)
            }
            var found = facts.measurement
            found.extent = extent ?? .unknown
            if case .whole(let end) = found.extent, facts.announceMore(than: end) {
                return found.damaged(at: end, "ends before the size and the length that it announces")
            }
            return facts.hasMedia ? found : found.damaged(at: bytes.end, "ends before its media data")
        }

        /// A tag: its kind, the size of its body, a time stamp, a stream. Behind it stands its whole size.
        private mutating func walk(until limit: Int64) throws(InspectionFault) -> Measurement.Extent? {
            while offset < min(limit, bytes.end), bytes.takes() {
                guard let kind = try bytes.byte(at: offset), [8, 9, 18].contains(kind & 0x1F) else {
                    return .whole(end: offset)
                }
                guard let size = try bytes.bigEndian(at: offset + 1, count: 3), offset + 11 <= bytes.end else {
                    return .damaged(at: bytes.end, "ends inside the head of a tag")
                }
                let end = offset + 11 + Int64(size)
                try facts.take(kind & 0x1F, at: offset, end: min(end, bytes.end), bytes)
                if end > bytes.end { return .damaged(at: bytes.end, "ends inside a tag") }
                offset = end + 4
            }
            return offset < bytes.end ? nil : .whole(end: bytes.end)
        }

        /// Where the last tags begin, found backwards by their sizes; nil where the end of the file is none of a tag.
        private func tail() throws(InspectionFault) -> Int64? {
            var place = bytes.end
            for _ in 0..<Self.tailTags {
                guard let size = try bytes.bigEndian(at: place - 4), size >= 11, Int64(size) + 4 < place - offset else {
                    break
                }
                let start = place - 4 - Int64(size)
                guard try bytes.bigEndian(at: start + 1, count: 3) == size - 11 else { break }
                place = start
            }
            return place < bytes.end ? place : nil
        }
    }
}
