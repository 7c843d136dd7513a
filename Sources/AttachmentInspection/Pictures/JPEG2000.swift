/// JPEG 2000 (ITU-T T.800): a codestream, alone or in the boxes of JP2 (annex I).
enum JPEG2000: ContainerReader {
    static let types: Set<String> = ["image/jp2", "image/jpeg2000", "image/j2c", "image/x-jp2-codestream"]

    private static let signatureBox: [UInt8] = [0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A]
    /// Fewer bytes of it are those of many formats.
    private static let leastSignature = 6

    /// The signature box and the brand of JP2, or the codestream's first two markers; what a cut has left of either.
    static func look(at bytes: ByteReader) throws(InspectionFault) -> Sighting? {
        if try bytes.begins(with: JPEG2000Codestream.opening), bytes.end > 2 { return .type("image/x-jp2-codestream") }
        guard bytes.end >= leastSignature, try bytes.begins(with: signatureBox) else { return nil }
        guard let brand = try bytes.code(at: 20) else { return bytes.isComplete ? .type("image/jp2") : .needsMore }
        return brand == "jp2 " ? .type("image/jp2") : nil
    }

    static func measure(_ bytes: ByteReader) throws(InspectionFault) -> Measurement {
        var found = Measurement()
        found.codecs = ["jpeg2000"]
        found.frames = 1
        found.isAnimated = false
        if try bytes.byte(at: 0) == 0xFF {
            return try JPEG2000Codestream(bytes: bytes, range: 0..<bytes.end).measure(found)
        }
        let boxes = ISOBoxes(bytes: bytes)
        var offset: Int64 = 0
        while offset < bytes.end, bytes.takes(), let box = try boxes.box(at: offset, before: bytes.end) {
            if box.kind == "jp2c" {
                let isHeaded = found.stored != nil
                return isHeaded
                    ? try JPEG2000Codestream(bytes: bytes, range: box.body).measure(found)
                    : found.damaged(at: offset, "has no image header before its codestream")
            }
            if let claimed = box.claimedBytes, claimed > UInt64(box.body.upperBound - offset) {
                return found.damaged(at: bytes.end, "ends inside the box \(box.kind)")
            }
            if box.kind == "jp2h" { found.stored = try size(box, boxes) }
            offset = box.body.upperBound
        }
        return found.damaged(at: bytes.end, "ends before its codestream")
    }

    /// `ihdr` (I.5.3.1): height, then width.
    private static func size(_ header: ISOBox, _ boxes: ISOBoxes) throws(InspectionFault) -> PixelSize? {
        guard let box = try boxes.first("ihdr", in: header.body),
            let height = try boxes.number(in: box, at: 0), let width = try boxes.number(in: box, at: 4)
        else { return nil }
        return PixelSize(width: width, height: height)
    }
}

/// A codestream of JPEG 2000 (annex A): a main header, then tile parts that tell their length.
struct JPEG2000Codestream {
    /// SOC and SIZ.
    static let opening: [UInt8] = [0xFF, 0x4F, 0xFF, 0x51]

    let bytes: ByteReader
    /// Where it stands: to its end or to that of the box around it.
    let range: Range<Int64>

    /// The least length of SIZ, with one component (A.5.1), and of a tile part: SOT and SOD (A.4.2).
    private static let leastSize: UInt64 = 41
    private static let leastTilePart: UInt64 = 14
    private static let tilePart: UInt64 = 0xFF90
    private static let endOfCodestream: UInt64 = 0xFFD9

    func measure(_ found: Measurement) throws(InspectionFault) -> Measurement {
        var found = found
        // A.5.1: the far corner of the reference grid, and the near one.
        let siz = range.lowerBound + 8
        guard try bytes.bytes(at: range.lowerBound, count: 4).elementsEqual(Self.opening),
            let right = try bytes.bigEndian(at: siz), let bottom = try bytes.bigEndian(at: siz + 4),
            let left = try bytes.bigEndian(at: siz + 8), let top = try bytes.bigEndian(at: siz + 12)
        else { return found.damaged(at: bytes.end, "ends inside its codestream's header") }
        guard try bytes.bigEndian(at: siz - 4, count: 2) ?? 0 >= Self.leastSize else {
            return found.damaged(at: siz - 4, "declares a header that has no room for its size")
        }
        guard right > left, bottom > top else { return found.damaged(at: siz, "declares a picture without pixels") }
        found.stored = PixelSize(width: right - left, height: bottom - top)
        return try walk(found)
    }

    private func walk(_ found: Measurement) throws(InspectionFault) -> Measurement {
        var offset = range.lowerBound + 2
        while offset < range.upperBound, bytes.takes() {
            guard let marker = try bytes.bigEndian(at: offset, count: 2) else { break }
            if marker == Self.endOfCodestream { return found.whole(end: offset + 2) }
            let isTilePart = marker == Self.tilePart
            guard
                let length = isTilePart
                    ? try bytes.bigEndian(at: offset + 6) : try bytes.bigEndian(at: offset + 2, count: 2)
            else { break }
            if isTilePart, length == 0 { return try toTheEnd(found) }
            guard marker >= 0xFF00, length >= (isTilePart ? Self.leastTilePart : 2) else {
                return found.damaged(at: offset, "has no marker where one must stand in its codestream")
            }
            offset += Int64(length) + (isTilePart ? 0 : 2)
        }
        return found.damaged(at: bytes.end, "ends inside its codestream")
    }

    /// The last tile part may leave its length open; the end marker stands at the end then.
    private func toTheEnd(_ found: Measurement) throws(InspectionFault) -> Measurement {
        try bytes.bigEndian(at: range.upperBound - 2, count: 2) == Self.endOfCodestream
            ? found.whole(end: range.upperBound) : found.damaged(at: bytes.end, "ends inside its codestream")
    }
}
