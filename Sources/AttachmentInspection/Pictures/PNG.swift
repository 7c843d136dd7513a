internal import AttachmentCompression

/// PNG and APNG (PNG 3rd edition), and what Apple's build tools make of PNG (CgBI).
enum PNG: ContainerReader {
    static let types: Set<String> = ["image/png", "image/apng"]

    /// Without the line ends behind its name, which a transfer as text changes.
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47]
    private static let lineEnds: [UInt8] = [0x0D, 0x0A, 0x1A, 0x0A]

    static func look(at bytes: ByteReader) throws(InspectionFault) -> Sighting? {
        try bytes.begins(with: signature) ? .type("image/png") : nil
    }

    static func measure(_ bytes: ByteReader) throws(InspectionFault) -> Measurement {
        let lineEnds = try bytes.bytes(at: 4, count: 4)
        guard self.lineEnds.starts(with: lineEnds) else {
            return Measurement().damaged(at: 4, "has other line ends in its signature: it was transferred as text")
        }
        guard lineEnds.count == 4 else { return Measurement().damaged(at: bytes.end, "ends inside its signature") }
        var walk = Walk(bytes: bytes)
        return try walk.run()
    }

    /// A walk from chunk to chunk (5.3): length, name, content, check sum.
    private struct Walk {
        let bytes: ByteReader
        var found = Measurement()
        var offset: Int64 = 8
        var header: Header?
        var hasPalette = false
        var dataBytes: Int64 = 0
        /// Frames announced by `acTL`, and those that `fcTL` has begun.
        var announcedFrames: UInt64?
        var begunFrames: UInt64 = 0
        var time = PlayingTime()

        /// 11.2.1.
        struct Header {
            var size: PixelSize
            var bitsPerPixel: Int64
            var needsPalette: Bool
            /// The bytes of all rows, each with its filter byte, before compression; interlacing only adds to them.
            var rowBytes: Int64 {
                let row = (Int64(size.width) * bitsPerPixel + 7) / 8 + 1
                let (total, overflows) = row.multipliedReportingOverflow(by: Int64(size.height))
                return overflows ? .max : total
            }
        }

        mutating func run() throws(InspectionFault) -> Measurement {
            found.codecs = ["png"]
            found.frames = 1
            found.isAnimated = false
            while offset < bytes.end {
                guard let length = try bytes.bigEndian(at: offset), let name = try bytes.code(at: offset + 4) else {
                    return found.damaged(at: bytes.end, "ends inside the head of a chunk")
                }
                guard name.isAlphabetic else {
                    return found.damaged(at: offset, "has no chunk name where a chunk must begin")
                }
                guard length <= 0x7FFF_FFFF else {
                    return found.damaged(at: offset, "has the chunk \(name) with a length that does not exist")
                }
                guard bytes.takes() else { return found }
                let body = (offset + 8)..<(offset + 8 + Int64(length))
                let isCut = body.upperBound + 4 > bytes.end
                if let flaw = try read(name, body, isCut: isCut) { return flaw }
                offset = body.upperBound + 4
                if name == "IEND" { return ended() }
            }
            return found.damaged(at: bytes.end, "ends without the chunk IEND")
        }

        /// Takes in one chunk; gives the result where it is the last one that can be read.
        private mutating func read(
            _ name: FourCC, _ body: Range<Int64>, isCut: Bool
        ) throws(InspectionFault) -> Measurement? {
            if header == nil, name != "IHDR", name != "CgBI" {
                return found.damaged(at: offset, "has the chunk \(name) before IHDR")
            }
            if let flaw = try take(name, body) { return flaw }
            return isCut
                ? found.damaged(at: bytes.end, "ends inside the chunk \(name)") : try checkSumFlaw(name, body)
        }

        /// What a chunk says of the picture; gives the result where decoders give up. Orientation and animation come
        /// too late behind the picture data, and an animation of no frames is none.
        private mutating func take(_ name: FourCC, _ body: Range<Int64>) throws(InspectionFault) -> Measurement? {
            switch name {
            case "IHDR": return try readHeader(body)
            case "PLTE": hasPalette = true
            case "eXIf" where dataBytes == 0:
                found.shown = found.stored?.oriented(try TIFFDirectory.orientation(in: bytes, range: body))
            case "acTL" where dataBytes == 0:
                announcedFrames = try bytes.bigEndian(at: body.lowerBound).flatMap { $0 == 0 ? nil : $0 }
            case "fcTL": try readFrameControl(body)
            case "IDAT":
                dataBytes += Int64(body.count)
                guard hasPalette || header?.needsPalette == false else {
                    return found.damaged(at: offset, "has no palette before its picture data")
                }
            default: break
            }
            return nil
        }

        /// Decoders pass over damage in chunks that they could do without.
        private func checkSumFlaw(_ name: FourCC, _ body: Range<Int64>) throws(InspectionFault) -> Measurement? {
            guard name.isCriticalChunk || ["acTL", "fcTL", "fdAT"].contains(name) else { return nil }
            guard let sum = try checkSum((offset + 4)..<body.upperBound) else { return nil }
            return try bytes.bigEndian(at: body.upperBound) == UInt64(sum)
                ? nil : found.damaged(at: offset, "has a wrong check sum in the chunk \(name)")
        }

        private mutating func readHeader(_ body: Range<Int64>) throws(InspectionFault) -> Measurement? {
            guard let width = try bytes.bigEndian(at: body.lowerBound),
                let height = try bytes.bigEndian(at: body.lowerBound + 4),
                let depth = try bytes.byte(at: body.lowerBound + 8),
                let colour = try bytes.byte(at: body.lowerBound + 9),
                let methods = try bytes.bigEndian(at: body.lowerBound + 10, count: 3)
            else { return found.damaged(at: bytes.end, "ends inside the chunk IHDR") }
            let size = PixelSize(width: Int(width), height: Int(height))
            found.stored = size
            guard 1...0x7FFF_FFFF ~= width, 1...0x7FFF_FFFF ~= height else {
                return found.damaged(at: body.lowerBound, "declares \(width) x \(height) pixels")
            }
            guard let samples = Self.samples(colour, depth: depth) else {
                return found.damaged(
                    at: body.lowerBound + 8,
                    "declares the colour type \(colour) with \(depth) bits, which does not exist")
            }
            // Compression and filter 0, and with interlacing or without: there are no others (11.2.1).
            guard methods <= 1, body.count == 13 else {
                return found.damaged(at: offset, "has a chunk IHDR that does not exist")
            }
            header = Header(size: size, bitsPerPixel: samples * Int64(depth), needsPalette: colour == 3)
            return nil
        }

        /// The samples of a pixel; nil where the colour type does not go with that depth.
        private static func samples(_ colour: UInt8, depth: UInt8) -> Int64? {
            switch (colour, depth) {
            case (0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (3, 1), (3, 2), (3, 4), (3, 8): 1
            case (2, 8), (2, 16): 3
            case (4, 8), (4, 16): 2
            case (6, 8), (6, 16): 4
            default: nil
            }
        }

        /// The delay of a frame is a fraction of a second; a denominator of 0 means hundredths.
        private mutating func readFrameControl(_ body: Range<Int64>) throws(InspectionFault) {
            guard let delay = try bytes.bigEndian(at: body.lowerBound + 20, count: 2),
                let parts = try bytes.bigEndian(at: body.lowerBound + 22, count: 2)
            else { return }
            begunFrames += 1
            // What goes beyond the announced frames is not shown.
            guard let announcedFrames, begunFrames <= announcedFrames else { return }
            time.add(asked: Double(delay) / Double(parts == 0 ? 100 : parts))
        }

        /// The check sum of those bytes; nil where the budget does not reach.
        private func checkSum(_ range: Range<Int64>) throws(InspectionFault) -> UInt32? {
            var sum = CRC32()
            var offset = range.lowerBound
            while offset < range.upperBound {
                let run = try bytes.run(at: offset).prefix(Int(min(range.upperBound - offset, Int64(Int32.max))))
                guard !run.isEmpty else { return nil }
                run.withUnsafeBytes { sum.update($0) }
                offset += Int64(run.count)
            }
            return sum.value
        }

        private mutating func ended() -> Measurement {
            if let announcedFrames {
                found.frames = Int(min(announcedFrames, max(begunFrames, 1)))
                found.isAnimated = announcedFrames > 1
                if announcedFrames > 1 { found.seconds = time.seconds }
                found.codecs = ["apng"]
                guard begunFrames >= announcedFrames else {
                    return found.damaged(
                        at: offset - 12, "announces \(announcedFrames) frames and has \(begunFrames)")
                }
            }
            guard let header, dataBytes > 0 else {
                return found.damaged(at: offset - 12, "ends without picture data")
            }
            // Deflate makes 1,032 bytes of one at most (zlib, technical details).
            if header.rowBytes / 1032 > dataBytes + 1 {
                return found.damaged(
                    at: offset - 12,
                    "declares \(header.size.width) x \(header.size.height) pixels, for which its data cannot suffice")
            }
            return found.whole(end: offset)
        }
    }
}
