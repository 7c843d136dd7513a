/// AIFF and AIFF-C (Audio Interchange File Format 1.3, AIFF-C draft of 1991).
enum AIFF: ContainerReader {
    static let types: Set<String> = ["audio/aiff", "audio/x-aiff", "audio/x-aifc", "sound/aiff"]

    static func look(at bytes: ByteReader) throws(InspectionFault) -> Sighting? {
        guard try bytes.has("FORM", at: 0) else { return nil }
        let kind = try bytes.bytes(at: 8, count: 4)
        let isCut = bytes.isComplete && 2...3 ~= kind.count
        let isKind = "AIFF".utf8.starts(with: kind) || "AIFC".utf8.starts(with: kind)
        return (kind.count == 4 || isCut) && isKind ? .type("audio/aiff") : nil
    }

    static func measure(_ bytes: ByteReader) throws(InspectionFault) -> Measurement {
        var found = Measurement()
        guard bytes.end >= 12 else { return found.damaged(at: bytes.end, "ends inside its signature") }
        let form = RIFFChunks(bytes: bytes, isBigEndian: true)
        let claimed = Int64(try form.number(at: 4) ?? 0)
        let chunks = try SoundChunks(
            of: form, payload: "SSND", wanted: ["COMM"],
            sizes: SoundChunks.Sizes(formEnd: SoundChunks.isOpen(claimed) ? nil : claimed + 8))
        let sound = chunks.first("SSND").map { min($0.claimedBytes, bytes.end - $0.body) - 8 }
        var common: AIFFCommon?
        if let chunk = chunks.first("COMM") {
            let format = try AIFFCommon(chunk, in: form, isCompressed: try bytes.has("AIFC", at: 8))
            found.codecs = format.codec.map { [$0] } ?? []
            if let flaw = format.flaw, chunk.end <= bytes.end { return found.damaged(at: chunk.body, flaw) }
            found.seconds = format.seconds(of: sound ?? 0)
            common = format
        }
        if case .whole(let end) = chunks.extent {
            guard let common else { return found.damaged(at: end, "has no chunk COMM") }
            guard let sound, sound > 0, common.frames > 0 else { return found.damaged(at: end, "has no samples") }
        }
        found.extent = chunks.extent
        return found
    }
}

/// What the chunk `COMM` says of the samples.
struct AIFFCommon {
    /// Samples of each channel, or packets of compressed sound.
    let frames: UInt64
    private let channels: UInt64
    private let bits: UInt64
    private let rate: Double
    private let coding: FourCC

    init(
        _ chunk: RIFFChunks.Chunk, in form: RIFFChunks, isCompressed: Bool
    ) throws(InspectionFault) {
        channels = try form.number(at: chunk.body, count: 2) ?? 0
        frames = try form.number(at: chunk.body + 2) ?? 0
        bits = try form.number(at: chunk.body + 6, count: 2) ?? 0
        let exponent = try form.number(at: chunk.body + 8, count: 2) ?? 0
        rate = Self.extended(exponent, try form.number(at: chunk.body + 10, count: 8) ?? 0)
        coding = isCompressed ? try form.bytes.code(at: chunk.body + 18) ?? "NONE" : "NONE"
    }

    /// A number of 80 bits (SANE extended): sign and exponent, then the significand with its one before the point.
    private static func extended(_ exponent: UInt64, _ significand: UInt64) -> Double {
        guard exponent < 0x7FFF else { return .nan }
        return Double(sign: .plus, exponent: Int(exponent) - 16_383 - 63, significand: Double(significand))
    }

    /// What no player can make sound of.
    var flaw: String? {
        if channels == 0 { return "declares 0 channels" }
        return rate.isFinite && rate > 0 && rate < 1e9 ? nil : "declares no sampling rate"
    }

    /// FFmpeg's name.
    var codec: String? {
        switch coding {
        case "NONE", "twos": PCM.integers(bits: bits, isBigEndian: true)
        case "sowt": PCM.integers(bits: bits, isBigEndian: false)
        case "fl32", "FL32": "pcm_f32be"
        case "fl64", "FL64": "pcm_f64be"
        case "in24": "pcm_s24be"
        case "in32": "pcm_s32be"
        case "42ni": "pcm_s24le"
        case "23ni": "pcm_s32le"
        case "raw ": "pcm_u8"
        case "ulaw", "ULAW": "pcm_mulaw"
        case "alaw", "ALAW": "pcm_alaw"
        case "ima4": "adpcm_ima_qt"
        case "MAC3": "mace3"
        case "MAC6": "mace6"
        case "GSM ": "gsm"
        case "G722": "adpcm_g722"
        case "QDM2": "qdm2"
        case "Qclp": "qcelp"
        default: nil
        }
    }

    /// The playing time; what is there counts where the count was left open or is of packets.
    func seconds(of dataBytes: Int64) -> Double? {
        let present = Double(max(dataBytes, 0))
        if coding == "ima4" { return (present / Double(34 * channels)).rounded(.down) * 64 / rate }
        guard let width = bytesPerSample else { return Double(frames) / rate }
        return min(Double(frames), present / Double(width * channels)) / rate
    }

    private var bytesPerSample: UInt64? {
        switch coding {
        case "NONE", "twos", "sowt": bits > 0 ? (bits + 7) / 8 : nil
        case "fl32", "FL32", "in32", "23ni": 4
        case "fl64", "FL64": 8
        case "in24", "42ni": 3
        case "raw ", "ulaw", "ULAW", "alaw", "ALAW": 1
        default: nil
        }
    }
}
