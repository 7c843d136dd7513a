/// Matroska and WebM (RFC 9559 over EBML, RFC 8794): the document type, then the kinds of the tracks.
enum Matroska: StructuralReader {
    private static let headerID: UInt64 = 0x1A45_DFA3
    private static let docTypeID: UInt64 = 0x4282
    private static let segmentID: UInt64 = 0x1853_8067
    private static let clusterID: UInt64 = 0x1F43_B675
    private static let tracksID: UInt64 = 0x1654_AE6B
    private static let trackID: UInt64 = 0xAE
    private static let trackTypeID: UInt64 = 0x83
    private static let limit = 256

    static func look(at bytes: ByteReader) throws(InspectionFault) -> Sighting? {
        guard let header = try element(at: 0, in: bytes), header.id == headerID,
            let docType = try first(docTypeID, in: header.body, bytes)
        else { return nil }
        let name = try bytes.bytes(at: docType.body.lowerBound, count: min(docType.body.count, 16)).prefix { $0 != 0 }
        let isWebM = name.elementsEqual("webm".utf8)
        guard isWebM || name.elementsEqual("matroska".utf8) else { return nil }
        let isHeard = try isSoundOnly(segmentAt: header.body.upperBound, bytes)
        if isHeard == nil, bytes.ranShort { return .needsMore }
        return .type((isHeard == true ? "audio/" : "video/") + (isWebM ? "webm" : "matroska"))
    }

    /// Nil where no track is described before the first cluster.
    private static func isSoundOnly(segmentAt offset: Int64, _ bytes: ByteReader) throws(InspectionFault) -> Bool? {
        guard let segment = try element(at: offset, in: bytes), segment.id == segmentID else { return nil }
        guard let tracks = try first(tracksID, in: segment.body, bytes, before: clusterID) else { return nil }
        var kinds: Set<UInt64> = []
        for track in try list(tracks.body, bytes) where track.id == trackID {
            guard let kind = try first(trackTypeID, in: track.body, bytes), 1...8 ~= kind.body.count else { continue }
            kinds.insert(try bytes.bigEndian(at: kind.body.lowerBound, count: kind.body.count) ?? 0)
        }
        // 1 is a picture track, 2 a sound track.
        return kinds.isEmpty ? nil : kinds.contains(2) && !kinds.contains(1)
    }

    private struct Element {
        let id: UInt64
        let body: Range<Int64>
    }

    private static func first(
        _ id: UInt64, in range: Range<Int64>, _ bytes: ByteReader, before stop: UInt64? = nil
    ) throws(InspectionFault) -> Element? {
        var offset = range.lowerBound
        for _ in 0..<limit {
            guard offset < range.upperBound, let element = try element(at: offset, in: bytes), element.id != stop else {
                return nil
            }
            if element.id == id { return element }
            offset = element.body.upperBound
        }
        return nil
    }

    private static func list(_ range: Range<Int64>, _ bytes: ByteReader) throws(InspectionFault) -> [Element] {
        var elements: [Element] = []
        var offset = range.lowerBound
        while offset < range.upperBound, elements.count < limit, let element = try element(at: offset, in: bytes) {
            elements.append(element)
            offset = element.body.upperBound
        }
        return elements
    }

    /// An element: its id with the length marker kept, its size with the marker taken off. A size of all ones is not
    /// known (a live stream) and reaches to the end.
    private static func element(at offset: Int64, in bytes: ByteReader) throws(InspectionFault) -> Element? {
        guard let id = try number(at: offset, keepsMarker: true, longest: 4, bytes),
            let size = try number(at: offset + id.length, keepsMarker: false, longest: 8, bytes)
        else { return nil }
        let start = offset + id.length + size.length
        let isUnknown = size.value == 1 << UInt64(7 * size.length) - 1
        let end = bytes.size ?? .max
        guard start <= end else { return nil }
        let room = UInt64(end - start)
        return Element(id: id.value, body: start..<(isUnknown || size.value > room ? end : start + Int64(size.value)))
    }

    private static func number(
        at offset: Int64, keepsMarker: Bool, longest: Int64, _ bytes: ByteReader
    ) throws(InspectionFault) -> (value: UInt64, length: Int64)? {
        guard let first = try bytes.byte(at: offset), first != 0 else { return nil }
        let length = Int64(first.leadingZeroBitCount + 1)
        guard length <= longest, let value = try bytes.bigEndian(at: offset, count: Int(length)) else { return nil }
        return (keepsMarker ? value : value & (1 << UInt64(7 * length) - 1), length)
    }
}
