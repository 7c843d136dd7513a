/// The picture track of an image sequence (ISO/IEC 23008-12 7): how many frames, how long, how large.
struct HEIFTrack {
    private let frames: Int
    private let seconds: Double?
    private let size: PixelSize?
    private let codec: String?

    private static let codecs: [FourCC: String] = [
        "hvc1": "hevc", "hev1": "hevc", "av01": "av1", "avc1": "h264", "vvc1": "vvc", "jpeg": "jpeg",
    ]

    /// The first track of pictures; nil where there is none.
    init?(of movie: ISOBox, in bytes: ByteReader) throws(InspectionFault) {
        let boxes = ISOBoxes(bytes: bytes)
        for track in try boxes.list(in: movie.body) where track.kind == "trak" {
            guard let media = try boxes.first("mdia", in: track.body),
                let handler = try boxes.first("hdlr", in: media.body),
                let kind = try boxes.number(in: handler, at: 8).map({ FourCC($0) }), kind == "pict" || kind == "vide",
                let samples = try boxes.first(["minf", "stbl"], in: media.body)
            else { continue }
            frames = try Self.frames(samples, boxes)
            seconds = try Self.seconds(media, boxes)
            let entries = try boxes.first("stsd", in: samples.body)
            codec = try entries.flatMap { box throws(InspectionFault) in try boxes.number(in: box, at: 12) }
                .flatMap { Self.codecs[FourCC($0)] }
            size = try entries.flatMap { box throws(InspectionFault) in try Self.size(in: box, boxes) }
            return
        }
        return nil
    }

    /// Takes the place of what the items say, of which the first one shows the same as the track.
    func describe(_ found: inout Measurement) {
        found.frames = frames
        found.isAnimated = frames > 1
        if frames > 1 { found.seconds = seconds }
        if let codec { found.codecs = [codec] }
        if found.stored == nil { found.stored = size }
    }

    /// `stsz` and `stz2` (ISO/IEC 14496-12 8.7.3) have the number at the same place.
    private static func frames(_ samples: ISOBox, _ boxes: ISOBoxes) throws(InspectionFault) -> Int {
        let sizes = try boxes.list(in: samples.body).first { $0.kind == "stsz" || $0.kind == "stz2" }
        guard let sizes, let count = try boxes.number(in: sizes, at: 8) else { return 0 }
        return Int(count)
    }

    /// `mdhd` (8.4.2): with version 1 times have 64 bits.
    private static func seconds(_ media: ISOBox, _ boxes: ISOBoxes) throws(InspectionFault) -> Double? {
        guard let header = try boxes.first("mdhd", in: media.body) else { return nil }
        let isLong = try boxes.number(in: header, at: 0, count: 1) == 1
        guard let scale = try boxes.number(in: header, at: isLong ? 20 : 12), scale > 0,
            let duration = try boxes.number(in: header, at: isLong ? 24 : 16, count: isLong ? 8 : 4),
            duration != (isLong ? UInt64.max : UInt64(UInt32.max))
        else { return nil }
        return Double(duration) / Double(scale)
    }

    /// Of the first sample entry in `stsd` (12.1.3).
    private static func size(in entries: ISOBox, _ boxes: ISOBoxes) throws(InspectionFault) -> PixelSize? {
        guard let width = try boxes.number(in: entries, at: 40, count: 2),
            let height = try boxes.number(in: entries, at: 42, count: 2)
        else { return nil }
        return PixelSize(width: width, height: height)
    }
}
