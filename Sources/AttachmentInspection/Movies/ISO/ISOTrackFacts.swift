/// What one track of a movie tells of itself (ISO/IEC 14496-12 8.3 to 8.7).
struct ISOTrackFacts {
    private static let editLimit: UInt64 = 256

    /// The size of its pictures as they are coded, and as they are shown.
    private(set) var stored: PixelSize?
    private(set) var shown: PixelSize?
    private(set) var codec: String?
    /// Ticks a second of its media.
    private(set) var timescale: UInt64 = 0
    private(set) var samples: UInt64 = 0
    /// Playing time: that of its edits, else that of its samples.
    private(set) var seconds: Double?
    private(set) var flaw: Measurement.Extent?
    /// Where its media data end, 0 where that is not told.
    private(set) var mediaEnd: Int64 = 0

    /// Reads a track of a movie with so many ticks a second.
    init(_ track: ISOTracks.Track, movieTimescale: UInt64, in boxes: ISOBoxes) throws(InspectionFault) {
        let start = track.box.body.lowerBound - 8
        guard let media = try boxes.first("mdia", in: track.box.body) else {
            flaw = .damaged(at: start, "has a track without media")
            return
        }
        try readMediaHeader(media, boxes)
        let tables = try boxes.first(["minf", "stbl"], in: media.body)
        try readDescription(tables, isPicture: track.handler == "vide", boxes)
        try readHeader(track, boxes)
        if timescale == 0 { flaw = .damaged(at: start, "declares 0 ticks a second in a track") }
        guard let tables else { return }
        let table = try ISOSampleTable(tables, packing: packing, in: boxes)
        samples = table.samples
        mediaEnd = table.mediaEnd
        if let description = table.flaw { flaw = flaw ?? description }
        let ticks = table.duration ?? mediaDuration
        if timescale > 0, ticks > 0 { seconds = Double(ticks) / Double(timescale) }
        if let edits = try edits(track.box, boxes), edits > 0, movieTimescale > 0 {
            seconds = Double(edits) / Double(movieTimescale)
        }
    }

    private var mediaDuration: UInt64 = 0
    private var packing = SoundPacking()

    /// `mdhd` (8.4.2). All ones stand for a duration that is not known.
    private mutating func readMediaHeader(_ media: ISOBox, _ boxes: ISOBoxes) throws(InspectionFault) {
        guard let header = try boxes.first("mdhd", in: media.body) else { return }
        let isLong = try boxes.number(in: header, at: 0, count: 1) == 1
        timescale = try boxes.number(in: header, at: isLong ? 20 : 12) ?? 0
        let duration = try boxes.number(in: header, at: isLong ? 24 : 16, count: isLong ? 8 : 4) ?? 0
        mediaDuration = duration == (isLong ? .max : UInt64(UInt32.max)) ? 0 : duration
    }

    private mutating func readDescription(
        _ tables: ISOBox?, isPicture: Bool, _ boxes: ISOBoxes
    ) throws(InspectionFault) {
        guard let tables, let box = try boxes.first("stsd", in: tables.body),
            let entry = try boxes.list(
                in: (box.body.lowerBound + 8)..<max(box.body.upperBound, box.body.lowerBound + 8), limit: 1
            ).first
        else { return }
        let description = try ISOSampleEntry(entry, isPicture: isPicture, in: boxes)
        codec = description.codec
        stored = description.size
        packing = description.packing
    }

    /// `tkhd` (8.3.2): the size as shown, and the turn.
    private mutating func readHeader(_ track: ISOTracks.Track, _ boxes: ISOBoxes) throws(InspectionFault) {
        guard track.handler == "vide" else { return }
        shown = stored
        guard let header = try boxes.first("tkhd", in: track.box.body) else { return }
        let matrix: Int64 = try boxes.number(in: header, at: 0, count: 1) == 1 ? 52 : 40
        if let width = try boxes.number(in: header, at: matrix + 36),
            let height = try boxes.number(in: header, at: matrix + 40), width >= 0x1_0000, height >= 0x1_0000
        {
            shown = PixelSize(width: (width + 0x8000) >> 16, height: (height + 0x8000) >> 16)
        }
        if try ISOMatrix.turns(header, at: matrix, boxes) { shown = shown?.turned }
    }

    /// The sum of the edits (8.6.6) in ticks of the movie, empty ones with them; nil where there are none.
    private func edits(_ track: ISOBox, _ boxes: ISOBoxes) throws(InspectionFault) -> UInt64? {
        guard let list = try boxes.first(["edts", "elst"], in: track.body),
            let count = try boxes.number(in: list, at: 4), count <= Self.editLimit
        else { return nil }
        let isLong = try boxes.number(in: list, at: 0, count: 1) == 1
        var sum: UInt64 = 0
        for entry in 0..<Int64(count) {
            let place = 8 + entry * (isLong ? 20 : 12)
            guard let duration = try boxes.number(in: list, at: place, count: isLong ? 8 : 4) else { break }
            sum = sum.addingSaturated(duration)
        }
        return sum
    }
}

/// The matrix of a track or movie header (ISO/IEC 14496-12 6.2.2).
enum ISOMatrix {
    /// Whether it turns by a quarter: nothing of the width stays wide.
    static func turns(_ header: ISOBox, at place: Int64, _ boxes: ISOBoxes) throws(InspectionFault) -> Bool {
        let a = try boxes.number(in: header, at: place)
        let b = try boxes.number(in: header, at: place + 4)
        let c = try boxes.number(in: header, at: place + 12)
        let d = try boxes.number(in: header, at: place + 16)
        guard let a, let b, let c, let d else { return false }
        return a == 0 && d == 0 && b != 0 && c != 0
    }
}
