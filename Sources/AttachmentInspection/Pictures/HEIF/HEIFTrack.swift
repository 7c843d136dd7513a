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
                let kind = try bytes.code(at: handler.body.lowerBound + 8), kind == "pict" || kind == "vide",
                let samples = try boxes.first(["minf", "stbl"], in: media.body)
            else { continue }
            frames = try Self.frames(samples, boxes)
            seconds = try Self.seconds(media, boxes)
            let entry = try boxes.first("stsd", in: samples.body)?.body.lowerBound
            codec = try entry.flatMap { start throws(InspectionFault) in try bytes.code(at: start + 12) }
                .flatMap { Self.codecs[$0] }
            size = try entry.flatMap { start throws(InspectionFault) in try Self.size(at: start + 40, bytes) }
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
        guard let sizes, let count = try boxes.bytes.bigEndian(at: sizes.body.lowerBound + 8) else { return 0 }
        return Int(count)
    }

    /// `mdhd` (8.4.2): with version 1 times have 64 bits.
    private static func seconds(_ media: ISOBox, _ boxes: ISOBoxes) throws(InspectionFault) -> Double? {
        guard let header = try boxes.first("mdhd", in: media.body) else { return nil }
        let start = header.body.lowerBound
        let isLong = try boxes.bytes.byte(at: start) == 1
        guard let scale = try boxes.bytes.bigEndian(at: start + (isLong ? 20 : 12)), scale > 0,
            let duration = try boxes.bytes.bigEndian(at: start + (isLong ? 24 : 16), count: isLong ? 8 : 4),
            duration != (isLong ? UInt64.max : UInt64(UInt32.max))
        else { return nil }
        return Double(duration) / Double(scale)
    }

    private static func size(at offset: Int64, _ bytes: ByteReader) throws(InspectionFault) -> PixelSize? {
        guard let width = try bytes.bigEndian(at: offset, count: 2),
            let height = try bytes.bigEndian(at: offset + 2, count: 2)
        else { return nil }
        return PixelSize(width: width, height: height)
    }
}
