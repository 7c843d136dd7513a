/// TIFF 6.0 and BigTIFF.
enum TIFF: ContainerReader {
    static let types: Set<String> = ["image/tiff", "image/tif", "image/tiff-fx"]

    private static let signatures: [[UInt8]] = [
        [0x49, 0x49, 42, 0], [0x4D, 0x4D, 0, 42], [0x49, 0x49, 43, 0], [0x4D, 0x4D, 0, 43],
    ]
    /// What libmagic is asked about: camera raw files have the same structure and other names there.
    private static let leastForMagic = 12

    /// Only what a cut has left of a file that is too small for libmagic, which tells TIFF from camera raw.
    static func look(at bytes: ByteReader) throws(InspectionFault) -> Sighting? {
        guard bytes.isComplete, bytes.end < leastForMagic else { return nil }
        let start = try bytes.bytes(at: 0, count: 4)
        return signatures.contains { $0.elementsEqual(start) } ? .type("image/tiff") : nil
    }

    static func measure(_ bytes: ByteReader) throws(InspectionFault) -> Measurement {
        guard let header = try TIFFHeader(in: bytes, at: 0) else {
            return Measurement().damaged(at: bytes.end, "ends inside its header")
        }
        var pages = TIFFPages(bytes: bytes, header: header)
        return try pages.run()
    }
}

/// A walk along the chain of directories of a TIFF: one for each page, thumbnail or mask.
private struct TIFFPages {
    let bytes: ByteReader
    let header: TIFFHeader
    private var found = Measurement()
    /// Places of directories that were met, against chains that bite their tail.
    private var met: Set<UInt64> = []
    private var frames = 0

    private static let limit = 65_536

    init(bytes: ByteReader, header: TIFFHeader) {
        self.bytes = bytes
        self.header = header
    }

    mutating func run() throws(InspectionFault) -> Measurement {
        found.codecs = ["tiff"]
        found.isAnimated = false
        var distance = header.first
        guard distance > 0 else { return found.damaged(at: 0, "has no directory") }
        while distance > 0 {
            guard met.count < Self.limit, bytes.takes() else { return ended(found) }
            guard met.insert(distance).inserted else {
                return ended(found.damaged(at: Int64(clamping: distance), "has a chain of directories without end"))
            }
            guard let page = try TIFFPage(in: bytes, header: header, at: distance) else {
                return ended(found.damaged(at: bytes.end, "ends before a directory"))
            }
            try take(page)
            if let flaw = try page.flaw() { return ended(found.with(flaw)) }
            guard let next = try page.next() else {
                return ended(found.damaged(at: bytes.end, "ends inside a directory"))
            }
            distance = next
        }
        // Other structures may lie anywhere, so nothing in the file is foreign.
        return ended(found.whole(end: bytes.end))
    }

    /// The first page gives the size; thumbnails and masks are no pages, unless there is nothing else.
    private mutating func take(_ page: TIFFPage) throws(InspectionFault) {
        let isPage = try page.isPage()
        if isPage { frames += 1 }
        guard found.stored == nil || isPage && frames == 1 else { return }
        found.stored = try page.size()
        found.shown = found.stored?.oriented(try page.orientation())
    }

    private func ended(_ result: Measurement) -> Measurement {
        var result = result
        result.frames = max(1, frames)
        return result
    }
}
