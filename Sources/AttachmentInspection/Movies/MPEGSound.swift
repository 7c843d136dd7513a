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
}
