/// A walk from block to block of a GIF: sizes, pictures and delays; picture data are hopped over.
struct GIFWalk {
    let bytes: ByteReader
    private var found = Measurement()
    private var offset: Int64 = 13
    private var frames = 0
    private var largest = PixelSize(width: 0, height: 0)
    private var time = PlayingTime()
    /// What the last graphic control asks for the picture that follows it.
    private var delay = 0.0

    /// A screen that many times larger than every picture on it is no picture's: such numbers are made to exhaust a
    /// decoder, or are the words of a script.
    private static let mostEmptiness: Int64 = 65_536

    init(bytes: ByteReader) {
        self.bytes = bytes
    }

    mutating func run() throws(InspectionFault) -> Measurement {
        found.codecs = ["gif"]
        guard let width = try bytes.littleEndian(at: 6, count: 2), let height = try bytes.littleEndian(at: 8, count: 2),
            let flags = try bytes.byte(at: 10), try bytes.byte(at: 12) != nil
        else { return found.damaged(at: bytes.end, "ends inside its screen descriptor") }
        found.stored = PixelSize(width: width, height: height)
        offset += GIF.tableBytes(flags)
        while true {
            guard let introducer = try bytes.byte(at: offset) else {
                return ended(found.damaged(at: bytes.end, "ends without its trailer"))
            }
            guard bytes.takes() else { return ended(found) }
            if introducer == GIF.trailer { return ended(whole()) }
            if let flaw = try block(introducer) { return ended(flaw) }
        }
    }

    /// Moves behind a block; gives the result where that cannot be done. Decoders pass over superfluous block ends.
    private mutating func block(_ introducer: UInt8) throws(InspectionFault) -> Measurement? {
        switch introducer {
        case 0: offset += 1
        case GIF.imageSeparator:
            guard try readImage() else { return found.damaged(at: bytes.end, "ends inside a picture") }
        case GIF.extensionIntroducer:
            guard try readExtension() else { return found.damaged(at: bytes.end, "ends inside an extension") }
        default: return found.damaged(at: offset, "has no block where one must begin")
        }
        return nil
    }

    /// 20: place, size and flags; a colour table; the code size; data. False where it is cut.
    private mutating func readImage() throws(InspectionFault) -> Bool {
        guard let width = try bytes.littleEndian(at: offset + 5, count: 2),
            let height = try bytes.littleEndian(at: offset + 7, count: 2), let flags = try bytes.byte(at: offset + 9)
        else { return false }
        if let size = PixelSize(width: width, height: height) { take(frame: size) }
        offset += 10 + GIF.tableBytes(flags) + 1
        guard try skipData() else { return false }
        frames += 1
        time.add(asked: delay)
        delay = 0
        return true
    }

    /// A screen without a size has that of its first picture, as browsers show it.
    private mutating func take(frame: PixelSize) {
        if frame.pixels > largest.pixels { largest = frame }
        if frames == 0, let screen = found.stored, screen.pixels == 0 { found.stored = frame }
        guard let stored = found.stored, frame.pixels > stored.pixels else { return }
        found.declaredPixels = max(found.declaredPixels ?? 0, frame.pixels)
    }

    /// 23: the graphic control has the delay in hundredths of a second. False where it is cut.
    private mutating func readExtension() throws(InspectionFault) -> Bool {
        guard let label = try bytes.byte(at: offset + 1) else { return false }
        if label == 0xF9, let hundredths = try bytes.littleEndian(at: offset + 4, count: 2) {
            delay = Double(hundredths) / 100
        }
        offset += 2
        return try skipData()
    }

    /// Moves behind sub-blocks (15): a length and as many bytes each, until a length of 0. False where they are cut.
    private mutating func skipData() throws(InspectionFault) -> Bool {
        while true {
            let run = try bytes.run(at: offset)
            guard !run.isEmpty else { return false }
            var place = run.startIndex
            var blocks = 0
            var isOver = false
            while place < run.endIndex, !isOver {
                isOver = run[place] == 0
                place += 1 + Int(run[place])
                blocks += 1
            }
            offset += Int64(place - run.startIndex)
            guard bytes.takes(entries: blocks) else { return false }
            if isOver { return true }
        }
    }

    private func whole() -> Measurement {
        guard frames > 0 else { return found.damaged(at: offset, "has no picture") }
        guard let stored = found.stored, stored.pixels > 0 else {
            return found.damaged(at: offset, "has no size")
        }
        guard stored.pixels / Self.mostEmptiness < largest.pixels else {
            return found.damaged(
                at: 6,
                "declares a screen of \(stored.width) x \(stored.height) pixels for pictures of "
                    + "\(largest.width) x \(largest.height) at most")
        }
        return found.whole(end: offset + 1)
    }

    /// One picture is no animation, whatever an extension says about repeating it.
    private func ended(_ result: Measurement) -> Measurement {
        var result = result
        result.frames = frames
        result.isAnimated = frames > 1
        if frames > 1 { result.seconds = time.seconds }
        return result
    }
}
