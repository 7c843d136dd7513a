/// GIF (GIF89a specification).
enum GIF: ContainerReader {
    static let types: Set<String> = ["image/gif"]

    private static let versions: [[UInt8]] = [Array("GIF89a".utf8), Array("GIF87a".utf8)]
    /// Fewer bytes of a signature are any text.
    private static let leastSignature = 3
    private static let screenEnd = 13

    /// The signature, a screen descriptor that is no prose (18), and after its colour table a block, an extension or
    /// the trailer (17 to 20), or what a cut has left of that.
    static func look(at bytes: ByteReader) throws(InspectionFault) -> Sighting? {
        let head = try bytes.bytes(at: 0, count: screenEnd)
        guard head.count >= leastSignature,
            versions.contains(where: { head.prefix(6).elementsEqual($0.prefix(head.count)) })
        else { return nil }
        let screen = head.dropFirst(6)
        let cut: Sighting = bytes.isComplete ? .type("image/gif") : .needsMore
        guard head.count == screenEnd || bytes.isComplete else { return cut }
        if !screen.isEmpty, screen.allSatisfy(isText) { return .notMedia("text/plain") }
        guard head.count == screenEnd else { return cut }
        let blocks = Int64(screenEnd) + tableBytes(head[head.startIndex + 10])
        guard let introducer = try bytes.byte(at: blocks) else { return cut }
        guard introducer == extensionIntroducer else {
            return [imageSeparator, trailer].contains(introducer) ? .type("image/gif") : nil
        }
        guard let label = try bytes.byte(at: blocks + 1) else { return cut }
        return isText(label) ? nil : .type("image/gif")
    }

    static func measure(_ bytes: ByteReader) throws(InspectionFault) -> Measurement {
        var walk = GIFWalk(bytes: bytes)
        return try walk.run()
    }

    static let extensionIntroducer: UInt8 = 0x21
    static let imageSeparator: UInt8 = 0x2C
    static let trailer: UInt8 = 0x3B

    /// The bytes of the colour table that those flags of a screen or an image announce.
    static func tableBytes(_ flags: UInt8) -> Int64 {
        flags & 0x80 == 0 ? 0 : 3 << (Int64(flags & 7) + 1)
    }

    private static func isText(_ byte: UInt8) -> Bool {
        0x20...0x7E ~= byte || 0x09...0x0D ~= byte
    }
}
