/// MPEG audio and AAC inside of system, program and transport streams.
enum MPEGSound {
    /// FFmpeg's name by the first header of a frame; nil where there is none.
    static func codec(of payload: ArraySlice<UInt8>) -> String? {
        for place in payload.indices.dropLast(3) where payload[place] == 0xFF {
            guard let frame = MPEGFrame(payload[place...].prefix(16)) else { continue }
            switch frame.stream {
            case .mpeg(_, let layer, _): return layer == 3 ? "mp1" : layer == 2 ? "mp2" : "mp3"
            case .adts: return "aac"
            }
        }
        return nil
    }

    /// The length of frames that follow each other from the first byte on; nil where there are none.
    static func seconds(of payload: ArraySlice<UInt8>) -> Double? {
        var seconds = 0.0
        var rest = payload
        while let frame = MPEGFrame(rest.prefix(16)), frame.bytes > 0 {
            seconds += length(of: frame.stream)
            rest = rest.dropFirst(Int(frame.bytes))
        }
        return seconds > 0 ? seconds : nil
    }

    private static func length(of stream: MPEGFrame.Stream) -> Double {
        switch stream {
        case .mpeg(let version, let layer, let rate):
            let samples = layer == 3 ? 384.0 : layer == 1 && version != 3 ? 576.0 : 1152.0
            return samples / Double(max(rate, 1))
        case .adts(let rate): return Int(rate) < adtsRates.count ? 1024 / adtsRates[Int(rate)] : 0
        }
    }

    private static let adtsRates: [Double] = [
        96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350,
    ]
}
