/// A walk from chunk to chunk of a WebP.
struct WebPWalk {
    let bytes: ByteReader
    private let chunks: RIFFChunks
    private var found = Measurement()
    /// Whether `VP8X` announces frames; only then are they read (2.7.1.1).
    private var isAnimation = false
    private var canvas: PixelSize?
    private var frames = 0
    private var time = PlayingTime()

    init(bytes: ByteReader) {
        self.bytes = bytes
        chunks = RIFFChunks(bytes: bytes)
    }

    mutating func run() throws(InspectionFault) -> Measurement {
        found.codecs = ["webp"]
        found.isAnimated = false
        guard let claimed = try bytes.littleEndian(at: 4) else { return found }
        let end = 8 + Int64(claimed)
        var offset: Int64 = 12
        // Fewer bytes than the head of a chunk are none.
        while offset + 8 <= end, offset < bytes.end {
            guard let chunk = try chunks.chunk(at: offset) else {
                return ended(found.damaged(at: bytes.end, "ends inside the head of a chunk"))
            }
            guard bytes.takes() else { return ended(found) }
            let flaw = try read(chunk)
            if chunk.end > bytes.end {
                return ended(found.damaged(at: bytes.end, "ends inside the chunk \(chunk.code)"))
            }
            if let flaw { return ended(flaw) }
            if chunk.end > end {
                return ended(
                    found.damaged(at: offset, "has the chunk \(chunk.code) reach beyond the size of the whole"))
            }
            offset = chunk.next
        }
        return ended(whole(end, last: offset))
    }

    /// Takes in one chunk; gives the result where what it says cannot be shown.
    private mutating func read(_ chunk: RIFFChunks.Chunk) throws(InspectionFault) -> Measurement? {
        switch chunk.code {
        case "VP8X": try readCanvas(chunk)
        case "VP8 ", "VP8L": try readStill(chunk)
        case "ANMF" where isAnimation: try readFrame(chunk)
        default: nil
        }
    }

    /// 2.7.1: flags, and the size less one in 24 bits each.
    private mutating func readCanvas(_ chunk: RIFFChunks.Chunk) throws(InspectionFault) -> Measurement? {
        guard canvas == nil, let flags = try bytes.byte(at: chunk.body), let size = try size24(at: chunk.body + 4)
        else {
            return nil
        }
        isAnimation = flags & 0x02 != 0
        canvas = size
        found.stored = size
        return size.pixels <= Int64(UInt32.max)
            ? nil : found.damaged(at: chunk.start, "declares \(size.width) x \(size.height) pixels")
    }

    /// A picture outside of a frame. Its size is that of the canvas; of several the first one is shown.
    private mutating func readStill(_ chunk: RIFFChunks.Chunk) throws(InspectionFault) -> Measurement? {
        guard frames == 0, !isAnimation else { return nil }
        guard let size = try WebPPicture.size(chunk, in: bytes) else {
            return chunk.end > bytes.end
                ? nil : found.damaged(at: chunk.start, "has no picture in the chunk \(chunk.code)")
        }
        frames = 1
        found.stored = size
        guard let canvas, canvas != size else { return nil }
        found.stored = canvas
        return found.damaged(
            at: chunk.start,
            "has a picture of \(size.width) x \(size.height) on a canvas of \(canvas.width) x \(canvas.height)")
    }

    /// 2.7.1.3: place and size in 24 bits each, then the milliseconds, flags, and the chunks of one picture.
    private mutating func readFrame(_ chunk: RIFFChunks.Chunk) throws(InspectionFault) -> Measurement? {
        guard let x = try bytes.littleEndian(at: chunk.body, count: 3),
            let y = try bytes.littleEndian(at: chunk.body + 3, count: 3),
            let size = try size24(at: chunk.body + 6),
            let milliseconds = try bytes.littleEndian(at: chunk.body + 12, count: 3)
        else { return nil }
        guard try picture(in: chunk) == size else {
            return chunk.end > bytes.end ? nil : found.damaged(at: chunk.start, "has a frame without its picture")
        }
        frames += 1
        time.add(asked: Double(milliseconds) / 1000)
        guard let canvas, 2 * Int(x) + size.width <= canvas.width, 2 * Int(y) + size.height <= canvas.height else {
            return found.damaged(at: chunk.start, "has a frame that reaches beyond its canvas")
        }
        return nil
    }

    /// The size of the picture that a frame holds, behind its transparency.
    private func picture(in frame: RIFFChunks.Chunk) throws(InspectionFault) -> PixelSize? {
        var offset = frame.body + 16
        while offset < frame.end, bytes.takes(), let chunk = try chunks.chunk(at: offset), chunk.end <= frame.end {
            if chunk.code == "VP8 " || chunk.code == "VP8L" { return try WebPPicture.size(chunk, in: bytes) }
            offset = chunk.next
        }
        return nil
    }

    private func size24(at offset: Int64) throws(InspectionFault) -> PixelSize? {
        guard let width = try bytes.littleEndian(at: offset, count: 3),
            let height = try bytes.littleEndian(at: offset + 3, count: 3)
        else { return nil }
        return PixelSize(width: Int(width) + 1, height: Int(height) + 1)
    }

    /// Where the chunks have ended and the whole says it ends. Padding behind the last one that the size leaves
    /// out belongs to it all the same.
    private func whole(_ end: Int64, last: Int64) -> Measurement {
        guard end > 12 else { return found.damaged(at: 4, "declares a size of \(end - 8) bytes for the whole") }
        guard end <= bytes.end else { return found.damaged(at: bytes.end, "ends before its declared size") }
        guard frames > 0 else { return found.damaged(at: min(end, bytes.end), "has no picture") }
        return found.whole(end: min(max(end, last), bytes.end))
    }

    private func ended(_ result: Measurement) -> Measurement {
        var result = result
        result.frames = frames
        result.isAnimated = isAnimation && frames > 1
        if result.isAnimated == true { result.seconds = time.seconds }
        return result
    }
}

/// The head of a picture's data in WebP.
enum WebPPicture {
    /// The size that the data of a `VP8 ` or `VP8L` chunk state; nil where they are none.
    static func size(_ chunk: RIFFChunks.Chunk, in bytes: ByteReader) throws(InspectionFault) -> PixelSize? {
        chunk.code == "VP8L" ? try lossless(chunk, bytes) : try lossy(chunk, bytes)
    }

    /// RFC 6386 9.1: a key frame, whose first partition is there; a start code; 14 bits of size and 2 of scale each.
    private static func lossy(_ chunk: RIFFChunks.Chunk, _ bytes: ByteReader) throws(InspectionFault) -> PixelSize? {
        guard let tag = try bytes.littleEndian(at: chunk.body, count: 3), tag & 1 == 0,
            Int64(tag >> 5) <= chunk.claimedBytes, try bytes.bigEndian(at: chunk.body + 3, count: 3) == 0x9D012A,
            let width = try bytes.littleEndian(at: chunk.body + 6, count: 2),
            let height = try bytes.littleEndian(at: chunk.body + 8, count: 2),
            width & 0x3FFF > 0, height & 0x3FFF > 0
        else { return nil }
        return PixelSize(width: Int(width & 0x3FFF), height: Int(height & 0x3FFF))
    }

    /// RFC 9649 3.4: a signature, then the size less one in 14 bits each.
    private static func lossless(_ chunk: RIFFChunks.Chunk, _ bytes: ByteReader) throws(InspectionFault) -> PixelSize? {
        guard try bytes.byte(at: chunk.body) == 0x2F, let bits = try bytes.littleEndian(at: chunk.body + 1) else {
            return nil
        }
        return PixelSize(width: Int(bits & 0x3FFF) + 1, height: Int(bits >> 14 & 0x3FFF) + 1)
    }
}
