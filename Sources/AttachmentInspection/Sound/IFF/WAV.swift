/// WAV (Multimedia Programming Interface and Data Specifications 1.0), with the highest byte first as RIFX, and beyond
/// 4 GiB as RF64 (EBU Tech 3306) and BW64 (ITU-R BS.2088).
enum WAV: ContainerReader {
    static let types: Set<String> = ["audio/wav", "audio/x-wav", "audio/wave", "audio/vnd.wave", "audio/x-rf64"]

    static func look(at bytes: ByteReader) throws(InspectionFault) -> Sighting? {
        guard let form = try bytes.code(at: 0), forms.contains(form) else { return nil }
        let kind = try bytes.bytes(at: 8, count: 4)
        let isCut = bytes.isComplete && 2...3 ~= kind.count
        return (kind.count == 4 || isCut) && "WAVE".utf8.starts(with: kind) ? .type("audio/wav") : nil
    }

    static func measure(_ bytes: ByteReader) throws(InspectionFault) -> Measurement {
        var found = Measurement()
        guard bytes.end >= 12 else { return found.damaged(at: bytes.end, "ends inside its signature") }
        let form = RIFFChunks(bytes: bytes, isBigEndian: try bytes.has("RIFX", at: 0))
        let chunks = try SoundChunks(
            of: form, payload: "data", wanted: ["fmt ", "fact"], sizes: try sizes(of: form))
        let data = chunks.first("data")
        if let format = chunks.first("fmt ") {
            let isThere = format.end <= bytes.end
            let format = try WAVFormat(format, in: form)
            found.codecs = format.codec.map { [$0] } ?? []
            if let flaw = format.flaw, isThere { return found.damaged(at: format.offset, flaw) }
            found.seconds = format.seconds(of: data.map { present($0, in: bytes) }, fact: try fact(chunks, form))
        }
        return judged(found, chunks, bytes)
    }

    private static let forms: [FourCC] = ["RIFF", "RIFX", "RF64", "BW64"]

    private static func judged(_ found: Measurement, _ chunks: SoundChunks, _ bytes: ByteReader) -> Measurement {
        if case .whole(let end) = chunks.extent {
            if chunks.first("fmt ") == nil { return found.damaged(at: end, "has no chunk fmt") }
            if chunks.first("data")?.claimedBytes == 0 { return found.damaged(at: end, "has no samples") }
        }
        var found = found
        found.extent = chunks.extent
        return found
    }

    /// The size of the form, and for long files those in the chunk `ds64`, which comes first (Tech 3306, 3).
    private static func sizes(of form: RIFFChunks) throws(InspectionFault) -> SoundChunks.Sizes {
        let claimed = try form.number(at: 4).map { Int64($0) } ?? 0
        guard let long = try form.chunk(at: 12), long.code == "ds64" else {
            return SoundChunks.Sizes(formEnd: SoundChunks.isOpen(claimed) ? nil : claimed + 8)
        }
        let whole = try form.number(at: long.body, count: 8)
        let end = whole.flatMap { $0 > 0 && $0 < 1 << 62 ? Int64($0) + 8 : nil }
        return SoundChunks.Sizes(formEnd: end, payload: try form.number(at: long.body + 8, count: 8))
    }

    /// The samples by the chunk `fact`.
    private static func fact(_ chunks: SoundChunks, _ form: RIFFChunks) throws(InspectionFault) -> UInt64? {
        guard let fact = chunks.first("fact"), fact.claimedBytes >= 4 else { return nil }
        return try form.number(at: fact.body)
    }

    private static func present(_ chunk: RIFFChunks.Chunk, in bytes: ByteReader) -> Int64 {
        min(chunk.claimedBytes, bytes.end - chunk.body)
    }
}
