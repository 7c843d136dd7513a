/// What the chunk `fmt ` says of the samples (WAVEFORMATEX and WAVEFORMATEXTENSIBLE, mmreg.h).
struct WAVFormat {
    /// Where its content begins.
    let offset: Int64
    private let isBigEndian: Bool
    private var tag: UInt64?
    private let channels: UInt64?
    private let rate: UInt64?
    private let bytesPerSecond: UInt64?
    private let blockBytes: UInt64?
    private let bits: UInt64?
    private let samplesPerBlock: UInt64?

    init(_ chunk: RIFFChunks.Chunk, in form: RIFFChunks) throws(InspectionFault) {
        func field(_ place: Int64, _ count: Int64) throws(InspectionFault) -> UInt64? {
            guard place + count <= chunk.claimedBytes else { return nil }
            return try form.number(at: chunk.body + place, count: Int(count))
        }
        offset = chunk.body
        isBigEndian = form.isBigEndian
        tag = try field(0, 2)
        channels = try field(2, 2)
        rate = try field(4, 4)
        bytesPerSecond = try field(8, 4)
        blockBytes = try field(12, 2)
        bits = try field(14, 2)
        samplesPerBlock = try field(18, 2)
        // The first two bytes of the sub-format are the tag that would stand here without the extension.
        if tag == 0xFFFE { tag = try field(24, 2) }
    }

    /// What no player can make sound of.
    var flaw: String? {
        guard let channels, let rate else { return "declares no sampling rate" }
        if channels == 0 { return "declares 0 channels" }
        return rate == 0 ? "declares a sampling rate of 0" : nil
    }

    /// FFmpeg's name.
    var codec: String? {
        guard let tag, let bits else { return nil }
        switch tag {
        case 0x0001: return bits > 0 && bits <= 8 ? "pcm_u8" : PCM.integers(bits: bits, isBigEndian: isBigEndian)
        case 0x0003: return PCM.floats(bits: bits, isBigEndian: isBigEndian)
        default: return Self.compressed(tag)
        }
    }

    private static func compressed(_ tag: UInt64) -> String? {
        switch tag {
        case 0x0002: "adpcm_ms"
        case 0x0006: "pcm_alaw"
        case 0x0007: "pcm_mulaw"
        case 0x0011: "adpcm_ima_wav"
        case 0x0020: "adpcm_yamaha"
        case 0x0031: "gsm_ms"
        case 0x0040, 0x0045, 0x0064: "adpcm_g726"
        case 0x0050: "mp2"
        case 0x0055: "mp3"
        case 0x00FF, 0x1600, 0x706D: "aac"
        case 0x0160: "wmav1"
        case 0x0161: "wmav2"
        case 0x028F: "adpcm_g722"
        case 0x2000: "ac3"
        case 0xF1AC: "flac"
        default: nil
        }
    }

    /// The playing time of so many bytes of samples; `fact` counts those of compressed sound.
    func seconds(of dataBytes: Int64?, fact: UInt64?) -> Double? {
        guard let dataBytes, let rate, rate > 0 else { return nil }
        let samples = isPlain ? nil : fact.flatMap { $0 > 0 && $0 < 0xFFFF_0000 ? $0 : nil }
        if let samples { return Double(samples) / Double(rate) }
        if let blockBytes, blockBytes > 0, let perBlock = samplesInBlock {
            return Double(dataBytes / Int64(blockBytes)) * Double(perBlock) / Double(rate)
        }
        return bytesPerSecond.flatMap { $0 > 0 ? Double(dataBytes) / Double($0) : nil }
    }

    /// Whether a block is one sample of each channel.
    private var isPlain: Bool {
        [0x0001, 0x0003, 0x0006, 0x0007].contains(tag)
    }

    private var samplesInBlock: UInt64? {
        if isPlain { return 1 }
        return [0x0002, 0x0011, 0x0031].contains(tag) ? samplesPerBlock.flatMap { $0 > 0 ? $0 : nil } : nil
    }
}
