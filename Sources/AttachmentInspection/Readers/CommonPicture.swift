/// The three formats that nearly every push brings, told by their first bytes in a fraction of the time that libmagic
/// takes. What is not plain here is left to libmagic.
enum CommonPicture: StructuralReader {
    static func look(at bytes: ByteReader) throws(InspectionFault) -> Sighting? {
        let head = try bytes.bytes(at: 0, count: 16)
        guard head.count == 16 else { return nil }
        if isJPEG(head) { return .type("image/jpeg") }
        if isPNG(head) { return .type("image/png") }
        return try isGIF(head, bytes) ? .type("image/gif") : nil
    }

    /// SOI and the first byte of a marker with a segment (ITU-T T.81 B.1.1.3).
    private static func isJPEG(_ head: ArraySlice<UInt8>) -> Bool {
        head.starts(with: [0xFF, 0xD8, 0xFF]) && (0xC0...0xFE).contains(head[head.startIndex + 3])
    }

    /// The signature, and IHDR of 13 bytes as the first chunk (PNG 3rd edition, 5.2 and 5.6).
    private static func isPNG(_ head: ArraySlice<UInt8>) -> Bool {
        head.elementsEqual([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
    }

    /// The signature, and after the screen descriptor and its colour table a block, an extension or the trailer
    /// (GIF89a 17 to 20): prose may begin with the signature too.
    private static func isGIF(_ head: ArraySlice<UInt8>, _ bytes: ByteReader) throws(InspectionFault) -> Bool {
        guard head.starts(with: Array("GIF87a".utf8)) || head.starts(with: Array("GIF89a".utf8)) else { return false }
        let flags = head[head.startIndex + 10]
        let colours: Int64 = flags & 0x80 == 0 ? 0 : 3 << (Int64(flags & 7) + 1)
        guard let next = try bytes.byte(at: 13 + colours) else { return false }
        return [0x2C, 0x21, 0x3B].contains(next)
    }
}
