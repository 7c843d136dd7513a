/// A frame of MPEG audio or of AAC in ADTS, known by its header.
struct MPEGFrame {
    enum Stream: Hashable {
        /// Version and layer bits, and the sampling rate.
        case mpeg(version: UInt32, layer: UInt32, rate: UInt64)
        case adts(rate: UInt32)
    }

    /// What all frames of one stream have in common.
    let stream: Stream
    let bytes: Int64

    /// Reads the header in the first seven bytes; nil when it is none. Free-format frames, whose length no header
    /// tells, are none.
    init?(_ header: ArraySlice<UInt8>) {
        guard header.count >= 4 else { return nil }
        let word = header.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
        guard word >> 21 == 0x7FF else { return nil }
        if word >> 17 & 3 == 0 {
            self.init(adts: header, word)
        } else {
            self.init(mpeg: word)
        }
    }

    /// ISO/IEC 13818-7 6.2: the length stands in the header.
    private init?(adts header: ArraySlice<UInt8>, _ word: UInt32) {
        let rate = word >> 10 & 15
        guard word >> 20 == 0xFFF, rate < 13, header.count >= 7 else { return nil }
        let tail = header.dropFirst(3).prefix(3).reduce(0) { $0 << 8 | UInt32($1) }
        bytes = Int64(tail >> 5 & 0x1FFF)
        guard bytes >= 7 else { return nil }
        stream = .adts(rate: rate)
    }

    /// ISO/IEC 11172-3 2.4.1.3, with the lower rates of ISO/IEC 13818-3 and of MPEG 2.5.
    private init?(mpeg word: UInt32) {
        let version = word >> 19 & 3
        let layer = word >> 17 & 3
        let bitRate = Int(word >> 12 & 15)
        let rateIndex = Int(word >> 10 & 3)
        guard version != 1, 1...14 ~= bitRate, rateIndex < 3 else { return nil }
        let isFirst = version == 3
        let rate = [UInt64(44_100), 48_000, 32_000][rateIndex] >> (isFirst ? 0 : version == 2 ? 1 : 2)
        let bits = UInt64(Self.kilobits(isFirst: isFirst, layer: layer)[bitRate - 1]) * 1000
        let padding = UInt64(word >> 9 & 1)
        switch layer {
        case 3: bytes = Int64((12 * bits / rate + padding) * 4)
        case 1 where !isFirst: bytes = Int64(72 * bits / rate + padding)
        default: bytes = Int64(144 * bits / rate + padding)
        }
        stream = .mpeg(version: version, layer: layer, rate: rate)
    }

    /// Bit rates of the indices 1 to 14. Layer bits count backwards: 3 is Layer I, 1 is Layer III.
    private static func kilobits(isFirst: Bool, layer: UInt32) -> [Int] {
        switch (isFirst, layer) {
        case (true, 3): [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448]
        case (true, 2): [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384]
        case (true, _): [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
        case (false, 3): [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256]
        case (false, _): [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
        }
    }
}
