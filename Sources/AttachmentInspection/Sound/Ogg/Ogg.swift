/// Ogg (RFC 3533) with Vorbis, Opus, Speex or FLAC; with Theora it is a film.
enum Ogg: ContainerReader {
    static let types: Set<String> = [
        "audio/ogg", "application/ogg", "video/ogg", "audio/opus", "audio/vorbis", "audio/x-opus+ogg",
        "audio/x-vorbis+ogg", "video/theora",
    ]

    /// The first pages of all streams stand before everything else.
    static let streamLimit = 16

    static func look(at bytes: ByteReader) throws(InspectionFault) -> Sighting? {
        guard try bytes.has("OggS\u{0}", at: 0) else { return nil }
        if let flags = try bytes.byte(at: 5), flags >= 8 { return nil }
        let streams = try streams(in: bytes).list
        if bytes.ranShort { return .needsMore }
        if streams.contains(where: \.isPicture) { return .type("video/ogg") }
        return .type(streams.contains { $0.codec != nil } ? "audio/ogg" : "application/ogg")
    }

    static func measure(_ bytes: ByteReader) throws(InspectionFault) -> Measurement {
        let (streams, start) = try streams(in: bytes)
        let picture = streams.first(where: \.isPicture)
        var found = Measurement()
        found.codecs = (streams.filter(\.isPicture) + streams.filter { !$0.isPicture }).compactMap(\.codec)
        found.stored = picture?.size
        found.declaredPixels = picture?.codedSize?.pixels
        guard !streams.isEmpty else {
            return try OggPage(at: 0, in: bytes) == nil
                ? found.damaged(at: bytes.end, "ends inside its first page")
                : found.damaged(at: 0, "begins in the middle of a stream")
        }
        guard start <= bytes.end else { return found.damaged(at: bytes.end, "ends inside its first page") }
        if streams.contains(where: \.lacksRate) { return found.damaged(at: 0, "declares no rate") }
        var walk = OggWalk(streams, in: bytes)
        found.extent = try walk.run(from: start)
        found.seconds = walk.seconds
        found.frames = picture.flatMap { walk.frames(of: $0) }
        return found
    }

    /// The streams that begin with the file, and where their first pages end.
    private static func streams(in bytes: ByteReader) throws(InspectionFault) -> (list: [OggStream], end: Int64) {
        var list: [OggStream] = []
        var offset: Int64 = 0
        while list.count < streamLimit, let page = try OggPage(at: offset, in: bytes), page.isFirst {
            list.append(try OggStream(page, in: bytes))
            offset = page.end
        }
        return (list, offset)
    }
}
