/// What the beginning of a stream of pictures tells: MPEG-1 and MPEG-2 (ISO/IEC 11172-2 2.4.2.3, 13818-2 6.2.2),
/// H.264, H.265.
struct VideoSequence {
    let codec: String
    let size: PixelSize
    /// The duration of a frame, where the stream tells.
    private(set) var frameSeconds: Double?

    /// Looks for the first header of a sequence in those bytes. H.264 and H.265 are looked for where that codec is
    /// expected, MPEG everywhere else.
    init?(in bytes: ArraySlice<UInt8>, expecting codec: String) {
        for start in StartCodes(bytes) {
            let unit = bytes[(start + 3)...]
            guard let kind = unit.first else { return nil }
            switch (codec, kind) {
            case ("h264", _) where kind & 0x1F == 7:
                if let size = ParameterSet.h264(unit.dropFirst()) {
                    self.init(codec: codec, size: size)
                    return
                }
            case ("hevc", _) where kind >> 1 & 0x3F == 33:
                if let size = ParameterSet.h265(unit.dropFirst(2)) {
                    self.init(codec: codec, size: size)
                    return
                }
            case ("h264", _), ("hevc", _): continue
            case (_, 0xB3):
                self.init(mpeg: unit.dropFirst())
                return
            default: continue
            }
        }
        return nil
    }

    private init(codec: String, size: PixelSize) {
        self.codec = codec
        self.size = size
    }

    /// Reads a sequence header from behind its start code.
    init?(mpeg header: ArraySlice<UInt8>) {
        guard header.count >= 8 else { return nil }
        let word = header.prefix(4).reduce(0) { $0 << 8 | UInt64($1) }
        var width = word >> 20
        var height = word >> 8 & 0xFFF
        let rate = Int(word & 0xF)
        guard width > 0, height > 0, word >> 4 & 0xF > 0, 1...8 ~= rate else { return nil }
        var seconds = Self.usualSeconds[rate - 1]
        let more = Self.sequenceExtension(in: header)
        if let more {
            width |= (more >> 31 & 3) << 12
            height |= (more >> 29 & 3) << 12
            let parts = Double((more & 0x1F) + 1)
            let times = Double((more >> 5 & 3) + 1)
            seconds *= parts / times
        }
        guard let size = PixelSize(width: width, height: height) else { return nil }
        codec = more == nil ? "mpeg1video" : "mpeg2video"
        self.size = size
        frameSeconds = seconds
    }

    /// The 48 bits behind the start code of the extension of MPEG-2; nil where there is none before a picture.
    private static func sequenceExtension(in header: ArraySlice<UInt8>) -> UInt64? {
        for start in StartCodes(header.prefix(256)) {
            let unit = header[(start + 3)...]
            guard unit.first == 0xB5 else { return nil }
            let word = unit.dropFirst().prefix(6)
            guard word.count == 6, word.first.map({ $0 >> 4 }) == 1 else { return nil }
            return word.reduce(0) { $0 << 8 | UInt64($1) }
        }
        return nil
    }

    /// The durations of a frame by the code of the frame rate, from 1 on.
    private static let usualSeconds: [Double] = [
        1001.0 / 24_000.0, 1.0 / 24.0, 1.0 / 25.0, 1001.0 / 30_000.0, 1.0 / 30.0, 1.0 / 50.0, 1001.0 / 60_000.0,
        1.0 / 60.0,
    ]
}

/// The places of the start codes 00 00 01 in some bytes.
struct StartCodes: Sequence, IteratorProtocol {
    private let bytes: ArraySlice<UInt8>
    private var place: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        place = bytes.startIndex
    }

    mutating func next() -> Int? {
        let found: Int? = bytes.withUnsafeBufferPointer { buffer in
            var index = place - bytes.startIndex
            while index + 2 < buffer.count {
                // Only a 1 can end a start code; anything greater lets three bytes be passed over.
                let third = buffer[index + 2]
                if third > 1 {
                    index += 3
                } else if third == 1, buffer[index] == 0, buffer[index + 1] == 0 {
                    return index
                } else {
                    index += 1
                }
            }
            return nil
        }
        guard let found else { return nil }
        place = bytes.startIndex + found + 3
        return bytes.startIndex + found
    }
}
