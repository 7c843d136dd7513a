internal import AttachmentDomain

/// MPEG-4, QuickTime and 3GPP: brands first, then the tracks of the movie (ISO/IEC 14496-12).
///
/// The brand alone does not tell whether there is anything to see: recorders write sound under general brands, and
/// brands are invented faster than databases learn them.
enum ISOMedia: ContainerReader {
    static let types: Set<String> = [
        "video/mp4", "audio/mp4", "video/quicktime", "audio/quicktime", "video/x-m4v", "audio/x-m4a", "video/3gpp",
        "audio/3gpp", "video/3gpp2", "audio/3gpp2",
    ]

    /// Boxes side by side at the top that are walked; fragments follow the movie, so it stands early among them or last.
    private static let topLimit = 1024

    private static let openings: Set<FourCC> = [
        "ftyp", "moov", "mdat", "free", "skip", "wide", "pnot",
    ]

    static func measure(_ bytes: ByteReader) throws(InspectionFault) -> Measurement {
        try ISOMovie.measure(bytes)
    }

    static func look(at bytes: ByteReader) throws(InspectionFault) -> Sighting? {
        if try isCutInItsType(bytes) { return .type("video/mp4") }
        let boxes = ISOBoxes(bytes: bytes)
        let end = bytes.size ?? .max
        guard let first = try boxes.box(at: 0, before: end), openings.contains(first.kind) else { return nil }
        let top = try top(of: boxes, before: end)
        // A malformed ftyp is left to libmagic, which goes by the brand alone.
        if first.kind == "ftyp", top.brands == nil { return bytes.ranShort ? .needsMore : nil }
        if let movie = top.movie {
            let tracks = try ISOTracks(of: movie, in: bytes)
            // A movie that goes on beyond these bytes may turn out to be cut.
            if !bytes.isComplete, bytes.ranShort || movie.body.upperBound > bytes.end { return .needsMore }
            // In a movie that was cut a track may have lost its kind.
            let isCut = movie.claimedBytes.map { $0 > UInt64(movie.body.count) + 16 } ?? false
            return sighting(top.brands?.family ?? .quickTime, isCut && !tracks.isMedia ? nil : tracks)
        }
        guard let brands = top.brands else {
            if bytes.ranShort { return .needsMore }
            // A movie of QuickTime that was cut before its index.
            return top.hasMediaData ? .type("video/quicktime") : nil
        }
        // Brands that are for sound alone do not keep writers from pictures.
        if bytes.ranShort { return .needsMore }
        return sighting(brands.family, nil)
    }

    /// Whether a complete file ends before its major brand: a size that `ftyp` may have, and two letters of its name at
    /// least.
    private static func isCutInItsType(_ bytes: ByteReader) throws(InspectionFault) -> Bool {
        guard bytes.isComplete, 6..<12 ~= bytes.end, let size = try bytes.bigEndian(at: 0), 16...4096 ~= size else {
            return false
        }
        return try bytes.bytes(at: 4, count: 4).elementsEqual("ftyp".utf8.prefix(Int(bytes.end) - 4))
    }

    private struct Top {
        var brands: ISOBrands?
        var movie: ISOBox?
        var hasMediaData = false
    }

    private static func top(of boxes: ISOBoxes, before end: Int64) throws(InspectionFault) -> Top {
        var top = Top()
        var offset: Int64 = 0
        for _ in 0..<topLimit {
            guard offset < end, let box = try boxes.box(at: offset, before: end) else { break }
            if box.kind == "ftyp", top.brands == nil {
                top.brands = try ISOBrands(box, in: boxes.bytes)
                if top.brands == nil { break }
            } else if box.kind == "moov" {
                top.movie = box
                break
            } else if box.kind == "mdat" {
                top.hasMediaData = true
            }
            offset = box.body.upperBound
        }
        return top
    }

    /// Without tracks the brand's usual kind is believed.
    private static func sighting(_ family: ISOBrands.Family, _ tracks: ISOTracks?) -> Sighting {
        guard let tracks, !tracks.isEmpty else { return family == .sound ? .type("audio/mp4") : watched(family) }
        if !tracks.pictures(inQuickTime: family == .quickTime).isEmpty { return watched(family) }
        return tracks.hasSound ? heard(family) : .notMedia("application/mp4")
    }

    private static func watched(_ family: ISOBrands.Family) -> Sighting {
        switch family {
        case .picture(let mime): .type(mime)
        case .quickTime: .type("video/quicktime")
        case .m4v: .type("video/x-m4v")
        case .threeGPP: .type("video/3gpp")
        case .threeGPP2: .type("video/3gpp2")
        case .sound, .mpeg4: .type("video/mp4")
        }
    }

    private static func heard(_ family: ISOBrands.Family) -> Sighting {
        switch family {
        case .quickTime: .type("video/quicktime", kind: .audio)
        case .threeGPP: .type("audio/3gpp")
        case .threeGPP2: .type("audio/3gpp2")
        case .picture, .m4v, .sound, .mpeg4: .type("audio/mp4")
        }
    }
}
