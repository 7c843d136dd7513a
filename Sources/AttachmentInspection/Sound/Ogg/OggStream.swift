/// A logical stream in an Ogg file, known by its first packet.
struct OggStream {
    let serial: UInt64
    /// FFmpeg's name; nil for what is neither sound nor picture, and for what is not known.
    private(set) var codec: String?
    private(set) var isPicture = false
    /// As shown, and as coded.
    private(set) var size: PixelSize?
    private(set) var codedSize: PixelSize?
    /// Units of the position in one second.
    private var rate = 0.0
    /// Samples before the sound.
    private var skipped: UInt64 = 0
    /// The bits of the position that count the frames since the last key frame.
    private var shift: UInt64?

    init(_ page: OggPage, in bytes: ByteReader) throws(InspectionFault) {
        serial = page.serial
        let start = page.body.lowerBound
        if try bytes.has("OpusHead", at: start) {
            try readOpus(start, bytes)
        } else if try bytes.has("\u{1}vorbis", at: start) {
            codec = "vorbis"
            rate = try bytes.littleEndian(at: start + 12).map { Double($0) } ?? 0
        } else if try bytes.has("Speex   ", at: start) {
            codec = "speex"
            rate = try bytes.littleEndian(at: start + 36).map { Double($0) } ?? 0
        } else if try bytes.has("\u{7F}FLAC", at: start) {
            codec = "flac"
            rate = try FLACInfo(at: start + 17, in: bytes).map { Double($0.rate) } ?? 0
        } else if try bytes.has("theora", at: start + 1) {
            try readTheora(start, bytes)
        } else {
            try readPicture(start, bytes)
        }
    }

    /// RFC 7845, 5.1: positions are of 48 kHz whatever the input was.
    private mutating func readOpus(_ start: Int64, _ bytes: ByteReader) throws(InspectionFault) {
        codec = "opus"
        rate = 48_000
        skipped = try bytes.littleEndian(at: start + 10, count: 2) ?? 0
    }

    /// Theora I specification, 6.2.
    private mutating func readTheora(_ start: Int64, _ bytes: ByteReader) throws(InspectionFault) {
        codec = "theora"
        isPicture = true
        guard let columns = try bytes.bigEndian(at: start + 10, count: 2),
            let rows = try bytes.bigEndian(at: start + 12, count: 2),
            let width = try bytes.bigEndian(at: start + 14, count: 3),
            let height = try bytes.bigEndian(at: start + 17, count: 3),
            let numerator = try bytes.bigEndian(at: start + 22),
            let denominator = try bytes.bigEndian(at: start + 26),
            let tail = try bytes.bigEndian(at: start + 40, count: 2)
        else { return }
        size = PixelSize(width: Int(width), height: Int(height))
        codedSize = PixelSize(width: Int(columns) * 16, height: Int(rows) * 16)
        rate = denominator == 0 ? 0 : Double(numerator) / Double(denominator)
        shift = tail >> 5 & 31
    }

    /// Other films: only their kind is known.
    private mutating func readPicture(_ start: Int64, _ bytes: ByteReader) throws(InspectionFault) {
        let isDirac = try bytes.has("BBCD\u{0}", at: start)
        let isVP8 = try bytes.has("OVP80", at: start)
        codec = isDirac ? "dirac" : isVP8 ? "vp8" : nil
        isPicture = isDirac || isVP8
    }

    /// Whether its positions tell the time.
    var isTimed: Bool { rate > 0 }

    /// Whether its header gives no rate where it must.
    var lacksRate: Bool {
        codec != nil && rate <= 0 && (size != nil || !isPicture)
    }

    /// The pictures up to that position; nil for sound.
    func frames(at granule: UInt64) -> UInt64? {
        shift.map { granule >> $0 + granule & (1 << $0 - 1) }
    }

    /// The time of that position.
    func seconds(at granule: UInt64) -> Double? {
        guard rate > 0 else { return nil }
        let units = frames(at: granule) ?? (granule > skipped ? granule - skipped : 0)
        return Double(units) / rate
    }
}
