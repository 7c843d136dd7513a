/// ASF, the container of Windows Media (ASF specification 01.20.03).
enum WindowsMedia: ContainerReader {
    static let types: Set<String> = [
        "video/x-ms-asf", "video/x-ms-wmv", "audio/x-ms-wma", "application/vnd.ms-asf",
    ]

    /// Identifiers of objects and of kinds of streams (10).
    enum GUID {
        static let header: [UInt8] = [
            0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11, 0xA6, 0xD9, 0x00, 0xAA, 0x00, 0x62, 0xCE, 0x6C,
        ]
        static let data: [UInt8] = [
            0x36, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11, 0xA6, 0xD9, 0x00, 0xAA, 0x00, 0x62, 0xCE, 0x6C,
        ]
        static let fileProperties: [UInt8] = [
            0xA1, 0xDC, 0xAB, 0x8C, 0x47, 0xA9, 0xCF, 0x11, 0x8E, 0xE4, 0x00, 0xC0, 0x0C, 0x20, 0x53, 0x65,
        ]
        static let streamProperties: [UInt8] = [
            0x91, 0x07, 0xDC, 0xB7, 0xB7, 0xA9, 0xCF, 0x11, 0x8E, 0xE6, 0x00, 0xC0, 0x0C, 0x20, 0x53, 0x65,
        ]
        static let sound: [UInt8] = [
            0x40, 0x9E, 0x69, 0xF8, 0x4D, 0x5B, 0xCF, 0x11, 0xA8, 0xFD, 0x00, 0x80, 0x5F, 0x5C, 0x44, 0x2B,
        ]
        static let picture: [UInt8] = [
            0xC0, 0xEF, 0x19, 0xBC, 0x4D, 0x5B, 0xCF, 0x11, 0xA8, 0xFD, 0x00, 0x80, 0x5F, 0x5C, 0x44, 0x2B,
        ]
    }

    private static let limit = 256

    static func look(at bytes: ByteReader) throws(InspectionFault) -> Sighting? {
        let start = try bytes.bytes(at: 0, count: 16)
        guard start.elementsEqual(GUID.header) else {
            // Its first three bytes are text, or nearly.
            let isCut = bytes.isComplete && 4..<16 ~= start.count && GUID.header.starts(with: start)
            return isCut ? .type("video/x-ms-asf") : nil
        }
        let streams = try areSound(bytes)
        if streams.contains(false) { return .type("video/x-ms-asf") }
        // Behind a stream to be heard one to be seen may come.
        if bytes.ranShort { return .needsMore }
        return .type(streams.isEmpty ? "video/x-ms-asf" : "audio/x-ms-wma")
    }

    /// Of each stream that the header describes, whether it is to be heard.
    private static func areSound(_ bytes: ByteReader) throws(InspectionFault) -> [Bool] {
        let end = try bytes.littleEndian(at: 16, count: 8) ?? 0
        var offset: Int64 = 30
        var streams: [Bool] = []
        for _ in 0..<limit where offset < end {
            guard let length = try bytes.littleEndian(at: offset + 16, count: 8), 24...UInt64(Int32.max) ~= length
            else {
                break
            }
            if try bytes.bytes(at: offset, count: 16).elementsEqual(GUID.streamProperties) {
                let kind = try bytes.bytes(at: offset + 24, count: 16)
                guard kind.count == 16 else { break }
                streams.append(kind.elementsEqual(GUID.sound))
            }
            offset += Int64(length)
        }
        return streams
    }

    static func measure(_ bytes: ByteReader) throws(InspectionFault) -> Measurement {
        var header = WindowsMediaHeader(bytes: bytes)
        let headerBytes = try bytes.littleEndian(at: 16, count: 8) ?? UInt64(bytes.end) + 1
        guard headerBytes >= 30, headerBytes <= UInt64(bytes.end) else {
            return Measurement().damaged(at: bytes.end, "ends inside its header")
        }
        try header.read(30..<Int64(headerBytes))
        var found = header.measurement
        found.extent = try extent(from: Int64(headerBytes), header, bytes)
        return found
    }

    /// The objects behind the header: the data, then indices (2.1).
    private static func extent(
        from start: Int64, _ header: WindowsMediaHeader, _ bytes: ByteReader
    ) throws(InspectionFault) -> Measurement.Extent {
        var offset = start
        var hasData = false
        while offset < bytes.end, bytes.takes() {
            let isData = try bytes.bytes(at: offset, count: 16).elementsEqual(GUID.data)
            guard isData || hasData else { break }
            guard let size = try bytes.littleEndian(at: offset + 16, count: 8) else {
                return .damaged(at: bytes.end, "ends inside the head of an object")
            }
            if isData, header.isBroadcast { return broadcastExtent(from: offset + 50, header, bytes) }
            guard size >= 24 else { break }
            if size > UInt64(bytes.end - offset) {
                // What follows the data may be no object at all.
                return isData || size < 1 << 32
                    ? .damaged(at: bytes.end, "ends inside its \(isData ? "media data" : "index")")
                    : .whole(end: offset)
            }
            hasData = true
            offset += Int64(size)
        }
        return hasData ? .whole(end: offset) : .damaged(at: bytes.end, "ends before its media data")
    }

    /// A broadcast does not tell its sizes; it consists of whole packets.
    private static func broadcastExtent(
        from start: Int64, _ header: WindowsMediaHeader, _ bytes: ByteReader
    ) -> Measurement.Extent {
        guard let packet = header.packetBytes, bytes.end > start else { return .unknown }
        return (bytes.end - start) % packet == 0
            ? .whole(end: bytes.end) : .damaged(at: bytes.end, "ends inside a packet")
    }
}

/// The header of an ASF file: how long it is and what its streams are (3.2, 3.3, 9).
struct WindowsMediaHeader {
    let bytes: ByteReader
    private(set) var isBroadcast = false
    /// The size of every packet, where all have the same.
    private(set) var packetBytes: Int64?
    private(set) var measurement = Measurement()
    private var picture: String?
    private var sounds: [String] = []

    init(bytes: ByteReader) {
        self.bytes = bytes
    }

    /// Reads the objects in that range.
    mutating func read(_ range: Range<Int64>) throws(InspectionFault) {
        var offset = range.lowerBound
        while offset < range.upperBound, bytes.takes() {
            guard let size = try bytes.littleEndian(at: offset + 16, count: 8), 24...UInt64(Int32.max) ~= size else {
                break
            }
            let id = try bytes.bytes(at: offset, count: 16)
            if id.elementsEqual(WindowsMedia.GUID.fileProperties) { try readFile(offset) }
            if id.elementsEqual(WindowsMedia.GUID.streamProperties) { try readStream(offset) }
            offset += Int64(size)
        }
        measurement.codecs = [picture].compactMap(\.self) + sounds
    }

    /// Playing time in units of 100 ns, with the time for filling a buffer first, which is in milliseconds.
    private mutating func readFile(_ object: Int64) throws(InspectionFault) {
        guard let duration = try bytes.littleEndian(at: object + 64, count: 8),
            let preroll = try bytes.littleEndian(at: object + 80, count: 8),
            let flags = try bytes.littleEndian(at: object + 88), let least = try bytes.littleEndian(at: object + 92),
            let most = try bytes.littleEndian(at: object + 96)
        else { return }
        isBroadcast = flags & 1 != 0
        if least == most, least > 0 { packetBytes = Int64(least) }
        let seconds = Double(duration) / 1e7 - Double(preroll) / 1e3
        if !isBroadcast, seconds > 0 { measurement.seconds = seconds }
    }

    /// WAVEFORMATEX, or the size of the pictures with BITMAPINFOHEADER.
    private mutating func readStream(_ object: Int64) throws(InspectionFault) {
        let kind = try bytes.bytes(at: object + 24, count: 16)
        if kind.elementsEqual(WindowsMedia.GUID.sound) {
            let bits = try bytes.littleEndian(at: object + 92, count: 2) ?? 16
            let name = WindowsCodecs.sound(try bytes.littleEndian(at: object + 78, count: 2) ?? 0, bits: bits)
            if !sounds.contains(name) { sounds.append(name) }
        } else if kind.elementsEqual(WindowsMedia.GUID.picture), picture == nil,
            let width = try bytes.littleEndian(at: object + 78), let height = try bytes.littleEndian(at: object + 82),
            let code = try bytes.code(at: object + 105)
        {
            measurement.stored = PixelSize(width: width, height: height)
            picture = WindowsCodecs.picture(code)
        }
    }
}
