/// JPEG XL (ISO/IEC 18181): a codestream, alone or in boxes (part 2).
enum JPEGXL: ContainerReader {
    static let types: Set<String> = ["image/jxl"]

    private static let signatureBox: [UInt8] = [0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A]
    /// Fewer bytes of it are those of many formats.
    private static let leastSignature = 6

    /// The signature box; the two bytes of a bare codestream are left to libmagic.
    static func look(at bytes: ByteReader) throws(InspectionFault) -> Sighting? {
        guard bytes.end >= leastSignature, try bytes.begins(with: signatureBox) else { return nil }
        return .type("image/jxl")
    }

    static func measure(_ bytes: ByteReader) throws(InspectionFault) -> Measurement {
        var found = Measurement()
        found.codecs = ["jpegxl"]
        if try bytes.byte(at: 0) == 0xFF {
            // Where its frames end is told in entropy-coded numbers only.
            try JPEGXLHeader(in: 0..<bytes.end, of: bytes)?.describe(&found)
            return found
        }
        return try measureBoxes(bytes, found)
    }

    /// The codestream stands in one box, or in parts of which the last one is marked (part 2, 9.8 and 9.9).
    private static func measureBoxes(
        _ bytes: ByteReader, _ found: Measurement
    ) throws(InspectionFault) -> Measurement {
        var found = found
        let boxes = ISOBoxes(bytes: bytes)
        var offset: Int64 = 0
        var isOver = false
        while offset < bytes.end, bytes.takes(), let box = try boxes.box(at: offset, before: bytes.end) {
            let isPart = box.kind == "jxlp"
            if isPart || box.kind == "jxlc" {
                let stream = box.body.dropFirst(isPart ? 4 : 0)
                if found.stored == nil { try JPEGXLHeader(in: stream, of: bytes)?.describe(&found) }
                let mark = try boxes.number(in: box, at: 0, count: 4) ?? 0
                isOver = !isPart || mark >> 31 == 1
                // One that goes on to the end does not tell where that was.
                if box.claimedBytes == nil { return found }
            }
            if let claimed = box.claimedBytes, claimed > UInt64(box.body.upperBound - offset) {
                return found.damaged(at: bytes.end, "ends inside the box \(box.kind)")
            }
            offset = box.body.upperBound
        }
        return isOver ? found.whole(end: offset) : found.damaged(at: bytes.end, "ends before the end of its codestream")
    }
}

/// The head of a JPEG XL codestream (ISO/IEC 18181-1, annex D): size, orientation, whether it moves.
struct JPEGXLHeader {
    private let size: PixelSize
    private var orientation: UInt64 = 1
    private var isAnimated = false

    private static let headBytes = 66

    /// Nil where it is none or not all there.
    init?(in stream: Range<Int64>, of bytes: ByteReader) throws(InspectionFault) {
        let head = try bytes.bytes(at: stream.lowerBound, count: min(stream.count, Self.headBytes))
        guard head.starts(with: [0xFF, 0x0A]) else { return nil }
        var bits = LowBits(head.dropFirst(2))
        size = Self.size(&bits)
        let isDefault = bits.next(1) == 1
        if !isDefault, bits.next(1) == 1 {
            orientation = bits.next(3) + 1
            if bits.next(1) == 1 { _ = Self.size(&bits) }
            if bits.next(1) == 1 { Self.skipPreview(&bits) }
            isAnimated = bits.next(1) == 1
        }
        if bits.isShort { return nil }
    }

    /// How many frames an animation has is not told ahead.
    func describe(_ found: inout Measurement) {
        found.stored = size
        found.shown = size.oriented(orientation)
        found.isAnimated = isAnimated
        if !isAnimated { found.frames = 1 }
    }

    /// D.2: the height, then the width or its ratio to the height.
    private static func size(_ bits: inout LowBits) -> PixelSize {
        let isSmall = bits.next(1) == 1
        func side() -> UInt64 {
            isSmall ? (bits.next(5) + 1) * 8 : bits.next([9, 13, 18, 30][Int(bits.next(2))]) + 1
        }
        let height = side()
        let width =
            switch bits.next(3) {
            case 0: side()
            case 1: height
            case 2: height * 12 / 10
            case 3: height * 4 / 3
            case 4: height * 3 / 2
            case 5: height * 16 / 9
            case 6: height * 5 / 4
            default: height * 2
            }
        return PixelSize(width: Int(width), height: Int(height))
    }

    /// D.3.4.
    private static func skipPreview(_ bits: inout LowBits) {
        let widths = bits.next(1) == 1 ? [0, 0, 5, 9] : [6, 8, 10, 12]
        _ = bits.next(widths[Int(bits.next(2))])
        if bits.next(3) == 0 { _ = bits.next(widths[Int(bits.next(2))]) }
    }
}

/// Numbers of some bits each, the lowest one first.
private struct LowBits {
    private let bytes: ArraySlice<UInt8>
    private var position = 0
    /// Whether more was asked for than was there; the numbers were 0 then.
    private(set) var isShort = false

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    mutating func next(_ count: Int) -> UInt64 {
        guard position + count <= bytes.count * 8 else {
            isShort = true
            return 0
        }
        defer { position += count }
        return (0..<count).reduce(0) { number, bit in
            let place = position + bit
            return number | UInt64(bytes[bytes.startIndex + place / 8] >> UInt8(place % 8) & 1) << UInt64(bit)
        }
    }
}
