/// The info header of a bitmap, which icons have too: its own size, then width, height, planes and bits.
struct BitmapHeader: Hashable {
    /// As much as its shortest form has.
    static let leastBytes: Int64 = 12

    let start: Int64
    /// Its size, by which its form is known.
    let bytes: Int64
    /// The height without the sign that says "from the top down".
    let size: PixelSize
    private let planes: UInt64
    private let bits: UInt64
    private let compression: UInt64
    /// The bytes of compressed pixels.
    private let dataBytes: UInt64
    private let colours: UInt64

    /// OS/2 1.x; OS/2 2.x, which may be cut short; Windows 3 with its extensions, 4 and 5.
    static let sizes: Set<UInt64> = [12, 16, 40, 42, 44, 46, 48, 52, 56, 60, 64, 108, 124]

    /// Nil where it is not all there. A size that no header has leaves everything else 0.
    init?(in bytes: ByteReader, at start: Int64) throws(InspectionFault) {
        guard let own = try bytes.littleEndian(at: start) else { return nil }
        let isCore = own == 12
        let isKnown = Self.sizes.contains(own)
        let fields = try bytes.bytes(at: start, count: isKnown ? min(Int(own), 40) : 4)
        guard fields.count == (isKnown ? min(Int(own), 40) : 4) else { return nil }
        /// A field that the header is too short for is 0.
        func field(_ distance: Int, _ count: Int) -> UInt64 {
            guard distance + count <= fields.count else { return 0 }
            return (0..<count).reversed().reduce(0) { $0 << 8 | UInt64(fields[fields.startIndex + distance + $1]) }
        }
        self.start = start
        self.bytes = Int64(own)
        let width = isCore ? field(4, 2) : field(4, 4)
        let height = isCore ? field(6, 2) : UInt64(Int32(truncatingIfNeeded: field(8, 4)).magnitude)
        size = PixelSize(width: Int(width), height: Int(height))
        planes = isCore ? field(8, 2) : field(12, 2)
        bits = isCore ? field(10, 2) : field(14, 2)
        compression = field(16, 4)
        dataBytes = field(20, 4)
        colours = isCore ? 0 : field(32, 4)
    }

    /// Whether it can be one: text and noise have other numbers there.
    var isSensible: Bool {
        planes == 1 && [0, 1, 2, 4, 8, 16, 24, 32, 64].contains(bits) && 1...0x7FFF_FFFF ~= size.width
            && size.height > 0 && (bits > 0 || isEmbedded)
    }

    /// Whether the pixels are a JPEG or PNG file, which have their own depth.
    private var isEmbedded: Bool { compression == 4 || compression == 5 }

    /// Whether rows are stored as they are: without compression, with or without masks for the colours. In OS/2 the
    /// number of the masks means a compression.
    private var isPlain: Bool {
        compression == 0 || compression == 6 || compression == 3 && ![16, 42, 44, 46, 48, 60, 64].contains(bytes)
    }

    /// Where the pixels begin at the earliest: behind masks and colours.
    var dataStart: Int64 {
        let masks: Int64 = bytes == 40 && !isEmbedded ? compression == 3 ? 12 : compression == 6 ? 16 : 0 : 0
        return start + bytes + masks + paletteBytes
    }

    private var paletteBytes: Int64 {
        guard 1...8 ~= bits else { return 0 }
        let all: UInt64 = 1 << bits
        return Int64(colours == 0 ? all : min(colours, all)) * (bytes == 12 ? 3 : 4)
    }

    /// The bytes of plain rows, each filled up to a multiple of four, which the last may lack.
    private var rowBytes: Int64 {
        let row = Int64(size.width) * Int64(bits)
        let (full, overflows) = ((row + 31) / 32 * 4).multipliedReportingOverflow(by: Int64(size.height - 1))
        let (all, overflowsToo) = full.addingReportingOverflow((row + 7) / 8)
        return overflows || overflowsToo ? .max : all
    }

    /// What fills the last plain row up.
    var padding: Int64 {
        guard isPlain else { return 0 }
        let row = (Int64(size.width) * Int64(bits) + 7) / 8
        return (4 - row % 4) % 4
    }

    /// The bytes of the pixels from there, without ``padding``; nil where they are run lengths that do not come to an
    /// end.
    func pixelBytes(at offset: Int64, in bytes: ByteReader) throws(InspectionFault) -> Int64? {
        if isPlain { return rowBytes }
        let isRunLength = compression == 1 || compression == 2
        // Where the length is missing or wrong, the run lengths have an end of their own.
        guard isRunLength, dataBytes == 0 || offset + Int64(dataBytes) > bytes.end else { return Int64(dataBytes) }
        return try BitmapRuns(bytes: bytes, hasHalfBytes: compression == 2).end(from: offset).map { $0 - offset }
    }

    /// Where the embedded colour profile of a version 5 header ends; nil where there is none.
    func profileEnd(in bytes: ByteReader) throws(InspectionFault) -> Int64? {
        guard self.bytes == 124, try bytes.has("DEBM", at: start + 56),
            let offset = try bytes.littleEndian(at: start + 112), let length = try bytes.littleEndian(at: start + 116)
        else { return nil }
        return start + Int64(offset) + Int64(length)
    }
}

/// Pixels packed as run lengths (Microsoft, Bitmap Compression): a count and a value; after a count of 0 an escape.
struct BitmapRuns {
    let bytes: ByteReader
    /// Whether two pixels share a byte.
    let hasHalfBytes: Bool

    /// The place behind the escape that ends the bitmap; nil where the file ends before it.
    func end(from start: Int64) throws(InspectionFault) -> Int64? {
        var offset = start
        while bytes.takes(), let count = try bytes.byte(at: offset), let value = try bytes.byte(at: offset + 1) {
            offset += 2
            guard count == 0 else { continue }
            switch value {
            case 0: continue
            case 1: return offset
            case 2: offset += 2
            default:
                // So many pixels as they are, filled up to a multiple of two bytes.
                let length = hasHalfBytes ? (Int64(value) + 1) / 2 : Int64(value)
                offset += length + length % 2
            }
        }
        return nil
    }
}
