/// Counts the pictures of MPEG-1 and MPEG-2 (ISO/IEC 11172-2 2.4.2, 13818-2 6.2) in bytes that come piece by piece, and
/// sees whether the last one is all there.
struct PictureCounter {
    /// What has to follow a start code to tell all of it.
    private static let tailBytes = 7

    /// Two for a frame, one for a field.
    private(set) var fields = 0
    private(set) var isEnded = false
    /// The rows in which slices begin, of the picture that is read and of the one before.
    private var rows: UInt8 = 0
    private var rowsBefore: UInt8 = 0
    private var carried: [UInt8] = []

    /// Pictures, two fields for one.
    var frames: Int { (fields + 1) / 2 }

    /// Whether slices are missing that the picture before has.
    var isCut: Bool { !isEnded && rows < rowsBefore }

    /// Takes in the next bytes of the stream.
    mutating func take(_ bytes: ArraySlice<UInt8>) {
        // A start code that lies across is read where both parts of it stand together.
        let seam = carried + bytes.prefix(Self.tailBytes - 1)
        carried = []
        guard bytes.count >= Self.tailBytes else { return scan(seam[...]) }
        scan(seam[...], keepsTail: false)
        scan(bytes)
    }

    /// Reads the start codes that still wait for what follows them.
    mutating func finish() {
        let rest = carried + [UInt8](repeating: 0xFF, count: Self.tailBytes)
        carried = []
        scan(rest[...], keepsTail: false)
    }

    private mutating func scan(_ bytes: ArraySlice<UInt8>, keepsTail: Bool = true) {
        for start in StartCodes(bytes) where start <= bytes.endIndex - Self.tailBytes {
            read(bytes[(start + 3)..<(start + Self.tailBytes)])
        }
        if keepsTail { carried = Array(bytes.suffix(Self.tailBytes - 1)) }
    }

    private mutating func read(_ unit: ArraySlice<UInt8>) {
        let base = unit.startIndex
        isEnded = unit[base] == 0xB7
        switch unit[base] {
        case 0x00:
            fields += 2
            rowsBefore = max(rows, rowsBefore)
            rows = 0
        case 0x01...0xAF: rows = max(rows, unit[base])
        // A picture coding extension tells of fields (13818-2 6.2.3.1).
        case 0xB5 where unit[base + 1] >> 4 == 8 && unit[base + 3] & 3 != 3: fields -= 1
        default: break
        }
    }
}
