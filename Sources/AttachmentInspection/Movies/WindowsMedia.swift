/// ASF: whether a Windows Media file has a picture stream (ASF specification 3.3, 10.3).
enum WindowsMedia: StructuralReader {
    private static let header: [UInt8] = [
        0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11, 0xA6, 0xD9, 0x00, 0xAA, 0x00, 0x62, 0xCE, 0x6C,
    ]
    private static let streamProperties: [UInt8] = [
        0x91, 0x07, 0xDC, 0xB7, 0xB7, 0xA9, 0xCF, 0x11, 0x8E, 0xE6, 0x00, 0xC0, 0x0C, 0x20, 0x53, 0x65,
    ]
    private static let sound: [UInt8] = [
        0x40, 0x9E, 0x69, 0xF8, 0x4D, 0x5B, 0xCF, 0x11, 0xA8, 0xFD, 0x00, 0x80, 0x5F, 0x5C, 0x44, 0x2B,
    ]
    private static let limit = 256

    static func look(at bytes: ByteReader) throws(InspectionFault) -> Sighting? {
        guard try bytes.bytes(at: 0, count: 16).elementsEqual(header) else { return nil }
        var offset: Int64 = 30
        var streams: [Bool] = []
        for _ in 0..<limit {
            guard let length = try bytes.littleEndian(at: offset + 16, count: 8), 24...UInt64(Int32.max) ~= length
            else {
                break
            }
            if try bytes.bytes(at: offset, count: 16).elementsEqual(streamProperties) {
                streams.append(try bytes.bytes(at: offset + 24, count: 16).elementsEqual(sound))
            }
            offset += Int64(length)
        }
        if streams.isEmpty, bytes.ranShort { return .needsMore }
        return .type(!streams.isEmpty && streams.allSatisfy(\.self) ? "audio/x-ms-wma" : "video/x-ms-asf")
    }
}
