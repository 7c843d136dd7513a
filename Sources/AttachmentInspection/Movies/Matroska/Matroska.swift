/// Matroska and WebM (RFC 9559 over EBML, RFC 8794): the document type, then the kinds of the tracks.
enum Matroska: ContainerReader {
    static let types: Set<String> = [
        "video/webm", "audio/webm", "video/matroska", "audio/matroska", "video/x-matroska", "audio/x-matroska",
    ]

    /// Ids of elements.
    enum ID {
        static let header: UInt64 = 0x1A45_DFA3
        static let docType: UInt64 = 0x4282
        static let segment: UInt64 = 0x1853_8067
        static let info: UInt64 = 0x1549_A966
        static let tracks: UInt64 = 0x1654_AE6B
        static let cluster: UInt64 = 0x1F43_B675
        static let track: UInt64 = 0xAE
        static let trackType: UInt64 = 0x83
    }

    private static let signature: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3]

    static func look(at bytes: ByteReader) throws(InspectionFault) -> Sighting? {
        guard try bytes.begins(with: signature) else { return nil }
        let elements = EBMLElements(bytes: bytes)
        // Cut before it tells its document type, a complete file is Matroska for all that is known.
        let unknown: Sighting = bytes.isComplete ? .type("video/matroska") : .needsMore
        guard let header = try elements.element(at: 0, before: bytes.size ?? .max) else { return unknown }
        guard let docType = try elements.first(ID.docType, in: header.body) else {
            return header.overruns || bytes.ranShort ? unknown : nil
        }
        let name = try bytes.bytes(at: docType.body.lowerBound, count: min(docType.body.count, 16)).prefix { $0 != 0 }
        let isWebM = name.elementsEqual("webm".utf8)
        guard isWebM || name.elementsEqual("matroska".utf8) else {
            return docType.overruns || bytes.ranShort ? unknown : nil
        }
        let isHeard = try isSoundOnly(segmentAt: header.body.upperBound, elements)
        // Behind a track to be heard one to be seen may come.
        if isHeard != false, bytes.ranShort { return .needsMore }
        return .type((isHeard == true ? "audio/" : "video/") + (isWebM ? "webm" : "matroska"))
    }

    static func measure(_ bytes: ByteReader) throws(InspectionFault) -> Measurement {
        var segment = MatroskaSegment(EBMLElements(bytes: bytes))
        return try segment.measure()
    }

    /// Nil where no track is described before the first cluster.
    private static func isSoundOnly(
        segmentAt offset: Int64, _ elements: EBMLElements
    ) throws(InspectionFault) -> Bool? {
        guard let segment = try elements.element(at: offset, before: elements.bytes.size ?? .max),
            segment.id == ID.segment,
            let tracks = try elements.first(ID.tracks, in: segment.body, before: ID.cluster)
        else { return nil }
        var isSeen = false
        var isHeard = false
        for track in try elements.list(tracks.body) where track.id == ID.track {
            guard let kind = try elements.first(ID.trackType, in: track.body) else { continue }
            switch try elements.number(kind) {
            case 1: isSeen = true
            case 2: isHeard = true
            default: break
            }
        }
        return isSeen || isHeard ? isHeard && !isSeen : nil
    }
}
