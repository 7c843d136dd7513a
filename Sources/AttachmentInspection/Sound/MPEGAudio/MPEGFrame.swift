/// A frame of MPEG audio or of AAC in ADTS, known by its header.
struct MPEGFrame {
    enum Stream: Hashable {
        /// Version and layer bits, and the sampling rate.
        case mpeg(version: UInt32, layer: UInt32, rate: UInt64)
        case adts(rate: UInt64)
    }

    /// What all frames of one stream have in common.
    let stream: Stream
    let bytes: Int64
    /// Of each channel.
    let samples: Int64
    /// Bits a second; 0 where the header does not tell.
    let bitRate: UInt64
    let isMono: Bool

    /// Samples a second.
    var rate: UInt64 {
        switch stream {
        case .mpeg(_, _, let rate), .adts(let rate): rate
        }
    }

    /// FFmpeg's name.
    var codec: String {
        switch stream {
        case .mpeg(_, 3, _): "mp1"
        case .mpeg(_, 2, _): "mp2"
        case .mpeg: "mp3"
        case .adts: "aac"
        }
    }

    /// Reads the header in the first seven bytes; nil when it is none. The length of a free-format frame stands in no
    /// header: without `freeBytes`, its length without padding, it is none.
    init?(_ header: ArraySlice<UInt8>, freeBytes: Int64? = nil) {
        guard header.count >= 4 else { return nil }
        let word = header.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
        guard word >> 21 == 0x7FF else { return nil }
        if word >> 17 & 3 == 0 {
            self.init(adts: header, word)
        } else {
            self.init(mpeg: word, freeBytes)
        }
    }

    /// ISO/IEC 13818-7 6.2: the length stands in the header, and how many blocks of 1,024 samples follow the first.
    private init?(adts header: ArraySlice<UInt8>, _ word: UInt32) {
        let rateIndex = Int(word >> 10 & 15)
        guard word >> 20 == 0xFFF, rateIndex < Self.adtsRates.count, header.count >= 7 else { return nil }
        let tail = header.dropFirst(3).prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
        bytes = Int64(tail >> 13 & 0x1FFF)
        guard bytes >= 7 else { return nil }
        stream = .adts(rate: Self.adtsRates[rateIndex])
        samples = Int64(tail & 3) * 1024 + 1024
        bitRate = 0
        isMono = false
    }

    private static let adtsRates: [UInt64] = [
        96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
    ]

    /// ISO/IEC 11172-3 2.4.1.3, with the lower rates of ISO/IEC 13818-3 and of MPEG 2.5.
    private init?(mpeg word: UInt32, _ freeBytes: Int64?) {
        let version = word >> 19 & 3
        let layer = word >> 17 & 3
        let bitRateIndex = Int(word >> 12 & 15)
        let rateIndex = Int(word >> 10 & 3)
        guard version != 1, bitRateIndex < 15, rateIndex < 3 else { return nil }
        let isFirst = version == 3
        let rate = [UInt64(44_100), 48_000, 32_000][rateIndex] >> (isFirst ? 0 : version == 2 ? 1 : 2)
        let padding = Int64(word >> 9 & 1) * (layer == 3 ? 4 : 1)
        samples = layer == 3 ? 384 : layer == 1 && !isFirst ? 576 : 1152
        stream = .mpeg(version: version, layer: layer, rate: rate)
        isMono = word >> 6 & 3 == 3
        if bitRateIndex == 0 {
            guard let freeBytes else { return nil }
            bitRate = 0
            bytes = freeBytes + padding
        } else {
            bitRate = UInt64(Self.kilobits(isFirst: isFirst, layer: layer)[bitRateIndex - 1]) * 1000
            let plain = layer == 3 ? 12 * bitRate / rate * 4 : UInt64(samples) / 8 * bitRate / rate
            bytes = Int64(plain) + padding
        }
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
