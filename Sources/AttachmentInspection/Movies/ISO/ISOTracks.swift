/// What the tracks of a movie are, as far as it decides whether it is seen or heard.
struct ISOTracks {
    /// Tracks that are looked at; a movie has two or three.
    private static let limit = 64

    struct Track {
        let box: ISOBox
        let id: UInt64
        let handler: FourCC
        let sample: FourCC
        let chapters: [UInt64]
    }

    let tracks: [Track]

    init(of movie: ISOBox, in bytes: ByteReader) throws(InspectionFault) {
        let boxes = ISOBoxes(bytes: bytes)
        var tracks: [Track] = []
        for box in try boxes.list(in: movie.body) where box.kind == "trak" && tracks.count < Self.limit {
            tracks.append(try Self.track(box, boxes))
        }
        self.tracks = tracks
    }

    var isEmpty: Bool { tracks.isEmpty }

    /// Whether there is a track of pictures or of sound.
    var isMedia: Bool { tracks.contains { $0.handler == "vide" || $0.handler == "soun" } }

    var hasSound: Bool { tracks.contains { $0.handler == "soun" } }

    /// The tracks to be heard.
    var sounds: [Track] { tracks.filter { $0.handler == "soun" } }

    /// The tracks to be watched. Chapter pictures are not, nor is the cover of a piece of music; but in QuickTime a
    /// track of JPEG pictures is Motion JPEG.
    func pictures(inQuickTime: Bool) -> [Track] {
        let chapters = tracks.flatMap(\.chapters)
        let hasSound = hasSound
        let stills: [FourCC] = ["jpeg", "png "]
        return tracks.filter { track in
            guard track.handler == "vide", !chapters.contains(track.id) else { return false }
            return inQuickTime || !hasSound || !stills.contains(track.sample)
        }
    }

    private static func track(_ box: ISOBox, _ boxes: ISOBoxes) throws(InspectionFault) -> Track {
        let media = try boxes.first("mdia", in: box.body)?.body ?? 0..<0
        let handler = try boxes.first("hdlr", in: media)
        let samples = try boxes.first(["minf", "stbl", "stsd"], in: media)
        return Track(
            box: box, id: try id(box, boxes), handler: try code(handler, at: 8, boxes),
            sample: try code(samples, at: 12, boxes),
            chapters: try chapters(box, boxes))
    }

    /// The code that many bytes into the box's content; 0 where there is none.
    private static func code(_ box: ISOBox?, at distance: Int64, _ boxes: ISOBoxes) throws(InspectionFault) -> FourCC {
        guard let box, box.body.count >= distance + 4 else { return "" }
        return FourCC(try boxes.bytes.bigEndian(at: box.body.lowerBound + distance) ?? 0)
    }

    /// `tkhd` (8.3.2): the times before the number have 32 bits in version 0, 64 in version 1.
    private static func id(_ box: ISOBox, _ boxes: ISOBoxes) throws(InspectionFault) -> UInt64 {
        guard let header = try boxes.first("tkhd", in: box.body) else { return 0 }
        let version = try boxes.bytes.byte(at: header.body.lowerBound) ?? 0
        return try boxes.bytes.bigEndian(at: header.body.lowerBound + (version == 1 ? 20 : 12)) ?? 0
    }

    private static func chapters(_ box: ISOBox, _ boxes: ISOBoxes) throws(InspectionFault) -> [UInt64] {
        guard let list = try boxes.first(["tref", "chap"], in: box.body) else { return [] }
        var ids: [UInt64] = []
        for offset in stride(from: list.body.lowerBound, to: list.body.upperBound, by: 4) where ids.count < limit {
            guard let id = try boxes.bytes.bigEndian(at: offset) else { break }
            ids.append(id)
        }
        return ids
    }
}
