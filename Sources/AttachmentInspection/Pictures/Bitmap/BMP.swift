/// Windows and OS/2 bitmaps (Microsoft, Bitmap Storage; OS/2 2.x Bitmap File Format).
enum BMP: ContainerReader {
    static let types: Set<String> = ["image/bmp", "image/x-ms-bmp", "image/x-bmp"]

    /// A file header and an info header that fit together; prose may begin with `BM` too. In a complete file that is
    /// cut or damaged behind it the file header alone has to tell.
    static func look(at bytes: ByteReader) throws(InspectionFault) -> Sighting? {
        guard try bytes.has("BM", at: 0) else { return nil }
        let header = try BitmapHeader(in: bytes, at: 14)
        if header?.isSensible == true { return .type("image/bmp") }
        guard header == nil || bytes.isComplete, try hasFileHeader(bytes) else { return nil }
        return bytes.isComplete ? .type("image/bmp") : .needsMore
    }

    /// Whether a size, two fields of zeroes and the place of the pixels within that size stand there, or what a cut has
    /// left of them.
    private static func hasFileHeader(_ bytes: ByteReader) throws(InspectionFault) -> Bool {
        let reserved = try bytes.bytes(at: 6, count: 4)
        guard reserved.count == 4 || !bytes.isComplete, reserved.allSatisfy({ $0 == 0 }) else { return false }
        guard let size = try bytes.littleEndian(at: 2), let start = try bytes.littleEndian(at: 10) else { return true }
        return 14 + UInt64(BitmapHeader.leastBytes) <= start && start < size
    }

    static func measure(_ bytes: ByteReader) throws(InspectionFault) -> Measurement {
        var found = Measurement()
        found.codecs = ["bmp"]
        guard let start = try bytes.littleEndian(at: 10), let header = try BitmapHeader(in: bytes, at: 14) else {
            return found.damaged(at: bytes.end, "ends inside its headers")
        }
        guard header.isSensible else { return found.damaged(at: 14, "has no bitmap header where one must stand") }
        found.stored = header.size
        found.frames = 1
        found.isAnimated = false
        // Some writers leave the place of the pixels open: they follow the colours then.
        let pixels = start == 0 ? header.dataStart : Int64(start)
        guard pixels >= 14 + header.bytes else {
            return found.damaged(at: 10, "declares pixel data inside its headers")
        }
        return try extent(of: found, header, pixels, bytes)
    }

    private static func extent(
        of found: Measurement, _ header: BitmapHeader, _ pixels: Int64, _ bytes: ByteReader
    ) throws(InspectionFault) -> Measurement {
        guard let length = try header.pixelBytes(at: pixels, in: bytes) else {
            return found.damaged(at: bytes.end, "ends inside its pixel data")
        }
        // The size in the file header is often wrong: it tells a cut only where padding is missing as well.
        let claimed = Int64(try bytes.littleEndian(at: 2) ?? 0)
        let padding = claimed > bytes.end ? header.padding : 0
        let (end, overflows) = pixels.addingReportingOverflow(length)
        guard !overflows, end <= bytes.end - padding else {
            return found.damaged(at: bytes.end, "ends inside its pixel data")
        }
        let profileEnd = try header.profileEnd(in: bytes) ?? end
        guard profileEnd <= bytes.end else { return found.damaged(at: bytes.end, "ends inside its colour profile") }
        return found.whole(end: max(end + padding, profileEnd, claimed <= bytes.end ? claimed : 0))
    }
}
