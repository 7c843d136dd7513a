/// What the chunk `desc` of a CAF file says of the samples.
struct CAFDescription {
    private let rate: Double
    private let coding: FourCC
    private let flags: UInt64
    private let bytesPerPacket: UInt64
    private let framesPerPacket: UInt64
    private let channels: UInt64
    private let bits: UInt64

    /// Nil where it is cut.
    init?(_ body: Range<Int64>, in bytes: ByteReader) throws(InspectionFault) {
        let start = body.lowerBound
        guard body.count >= 32, let rate = try bytes.bigEndian(at: start, count: 8),
            let coding = try bytes.code(at: start + 8), let flags = try bytes.bigEndian(at: start + 12),
            let bytesPerPacket = try bytes.bigEndian(at: start + 16),
            let framesPerPacket = try bytes.bigEndian(at: start + 20),
            let channels = try bytes.bigEndian(at: start + 24), let bits = try bytes.bigEndian(at: start + 28)
        else { return nil }
        self.rate = Double(bitPattern: rate)
        self.coding = coding
        self.flags = flags
        self.bytesPerPacket = bytesPerPacket
        self.framesPerPacket = framesPerPacket
        self.channels = channels
        self.bits = bits
    }

    /// What no player can make sound of.
    var flaw: String? {
        guard rate.isFinite, rate > 0, rate < 1e9 else { return "declares no sampling rate" }
        return channels == 0 ? "declares 0 channels" : nil
    }

    /// Whether only a packet table tells where one packet ends: the size of a packet or its length varies.
    var needsPackets: Bool { bytesPerPacket == 0 || framesPerPacket == 0 }

    /// FFmpeg's name.
    var codec: String? {
        coding == "lpcm" ? plainCodec : Self.compressed(coding)
    }

    private var plainCodec: String? {
        let isBigEndian = flags & 2 == 0
        return flags & 1 != 0
            ? PCM.floats(bits: bits, isBigEndian: isBigEndian) : PCM.integers(bits: bits, isBigEndian: isBigEndian)
    }

    private static func compressed(_ coding: FourCC) -> String? {
        switch coding {
        case "aac ", "aach", "aacp", "aacl", "aace": "aac"
        case "alac": "alac"
        case "ima4": "adpcm_ima_qt"
        case "ulaw": "pcm_mulaw"
        case "alaw": "pcm_alaw"
        case ".mp1": "mp1"
        case ".mp2": "mp2"
        case ".mp3": "mp3"
        case "opus": "opus"
        case "flac": "flac"
        case "MAC3": "mace3"
        case "MAC6": "mace6"
        case "QDM2": "qdm2"
        case "Qclp": "qcelp"
        case "samr": "amr_nb"
        case "sawb": "amr_wb"
        case "ac-3": "ac3"
        case "ec-3": "eac3"
        case "ilbc": "ilbc"
        case "agsm": "gsm"
        default: nil
        }
    }

    /// The playing time: what the packet table counts, else what fits into the data.
    func seconds(of dataBytes: Int64?, _ packets: CAFPackets?) -> Double? {
        if let packets, packets.frames > 0 { return Double(packets.frames) / rate }
        if let packets, framesPerPacket > 0 { return Double(packets.count) * Double(framesPerPacket) / rate }
        guard let dataBytes, bytesPerPacket > 0, framesPerPacket > 0 else { return nil }
        return Double(dataBytes / Int64(bytesPerPacket)) * Double(framesPerPacket) / rate
    }
}

/// The head of the chunk `pakt`.
struct CAFPackets {
    let count: UInt64
    /// The frames to be heard: priming and remainder are no part of them.
    let frames: UInt64

    /// Nil where it is cut, or counts below zero.
    init?(_ body: Range<Int64>, in bytes: ByteReader) throws(InspectionFault) {
        guard body.count >= 24, let count = try bytes.bigEndian(at: body.lowerBound, count: 8),
            let frames = try bytes.bigEndian(at: body.lowerBound + 8, count: 8), count >> 63 == 0, frames >> 63 == 0
        else { return nil }
        self.count = count
        self.frames = frames
    }
}
