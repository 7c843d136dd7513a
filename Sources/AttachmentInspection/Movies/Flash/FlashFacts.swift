/// What the tags of an FLV file tell (Adobe Flash Video File Format Specification 10.1, E.4).
struct FlashFacts {
    /// Whether tags were passed over, so that pictures cannot be counted.
    var skipsTags = false
    /// The size of the file by its own word.
    private var fileBytes: Double?

    private var declaredSeconds: Double?
    private var size: PixelSize?
    private var pictureCodec: String?
    private var soundCodec: String?
    private var frames = 0
    /// Milliseconds.
    private var first: UInt64?
    private var last: UInt64 = 0
    private var step: UInt64 = 0

    /// Whether the file says to be larger than its tags, and longer by a second. One of the two may be left over from
    /// another file.
    func announceMore(than size: Int64) -> Bool {
        guard let fileBytes, let declaredSeconds else { return false }
        return fileBytes > Double(size) && declaredSeconds > stampedSeconds + 1
    }

    var hasMedia: Bool { pictureCodec != nil || soundCodec != nil }

    var measurement: Measurement {
        var found = Measurement()
        found.codecs = [pictureCodec, soundCodec].compactMap(\.self)
        if pictureCodec != nil {
            found.stored = size
            found.frames = skipsTags || frames == 0 ? nil : frames
        }
        let seconds = declaredSeconds ?? stampedSeconds
        found.seconds = seconds > 0 ? seconds : nil
        return found
    }

    private var stampedSeconds: Double { Double(last - (first ?? last) + step) / 1000 }

    /// Takes in a tag that begins there.
    mutating func take(_ kind: UInt8, at tag: Int64, end: Int64, _ bytes: ByteReader) throws(InspectionFault) {
        if kind == 18 {
            try readScript((tag + 11)..<max(end, tag + 11), bytes)
            return
        }
        try takeTime(at: tag, bytes)
        guard end > tag + 11, let head = try bytes.byte(at: tag + 11) else { return }
        if kind == 8 {
            if soundCodec == nil { soundCodec = Self.sounds[Int(head >> 4)] }
        } else {
            try takePicture(head, at: tag + 11, end: end, bytes)
        }
    }

    private mutating func takeTime(at tag: Int64, _ bytes: ByteReader) throws(InspectionFault) {
        guard let low = try bytes.bigEndian(at: tag + 4, count: 3), let high = try bytes.byte(at: tag + 7) else {
            return
        }
        let stamp = UInt64(high) << 24 | low
        if first != nil, stamp > last { step = stamp - last }
        first = min(first ?? stamp, stamp)
        last = max(last, stamp)
    }

    private mutating func takePicture(
        _ head: UInt8, at start: Int64, end: Int64, _ bytes: ByteReader
    ) throws(InspectionFault) {
        if pictureCodec == nil { pictureCodec = Self.pictures[Int(head & 0xF)] }
        // Commands, and of H.264 the headers before and behind the pictures, are none.
        let isHeader = head & 0xF == 7 ? try bytes.byte(at: start + 1) != 1 : false
        if head >> 4 == 5 || isHeader {
            if isHeader, end - start > 13 { try readSettings(at: start + 5, end: end, bytes) }
            return
        }
        frames += 1
    }

    /// The first parameter set of an `avcC` (ISO/IEC 14496-15 5.3.3.1).
    private mutating func readSettings(at start: Int64, end: Int64, _ bytes: ByteReader) throws(InspectionFault) {
        let unit = try bytes.bytes(at: start + 8, count: Int(min(end - start - 8, 1024)))
        if unit.first.map({ $0 & 0x1F == 7 }) ?? false, let size = ParameterSet.h264(unit.dropFirst()) {
            self.size = size
        }
    }

    /// Numbers of `onMetaData`: a name with its length before, the type 0, a number of eight bytes (AMF 0, 2.2).
    private mutating func readScript(_ body: Range<Int64>, _ bytes: ByteReader) throws(InspectionFault) {
        let text = try bytes.bytes(at: body.lowerBound, count: min(body.count, 8192))
        if let seconds = Self.number("\u{8}duration\u{0}", in: text), seconds > 0 { declaredSeconds = seconds }
        if let size = Self.number("\u{8}filesize\u{0}", in: text), size > 0 { fileBytes = size }
        guard size == nil, let width = Self.number("\u{5}width\u{0}", in: text),
            let height = Self.number("\u{6}height\u{0}", in: text), 1...65_536 ~= width, 1...65_536 ~= height
        else { return }
        size = PixelSize(width: Int(width), height: Int(height))
    }

    private static func number(_ key: StaticString, in text: ArraySlice<UInt8>) -> Double? {
        let key = UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount)
        for place in text.indices where text[place] == key[0] && text[place...].starts(with: key) {
            let value = text[place...].dropFirst(key.count).prefix(8)
            guard value.count == 8 else { return nil }
            return Double(bitPattern: value.reduce(0) { $0 << 8 | UInt64($1) })
        }
        return nil
    }

    private static let pictures: [String?] = [
        nil, nil, "flv1", "flashsv", "vp6f", "vp6a", "flashsv2", "h264", nil, nil, nil, nil, "hevc", nil, nil, nil,
    ]
    private static let sounds: [String?] = [
        "pcm_s16le", "adpcm_swf", "mp3", "pcm_s16le", "nellymoser", "nellymoser", "nellymoser", "pcm_alaw", "pcm_mulaw",
        nil, "aac", "speex", nil, nil, "mp3", nil,
    ]
}
