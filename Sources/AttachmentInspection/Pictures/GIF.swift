/// GIF (GIF89a specification).
enum GIF: StructuralReader {
    /// The signature, and after the screen descriptor and its colour table a block, an extension or the trailer
    /// (17 to 20): prose may begin with the signature too.
    static func look(at bytes: ByteReader) throws(InspectionFault) -> Sighting? {
        let head = try bytes.bytes(at: 0, count: 16)
        guard head.count == 16 else { return nil }
        guard head.starts(with: Array("GIF87a".utf8)) || head.starts(with: Array("GIF89a".utf8)) else { return nil }
        let flags = head[head.startIndex + 10]
        let colours: Int64 = flags & 0x80 == 0 ? 0 : 3 << (Int64(flags & 7) + 1)
        guard let next = try bytes.byte(at: 13 + colours) else { return nil }
        return [0x2C, 0x21, 0x3B].contains(next) ? .type("image/gif") : nil
    }
}
