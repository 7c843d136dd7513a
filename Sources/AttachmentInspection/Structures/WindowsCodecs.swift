/// FFmpeg's names of the codecs by their numbers in Windows: the codes of BITMAPINFOHEADER and the tags of WAVEFORMATEX
/// (RFC 2361), which AVI, ASF and Matroska use.
enum WindowsCodecs {
    /// The codec of pictures; where the format itself says "uncompressed" the handler of the stream may know better.
    static func picture(_ code: FourCC, handler: FourCC = "") -> String {
        let upper = code.uppercased
        if let name = pictures[upper] { return name }
        if code.value == 0 || upper == "DIB " {
            return pictures[handler.uppercased] ?? "rawvideo"
        }
        return code.description
    }

    static func sound(_ tag: UInt64, bits: UInt64) -> String {
        switch tag {
        case 0x0001, 0xFFFE: bits == 8 ? "pcm_u8" : "pcm_s\(bits)le"
        case 0x0002: "adpcm_ms"
        case 0x0003: "pcm_f\(bits)le"
        case 0x0006: "pcm_alaw"
        case 0x0007: "pcm_mulaw"
        case 0x0011: "adpcm_ima_wav"
        case 0x0031: "gsm_ms"
        case 0x0050: "mp2"
        case 0x0055: "mp3"
        case 0x00FF, 0x1600, 0x1610, 0xA106: "aac"
        case 0x0160: "wmav1"
        case 0x0161: "wmav2"
        case 0x0162: "wmapro"
        case 0x0163: "wmalossless"
        case 0x000A: "wmavoice"
        case 0x2000: "ac3"
        case 0x2001: "dts"
        case 0x674F...0x6771: "vorbis"
        case 0xF1AC: "flac"
        case 0x704F: "opus"
        default: "0x" + String(tag, radix: 16)
        }
    }

    private static let pictures: [FourCC: String] = [
        "H264": "h264", "X264": "h264", "AVC1": "h264", "DAVC": "h264", "HEVC": "hevc", "H265": "hevc", "HVC1": "hevc",
        "AV01": "av1", "VP80": "vp8", "VP90": "vp9", "FMP4": "mpeg4", "XVID": "mpeg4", "DIVX": "mpeg4",
        "DX50": "mpeg4", "MP4V": "mpeg4", "M4S2": "mpeg4", "MP4S": "mpeg4", "3IV2": "mpeg4", "RMP4": "mpeg4",
        "DIV3": "msmpeg4v3", "DIV4": "msmpeg4v3", "MP43": "msmpeg4v3", "AP41": "msmpeg4v3", "COL1": "msmpeg4v3",
        "MP42": "msmpeg4v2", "DIV2": "msmpeg4v2", "MP41": "msmpeg4v1", "MPG4": "msmpeg4v1", "MJPG": "mjpeg",
        "AVRN": "mjpeg", "LJPG": "mjpeg", "CVID": "cinepak", "IV32": "indeo3", "IV31": "indeo3", "IV41": "indeo4",
        "IV50": "indeo5", "DVSD": "dvvideo", "DVHD": "dvvideo", "DVSL": "dvvideo", "DV25": "dvvideo",
        "HFYU": "huffyuv", "FFVH": "ffvhuff", "FFV1": "ffv1", "MPG1": "mpeg1video", "MPG2": "mpeg2video",
        "MPEG": "mpeg1video", "WMV1": "wmv1", "WMV2": "wmv2", "WMV3": "wmv3", "WVC1": "vc1", "WMVA": "vc1",
        "H263": "h263", "U263": "h263", "I263": "i263", "FLV1": "flv1", "MRLE": "msrle", "CRAM": "msvideo1",
        "MSVC": "msvideo1", "TSCC": "tscc", "LAGS": "lagarith", "ULRG": "utvideo", "ULY0": "utvideo", "ULY2": "utvideo",
        "THEO": "theora", "VP60": "vp6", "VP61": "vp6", "VP62": "vp6", "VP6F": "vp6f", "MPNG": "png", "PNG1": "png",
        "I420": "rawvideo", "IYUV": "rawvideo", "YV12": "rawvideo", "YUY2": "rawvideo", "UYVY": "rawvideo",
    ]
}
