/// FFmpeg's names of the codecs that sample entries stand for (registered at mp4ra.org; QuickTime File Format
/// Specification).
enum ISOCodecs {
    /// How uncompressed sound lies in its samples.
    struct SampleLayout {
        let bits: UInt64
        /// The flags of `lpcm`: 1 for floating point, 2 for the highest byte first, 4 for signed.
        let flags: UInt64
        let isLittleEndian: Bool
    }

    static func picture(_ kind: FourCC, objectType: UInt64?) -> String {
        if kind == "mp4v", let objectType { return picture(objectType: objectType) }
        return pictures[kind] ?? kind.description
    }

    static func sound(_ kind: FourCC, objectType: UInt64?, _ layout: SampleLayout) -> String {
        if kind == "mp4a" { return sound(objectType: objectType ?? 0x40) }
        return sounds[kind] ?? uncompressed(kind, layout) ?? kind.description
    }

    /// ISO/IEC 14496-1 table 5, and what has been registered since.
    private static func picture(objectType: UInt64) -> String {
        switch objectType {
        case 0x21: "h264"
        case 0x23: "hevc"
        case 0x60...0x65: "mpeg2video"
        case 0x6A: "mpeg1video"
        case 0x6C: "mjpeg"
        case 0x6D: "png"
        case 0x6E: "jpeg2000"
        case 0xB1: "vp9"
        default: "mpeg4"
        }
    }

    private static func sound(objectType: UInt64) -> String {
        switch objectType {
        case 0x69, 0x6B: "mp3"
        case 0xA5: "ac3"
        case 0xA6: "eac3"
        case 0xA9...0xAC: "dts"
        case 0xAD: "opus"
        case 0xDD: "vorbis"
        case 0xE1: "qcelp"
        default: "aac"
        }
    }

    private static func uncompressed(_ kind: FourCC, _ layout: SampleLayout) -> String? {
        let order = layout.isLittleEndian ? "le" : "be"
        switch kind {
        case "twos": return layout.bits == 8 ? "pcm_s8" : "pcm_s\(layout.bits)be"
        case "sowt": return layout.bits == 8 ? "pcm_s8" : "pcm_s\(layout.bits)le"
        case "raw ", "NONE": return layout.bits == 16 ? "pcm_s16be" : "pcm_u8"
        case "in24": return "pcm_s24" + order
        case "in32": return "pcm_s32" + order
        case "fl32": return "pcm_f32" + order
        case "fl64": return "pcm_f64" + order
        case "ipcm": return layout.bits == 8 ? "pcm_s8" : "pcm_s\(layout.bits)\(order)"
        case "fpcm": return "pcm_f\(layout.bits)\(order)"
        case "lpcm": return linear(layout)
        default: return nil
        }
    }

    private static func linear(_ layout: SampleLayout) -> String {
        let order = layout.flags & 2 == 0 ? "le" : "be"
        if layout.flags & 1 != 0 { return "pcm_f\(layout.bits)\(order)" }
        let sign = layout.flags & 4 == 0 ? "u" : "s"
        return layout.bits == 8 ? "pcm_\(sign)8" : "pcm_\(sign)\(layout.bits)\(order)"
    }

    private static let pictures: [FourCC: String] = [
        "avc1": "h264", "avc2": "h264", "avc3": "h264", "avc4": "h264", "dva1": "h264", "dvav": "h264",
        "hvc1": "hevc", "hev1": "hevc", "dvh1": "hevc", "dvhe": "hevc", "hvc2": "hevc", "hev2": "hevc",
        "vvc1": "vvc", "vvi1": "vvc", "av01": "av1", "dav1": "av1", "vp08": "vp8", "vp09": "vp9",
        "mp4v": "mpeg4", "DIVX": "mpeg4", "XVID": "mpeg4", "FMP4": "mpeg4", "3IV2": "mpeg4", "s263": "h263",
        "h263": "h263", "H263": "h263", "jpeg": "mjpeg", "mjpa": "mjpeg", "mjpb": "mjpegb", "png ": "png",
        "mp2v": "mpeg2video", "mp1v": "mpeg1video", "MPEG": "mpeg2video", "m1v ": "mpeg1video", "vc-1": "vc1",
        "apcn": "prores", "apch": "prores", "apcs": "prores", "apco": "prores", "ap4h": "prores", "ap4x": "prores",
        "SVQ1": "svq1", "SVQ3": "svq3", "rle ": "qtrle", "rpza": "rpza", "smc ": "smc", "cvid": "cinepak",
        "8BPS": "8bps", "raw ": "rawvideo", "2vuy": "rawvideo", "yuv2": "rawvideo", "v210": "v210", "CFHD": "cfhd",
        "AVdn": "dnxhd", "AVdh": "dnxhd", "dvc ": "dvvideo", "dvcp": "dvvideo", "dv5n": "dvvideo", "dv5p": "dvvideo",
        "dvpp": "dvvideo", "dvh5": "dvvideo", "dvh6": "dvvideo", "mjp2": "jpeg2000", "gif ": "gif", "WRLE": "bmp",
        "hdv1": "mpeg2video", "hdv2": "mpeg2video", "hdv3": "mpeg2video", "xd5b": "mpeg2video", "icod": "aic",
    ]

    private static let sounds: [FourCC: String] = [
        "ac-3": "ac3", "ec-3": "eac3", "ac-4": "ac4", "alac": "alac", "fLaC": "flac", "Opus": "opus", "samr": "amr_nb",
        "sawb": "amr_wb", "sawp": "amr_wb", ".mp3": "mp3", "mp3 ": "mp3", "ms\u{0}\u{55}": "mp3", "ulaw": "pcm_mulaw",
        "alaw": "pcm_alaw", "ima4": "adpcm_ima_qt", "QDM2": "qdm2", "QDMC": "qdmc", "MAC3": "mace3", "MAC6": "mace6",
        "agsm": "gsm", "dtsc": "dts", "dtse": "dts", "dtsh": "dts", "dtsl": "dts", "mlpa": "truehd", "sevc": "evrc",
        "sqcp": "qcelp", "Qclp": "qcelp", "mhm1": "mpegh_3d_audio", "mha1": "mpegh_3d_audio", "spex": "speex",
    ]
}
