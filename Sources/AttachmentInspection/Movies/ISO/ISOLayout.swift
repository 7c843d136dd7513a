/// The boxes of a file side by side at the top (ISO/IEC 14496-12 4.2, 8.1, 8.2), and how far they are there.
struct ISOLayout {
    /// Kinds that stand at the top. Text and archives behind the end may look like the head of a box of any other kind,
    /// but hardly fit into the file.
    private static let known: Set<FourCC> = [
        "ftyp", "styp", "moov", "moof", "mdat", "imda", "mfra", "free", "skip", "wide", "pnot", "PICT", "sidx", "ssix",
        "meta", "meco", "uuid", "udta", "pdin", "prft", "emsg",
    ]
    /// Whether boxes of that kind stand at the top of files.
    static func isKnown(_ kind: FourCC) -> Bool {
        known.contains(kind)
    }

    /// No list of brands is longer.
    private static let longestType: UInt64 = 4096

    private(set) var brands: ISOBrands?
    private(set) var movie: ISOBox?
    private(set) var hasMediaData = false
    private(set) var fragments: ISOFragments?
    /// What is wrong with the boxes; nil where all fit.
    private(set) var flaw: Measurement.Extent?
    /// Where the last box ends.
    private(set) var end: Int64 = 0
    /// Where the segments end that an index announces.
    private var announcedEnd: Int64 = 0
    /// Whether a fragment still waits for its media data.
    private var lacksFragmentData = false

    private let boxes: ISOBoxes
    private var bytes: ByteReader { boxes.bytes }

    init(of bytes: ByteReader) throws(InspectionFault) {
        boxes = ISOBoxes(bytes: bytes)
        while end < bytes.end, flaw == nil, bytes.takes() {
            guard let box = try boxes.box(at: end, before: bytes.end), fits(box) || Self.known.contains(box.kind) else {
                break
            }
            flaw = flaw(ofSize: box)
            try take(box)
            end = box.body.upperBound
        }
        if flaw == nil { flaw = try flawAtEnd() }
    }

    private func fits(_ box: ISOBox) -> Bool {
        box.claimedBytes.map { $0 <= UInt64(bytes.end - end) } ?? false
    }

    private func flaw(ofSize box: ISOBox) -> Measurement.Extent? {
        if box.kind == "ftyp", box.claimedBytes.map({ $0 > Self.longestType }) ?? true {
            return .damaged(at: end, "declares an absurd size of its box ftyp")
        }
        // A size of 0 reaches to the end.
        if box.claimedBytes == nil || fits(box) { return nil }
        return .damaged(at: bytes.end, "ends inside the box \(box.kind)")
    }

    private mutating func take(_ box: ISOBox) throws(InspectionFault) {
        switch box.kind {
        case "ftyp" where brands == nil: brands = try ISOBrands(box, in: bytes)
        case "moov" where movie == nil: movie = box
        case "moof":
            if fragments == nil { fragments = try ISOFragments(of: movie, boxes) }
            guard var gathered = fragments else { break }
            fragments = nil
            if try !gathered.add(box), flaw == nil {
                flaw = .damaged(at: end, "declares more samples in a fragment than it describes")
            }
            lacksFragmentData = gathered.addedSamples
            fragments = gathered
        case "mdat", "imda":
            hasMediaData = true
            lacksFragmentData = false
        case "sidx": announcedEnd = max(announcedEnd, try endOfSegments(box))
        default: break
        }
    }

    /// The end of the segments that an index announces (8.16.3).
    private func endOfSegments(_ box: ISOBox) throws(InspectionFault) -> Int64 {
        let isLong = try boxes.number(in: box, at: 0, count: 1) != 0
        let first: Int64 = isLong ? 20 : 16
        guard let gap = try boxes.number(in: box, at: first, count: isLong ? 8 : 4), gap <= UInt64(Int32.max),
            let count = try boxes.number(in: box, at: first + (isLong ? 10 : 6), count: 2),
            bytes.takes(entries: Int(count))
        else { return 0 }
        var end = box.body.upperBound + Int64(gap)
        for entry in 0..<Int64(count) {
            guard let size = try boxes.number(in: box, at: first + (isLong ? 12 : 8) + 12 * entry) else { break }
            end += Int64(size & 0x7FFF_FFFF)
        }
        return end
    }

    private func flawAtEnd() throws(InspectionFault) -> Measurement.Extent? {
        guard movie != nil else {
            let isCut = bytes.end - end < 8
            return isCut
                ? .damaged(at: bytes.end, "ends without the box moov")
                : .damaged(at: end, "has no box where one must begin, and no box moov before")
        }
        if announcedEnd > end {
            return .damaged(
                at: announcedEnd > bytes.end ? bytes.end : end, "ends before the segments that sidx announces")
        }
        guard fragments != nil else { return nil }
        if lacksFragmentData { return .damaged(at: bytes.end, "ends before the media data of a fragment") }
        // Fewer than four bytes are no padding, but what a cut has left of a size.
        let rest = try bytes.bytes(at: end, count: 8)
        return 1..<4 ~= rest.count || rest.count < 8 && rest.contains { $0 != 0 }
            ? .damaged(at: bytes.end, "ends inside the head of a box") : nil
    }
}
