/// HEIF and AVIF (ISO/IEC 23008-12, AV1 Image File Format): pictures, bursts and sequences in boxes.
enum HEIF: ContainerReader {
    static let types: Set<String> = [
        "image/heic", "image/heif", "image/avif", "image/heic-sequence", "image/heif-sequence", "image/avif-sequence",
    ]

    /// Boxes side by side at the top that are walked.
    private static let topLimit = 1024
    /// What may stand before the brands.
    private static let openings: Set<FourCC> = ["ftyp", "free", "skip", "wide"]

    /// By the major brand; by a compatible one where there is no movie.
    static func look(at bytes: ByteReader) throws(InspectionFault) -> Sighting? {
        let boxes = ISOBoxes(bytes: bytes)
        let end = bytes.size ?? .max
        var offset: Int64 = 0
        for _ in 0..<topLimit {
            guard let box = try boxes.box(at: offset, before: end), openings.contains(box.kind) else { return nil }
            if box.kind == "ftyp" { return try look(at: box, boxes, before: end) }
            offset = box.body.upperBound
        }
        return nil
    }

    private static func look(
        at opening: ISOBox, _ boxes: ISOBoxes, before end: Int64
    ) throws(InspectionFault) -> Sighting? {
        guard let brands = try ISOBrands(opening, in: boxes.bytes) else { return nil }
        if case .picture(let mime) = brands.family { return boxes.bytes.ranShort ? .needsMore : .type(mime) }
        guard let mime = brands.compatiblePicture else { return nil }
        var offset = opening.body.upperBound
        for _ in 0..<topLimit {
            guard offset < end, let box = try boxes.box(at: offset, before: end) else { break }
            if box.kind == "moov" { return nil }
            offset = box.body.upperBound
        }
        return boxes.bytes.ranShort ? .needsMore : .type(mime)
    }

    static func measure(_ bytes: ByteReader) throws(InspectionFault) -> Measurement {
        let boxes = ISOBoxes(bytes: bytes)
        var top = Top()
        while top.end < bytes.end, bytes.takes(), let box = try boxes.box(at: top.end, before: bytes.end),
            !box.overruns || ISOLayout.isKnown(box.kind)
        {
            try top.take(box, bytes)
        }
        var found = Measurement()
        let items = try top.items.flatMap { box throws(InspectionFault) in try HEIFItems(box, in: bytes) }
        if let items { try describe(items, &found) }
        let track = try top.movie.flatMap { box throws(InspectionFault) in try HEIFTrack(of: box, in: bytes) }
        if let track, top.isSequence || found.stored == nil { track.describe(&found) }
        return try extent(of: found, top, items, bytes)
    }

    /// The boxes side by side, as far as they follow each other without a gap.
    private struct Top {
        var isSequence = false
        var items: ISOBox?
        var movie: ISOBox?
        /// The box that reaches beyond the file.
        var cut: FourCC?
        var end: Int64 = 0

        /// Major brands of sequences (ISO/IEC 23008-12 10.3, AVIF 6.3).
        private static let sequences: Set<FourCC> = ["avis", "msf1", "hevc", "hevx", "hevm", "hevs"]

        mutating func take(_ box: ISOBox, _ bytes: ByteReader) throws(InspectionFault) {
            switch box.kind {
            case "ftyp":
                isSequence = try bytes.code(at: box.body.lowerBound).map(Self.sequences.contains) ?? false
            case "meta" where items == nil: items = box
            case "moov" where movie == nil: movie = box
            default: break
            }
            if box.overruns { cut = box.kind }
            end = box.body.upperBound
        }
    }

    private static func describe(_ items: HEIFItems, _ found: inout Measurement) throws(InspectionFault) {
        found.frames = items.pictures
        found.isAnimated = false
        found.codecs = try items.codec().map { [$0] } ?? []
        guard let properties = try items.primaryProperties() else { return }
        found.stored = properties.stored
        found.shown = properties.shown
    }

    private static func extent(
        of found: Measurement, _ top: Top, _ items: HEIFItems?, _ bytes: ByteReader
    ) throws(InspectionFault) -> Measurement {
        if let cut = top.cut { return found.damaged(at: bytes.end, "ends inside the box \(cut)") }
        guard items != nil || found.frames != nil else {
            // Fewer bytes than a box has at least are the rest of a cut one.
            let isCut = bytes.end - top.end < 8
            return found.damaged(at: isCut ? bytes.end : top.end, "ends without a picture")
        }
        guard let stored = found.stored, stored.pixels > 0 else {
            return found.damaged(at: top.items?.body.lowerBound ?? top.end, "tells no size of its picture")
        }
        guard let items else { return found.whole(end: top.end) }
        switch try items.dataEnd() {
        case .some(let end) where end <= bytes.end: return found.whole(end: max(end, top.end))
        case .some: return found.damaged(at: bytes.end, "ends inside its picture data")
        case nil: return found.damaged(at: items.start, "has no data for its picture")
        }
    }
}
