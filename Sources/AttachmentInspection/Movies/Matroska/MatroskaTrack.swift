/// An entry of the list of tracks (RFC 9559 5.1.4).
struct MatroskaTrack {
    /// No registered name of a codec is longer.
    private static let longestName = 32

    /// 1 for pictures, 2 for sound.
    private(set) var kind: UInt64 = 0
    /// Nil where the file names one by what no registered name has.
    private(set) var codec: String?
    private(set) var stored: PixelSize?
    private(set) var shown: PixelSize?
    /// The usual duration of a frame, 0 where it is not told.
    private(set) var frameNanoseconds: UInt64 = 0

    private let elements: EBMLElements

    init(_ entry: EBMLElement, in elements: EBMLElements) throws(InspectionFault) {
        self.elements = elements
        var settings: EBMLElement?
        var bits: UInt64 = 16
        var id = ""
        for part in try elements.list(entry.body) {
            switch part.id {
            case Matroska.ID.trackType: kind = try elements.number(part)
            case 0x86: id = try codecID(part)
            case 0x63A2: settings = part
            case 0x23E383: frameNanoseconds = try elements.number(part)
            case 0xE0: try readPicture(part)
            case 0xE1: if let depth = try elements.first(0x6264, in: part.body) { bits = try elements.number(depth) }
            default: break
            }
        }
        if !id.isEmpty { codec = try name(of: id, settings, bits: bits) }
    }

    /// Empty where it is longer than any, or has other characters than the registered ones have: it is handed on.
    private func codecID(_ part: EBMLElement) throws(InspectionFault) -> String {
        let text = try elements.bytes.bytes(
            at: part.body.lowerBound, count: min(part.body.count, Self.longestName + 1)
        ).prefix { $0 != 0 }
        let isName = text.allSatisfy { byte in
            0x61...0x7A ~= byte | 0x20 || 0x2E...0x39 ~= byte || byte == UInt8(ascii: "_")
        }
        return isName && text.count <= Self.longestName ? String(decoding: text, as: UTF8.self) : ""
    }

    /// 5.1.4.1.28: pixels, what is cropped of them, and the size as shown where it is told in pixels.
    private mutating func readPicture(_ picture: EBMLElement) throws(InspectionFault) {
        var values: [UInt64: UInt64] = [:]
        var isTurned = false
        for part in try elements.list(picture.body) {
            if part.id == 0x7670, let roll = try elements.first(0x7675, in: part.body) {
                isTurned = abs(abs(try elements.float(roll)) - 90) < 1
            } else {
                values[part.id] = try elements.number(part)
            }
        }
        guard let width = values[0xB0], let height = values[0xBA] else { return }
        stored = PixelSize(width: width, height: height)
        let across = (values[0x54CC] ?? 0).addingSaturated(values[0x54DD] ?? 0)
        let down = (values[0x54AA] ?? 0).addingSaturated(values[0x54BB] ?? 0)
        let seen = (width: width > across ? width - across : width, height: height > down ? height - down : height)
        shown = Self.shown(seen, as: (values[0x54B0], values[0x54BA]), unit: values[0x54B2] ?? 0)
        if isTurned { shown = shown?.turned }
    }

    /// The size as shown: told in pixels (unit 0), or only as a relation of the sides.
    private static func shown(
        _ seen: (width: UInt64, height: UInt64), as display: (width: UInt64?, height: UInt64?), unit: UInt64
    ) -> PixelSize? {
        if unit == 0 { return PixelSize(width: display.width ?? seen.width, height: display.height ?? seen.height) }
        let relation = Double(display.width ?? 0) / Double(max(display.height ?? 0, 1))
        guard 0.01...100 ~= relation, seen.height <= 65_536 else {
            return PixelSize(width: seen.width, height: seen.height)
        }
        return PixelSize(width: Int((Double(seen.height) * relation).rounded()), height: Int(seen.height))
    }

    /// FFmpeg's name of a codec (RFC 9559 27.9, "Matroska Codec IDs").
    private func name(of id: String, _ settings: EBMLElement?, bits: UInt64) throws(InspectionFault) -> String {
        if let name = Self.names[id] { return name }
        if id.hasPrefix("A_AAC") { return "aac" }
        if id.hasPrefix("V_MPEG4/ISO") { return "mpeg4" }
        let start = settings?.body.lowerBound ?? -1
        switch id {
        case "V_MS/VFW/FOURCC": return WindowsCodecs.picture(try elements.bytes.code(at: start + 16) ?? "")
        case "A_MS/ACM":
            return WindowsCodecs.sound(try elements.bytes.littleEndian(at: start, count: 2) ?? 0, bits: bits)
        case "A_PCM/INT/LIT": return bits == 8 ? "pcm_u8" : "pcm_s\(bits)le"
        case "A_PCM/INT/BIG": return "pcm_s\(bits)be"
        case "A_PCM/FLOAT/IEEE": return "pcm_f\(bits)le"
        default: return id
        }
    }

    private static let names: [String: String] = [
        "V_MPEG4/ISO/AVC": "h264", "V_MPEGH/ISO/HEVC": "hevc", "V_MPEGI/ISO/VVC": "vvc", "V_VP8": "vp8", "V_VP9": "vp9",
        "V_AV1": "av1", "V_MPEG1": "mpeg1video", "V_MPEG2": "mpeg2video", "V_MPEG4/MS/V3": "msmpeg4v3",
        "V_THEORA": "theora", "V_PRORES": "prores", "V_MJPEG": "mjpeg", "V_FFV1": "ffv1", "V_UNCOMPRESSED": "rawvideo",
        "A_OPUS": "opus", "A_VORBIS": "vorbis", "A_FLAC": "flac", "A_AC3": "ac3", "A_EAC3": "eac3", "A_DTS": "dts",
        "A_MPEG/L1": "mp1", "A_MPEG/L2": "mp2", "A_MPEG/L3": "mp3", "A_TRUEHD": "truehd", "A_ALAC": "alac",
        "A_TTA1": "tta", "A_WAVPACK4": "wavpack",
    ]
}
