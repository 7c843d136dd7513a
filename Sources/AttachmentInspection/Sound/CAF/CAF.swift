/// Core Audio Format (Apple Core Audio Format Specification 1.0).
enum CAF: ContainerReader {
    static let types: Set<String> = ["audio/x-caf", "audio/caf"]

    /// The file type, a version, and the chunk that describes the sound, which is always the first. Of a cut file the
    /// version, which no text has, must be there.
    static func look(at bytes: ByteReader) throws(InspectionFault) -> Sighting? {
        guard try bytes.has("caff\u{0}", at: 0) else { return nil }
        let chunk = try bytes.bytes(at: 8, count: 4)
        let isCut = bytes.isComplete && chunk.count < 4
        return (chunk.count == 4 || isCut) && "desc".utf8.starts(with: chunk) ? .type("audio/x-caf") : nil
    }

    static func measure(_ bytes: ByteReader) throws(InspectionFault) -> Measurement {
        guard bytes.end >= 12 else { return Measurement().damaged(at: bytes.end, "ends inside its signature") }
        let version = try bytes.bigEndian(at: 4, count: 2) ?? 0
        guard version == 1 else { return Measurement().damaged(at: 4, "declares the version \(version)") }
        var walk = Walk(bytes: bytes)
        let extent = try walk.run()
        return walk.judged(extent)
    }

    /// A walk from chunk to chunk: a code, a size of 64 bits, the content.
    private struct Walk {
        let bytes: ByteReader
        var description: CAFDescription?
        var packets: CAFPackets?
        /// The samples, without the edit count before them.
        var data: Range<Int64>?

        mutating func run() throws(InspectionFault) -> Measurement.Extent {
            var offset: Int64 = 8
            while offset < bytes.end {
                guard bytes.takes() else { return .unknown }
                guard let code = try bytes.code(at: offset), let claimed = try bytes.bigEndian(at: offset + 4, count: 8)
                else { return stops(in: "the head of a chunk", at: offset) }
                guard code.isPrintable else { break }
                let body = offset + 12
                let room = UInt64(bytes.end - body)
                // Only the samples may leave their size open (-1), and then they are the last chunk.
                let isOpen = code == "data" && claimed == .max
                offset = body + Int64(min(claimed, room))
                guard claimed <= room || isOpen || data == nil else {
                    return stops(in: "the chunk \(code)", at: body - 12, claimed: claimed)
                }
                try read(code, body..<offset)
                guard claimed <= room || isOpen else { return .damaged(at: bytes.end, "ends inside the chunk \(code)") }
            }
            return ends(at: offset)
        }

        private mutating func read(_ code: FourCC, _ body: Range<Int64>) throws(InspectionFault) {
            switch code {
            case "desc" where description == nil: description = try CAFDescription(body, in: bytes)
            case "pakt" where packets == nil: packets = try CAFPackets(body, in: bytes)
            case "data" where data == nil: data = min(body.lowerBound + 4, body.upperBound)..<body.upperBound
            default: break
            }
        }

        /// What follows is no chunk: foreign behind the samples, damage before them.
        private func ends(at offset: Int64) -> Measurement.Extent {
            if let data { return data.isEmpty ? .damaged(at: offset, "has no samples") : .whole(end: offset) }
            return offset < bytes.end
                ? .damaged(at: offset, "has no chunk where one must begin")
                : .damaged(at: offset, "ends without the chunk data")
        }

        /// A chunk that the file does not hold. Behind the samples other bytes may look like one: text for a size makes
        /// more than any file has.
        private func stops(in what: String, at offset: Int64, claimed: UInt64 = 0) -> Measurement.Extent {
            data != nil && claimed >> 40 != 0 ? ends(at: offset) : .damaged(at: bytes.end, "ends inside \(what)")
        }

        func judged(_ extent: Measurement.Extent) -> Measurement {
            var found = Measurement()
            guard let description else {
                found.extent = extent
                if case .damaged = extent { return found }
                return found.damaged(at: 8, "has no description of its sound")
            }
            found.codecs = description.codec.map { [$0] } ?? []
            if let flaw = description.flaw { return found.damaged(at: 20, flaw) }
            found.seconds = description.seconds(of: data.map { Int64($0.count) }, packets)
            if case .whole = extent, description.needsPackets, packets == nil {
                return found.damaged(at: bytes.end, "ends without the chunk pakt")
            }
            found.extent = extent
            return found
        }
    }
}
