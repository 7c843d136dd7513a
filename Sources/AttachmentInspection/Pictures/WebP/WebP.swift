/// WebP (RFC 9649).
///
/// An orientation in its Exif data is not applied: the container's canvas is what is shown (2.7.1.5 leaves metadata to
/// the viewer), and browsers show it so.
enum WebP: ContainerReader {
    static let types: Set<String> = ["image/webp"]

    /// The RIFF header with its form, and one of the three chunks that may come first (2.4 to 2.7), or what a cut has
    /// left of that.
    static func look(at bytes: ByteReader) throws(InspectionFault) -> Sighting? {
        guard try bytes.has("RIFF", at: 0), try bytes.has("WEBP", at: 8) else { return nil }
        let code = try bytes.bytes(at: 12, count: 4)
        guard code.count == 4 else { return bytes.isComplete ? .type("image/webp") : .needsMore }
        return firstCodes.contains { $0.elementsEqual(code) } ? .type("image/webp") : nil
    }

    static func measure(_ bytes: ByteReader) throws(InspectionFault) -> Measurement {
        var walk = WebPWalk(bytes: bytes)
        return try walk.run()
    }

    private static let firstCodes: [[UInt8]] = [Array("VP8X".utf8), Array("VP8 ".utf8), Array("VP8L".utf8)]
}
