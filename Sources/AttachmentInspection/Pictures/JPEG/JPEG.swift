/// JPEG (ITU-T T.81), with Exif and multi-picture files (CIPA DC-007).
enum JPEG: ContainerReader {
    static let types: Set<String> = ["image/jpeg"]

    /// SOI and the first byte of a marker with a segment (B.1.1.3), or what a cut has left of that.
    static func look(at bytes: ByteReader) throws(InspectionFault) -> Sighting? {
        guard try bytes.begins(with: [0xFF, 0xD8, 0xFF]) else { return nil }
        // Any number of fill bytes may stand before a marker (B.1.1.2).
        let next = try bytes.bytes(at: 3, count: 32).first { $0 != 0xFF }
        if let next, !(0xC0...0xFE).contains(next) { return nil }
        return next == nil && !bytes.isComplete ? .needsMore : .type("image/jpeg")
    }

    static func measure(_ bytes: ByteReader) throws(InspectionFault) -> Measurement {
        var walk = Walk(bytes: bytes)
        var found = try walk.run()
        found.shown = found.stored?.oriented(walk.orientation)
        return found
    }

    /// A walk from marker to marker: over segments by their length, over the data of scans by what they hold.
    private struct Walk {
        let bytes: ByteReader
        var found = Measurement()
        var offset: Int64 = 2
        /// Where the first scan's data begin.
        var scan: Int64?
        /// Blocks of 8 x 8 of which each costs a bit at least; nil for codings that need less.
        var blocks: Int64?
        var orientation: UInt64?
        var multiPicture: MultiPicture?

        mutating func run() throws(InspectionFault) -> Measurement {
            found.codecs = ["jpeg"]
            found.frames = 1
            found.isAnimated = false
            while let marker = try nextMarker() {
                switch marker {
                case 0xD9: return try ended()
                case 0xDA:
                    guard let body = try segment(marker) else { return found }
                    scan = scan ?? body.upperBound
                case 0x01, 0xD0...0xD8: continue
                case 0x02...0xBF:
                    // Reserved (B.1.1.3), so decoders give up here.
                    let name = String(marker, radix: 16, uppercase: true)
                    return found.damaged(at: offset - 2, "has the marker FF\(name), which does not exist")
                default:
                    let start = offset - 2
                    guard let body = try segment(marker) else { return found }
                    guard try read(marker, body) else {
                        return found.damaged(at: start, "has a frame header of another length than its components need")
                    }
                }
            }
            return found.damaged(
                at: bytes.end, scan == nil ? "ends before its picture data" : "ends inside its picture data")
        }

        /// The next marker that is no part of entropy-coded data, and the place behind it. Between segments decoders
        /// skip what is none, so it is skipped here too.
        private mutating func nextMarker() throws(InspectionFault) -> UInt8? {
            while true {
                let run = try bytes.run(at: offset)
                guard !run.isEmpty else { return nil }
                guard let place = Self.firstMarker(in: run) else {
                    offset += Int64(run.count)
                    continue
                }
                offset += Int64(place - run.startIndex) + 1
                guard let code = try skipFill() else { return nil }
                if !Self.isData(code) { return code }
            }
        }

        /// The first byte that is no fill, and the place behind it.
        private mutating func skipFill() throws(InspectionFault) -> UInt8? {
            while bytes.takes(), let next = try bytes.byte(at: offset) {
                offset += 1
                if next != 0xFF { return next }
            }
            return nil
        }

        /// A stuffed byte, and the restart markers within a scan.
        private static func isData(_ code: UInt8) -> Bool {
            code == 0x00 || 0xD0...0xD7 ~= code
        }

        private static func firstMarker(in run: ArraySlice<UInt8>) -> Int? {
            var place = run.startIndex
            while let mark = run[place...].firstIndex(of: 0xFF) {
                guard mark + 1 < run.endIndex, isData(run[mark + 1]) else { return mark }
                place = mark + 2
            }
            return nil
        }

        /// The content of the segment whose length stands at the present place, which moves behind it; nil where it is
        /// cut or malformed, which ``found`` then tells.
        private mutating func segment(_ marker: UInt8) throws(InspectionFault) -> Range<Int64>? {
            let name = "the segment FF\(String(marker, radix: 16, uppercase: true))"
            guard let length = try bytes.bigEndian(at: offset, count: 2) else {
                found = found.damaged(at: bytes.end, "ends inside \(name)")
                return nil
            }
            guard length >= 2 else {
                found = found.damaged(at: offset - 2, "has a length of \(length) in \(name)")
                return nil
            }
            let body = (offset + 2)..<(offset + Int64(length))
            guard body.upperBound <= bytes.end else {
                found = found.damaged(at: bytes.end, "ends inside \(name)")
                return nil
            }
            offset = body.upperBound
            return body
        }

        /// Takes in a segment; false where it is a frame header that decoders refuse.
        private mutating func read(_ marker: UInt8, _ body: Range<Int64>) throws(InspectionFault) -> Bool {
            switch marker {
            case 0xC4, 0xC8, 0xCC: break
            case 0xC0...0xCF: return try readFrame(marker, body)
            case 0xDC:
                // The number of lines, where the frame left it open (B.2.5).
                if found.stored?.height == 0, let lines = try bytes.bigEndian(at: body.lowerBound, count: 2) {
                    found.stored?.height = Int(lines)
                }
            case 0xE1 where orientation == nil:
                if body.count > 6, try bytes.has("Exif\u{0}\u{0}", at: body.lowerBound) {
                    orientation = try TIFFDirectory.orientation(
                        in: bytes, range: (body.lowerBound + 6)..<body.upperBound)
                }
            case 0xE2 where multiPicture == nil:
                if body.count > 4, try bytes.has("MPF\u{0}", at: body.lowerBound) {
                    multiPicture = try MultiPicture(in: bytes, range: (body.lowerBound + 4)..<body.upperBound)
                }
            default: break
            }
            return true
        }

        /// B.2.2: precision, lines, samples a line, components.
        private mutating func readFrame(_ marker: UInt8, _ body: Range<Int64>) throws(InspectionFault) -> Bool {
            guard body.count >= 6, let height = try bytes.bigEndian(at: body.lowerBound + 1, count: 2),
                let width = try bytes.bigEndian(at: body.lowerBound + 3, count: 2),
                let components = try bytes.byte(at: body.lowerBound + 5), components > 0,
                body.count == 6 + 3 * Int(components)
            else { return false }
            guard found.stored == nil else { return true }
            found.stored = PixelSize(width: Int(width), height: Int(height))
            if 0xC0...0xC2 ~= marker { blocks = Int64((width + 7) / 8) * Int64((height + 7) / 8) }
            return true
        }

        private func ended() throws(InspectionFault) -> Measurement {
            var found = found
            found.frames = max(1, multiPicture?.pictures ?? 1)
            guard let stored = found.stored, let scan else {
                return found.damaged(at: offset - 2, "ends without a picture")
            }
            guard stored.width > 0, stored.height > 0 else {
                return found.damaged(at: offset - 2, "declares \(stored.width) x \(stored.height) pixels")
            }
            if let blocks, (offset - scan) * 8 < blocks {
                return found.damaged(
                    at: offset - 2,
                    "declares \(stored.width) x \(stored.height) pixels, for which its data cannot suffice")
            }
            return try multiPicture.map { index throws(InspectionFault) in try extent(of: found, index) }
                ?? found.whole(end: offset)
        }

        /// Of a file that has more pictures by its index. Editors drop them and leave the index, or move them; but
        /// where the second one begins and the file ends in the midst of one, it was cut.
        private func extent(of found: Measurement, _ index: MultiPicture) throws(InspectionFault) -> Measurement {
            if index.end <= bytes.end { return found.whole(end: max(offset, index.end)) }
            guard let second = index.second, second >= offset, try bytes.bigEndian(at: second, count: 2) == 0xFFD8
            else {
                var found = found
                found.frames = 1
                return found.whole(end: offset)
            }
            return try bytes.bigEndian(at: bytes.end - 2, count: 2) == 0xFFD9
                ? found.whole(end: bytes.end) : found.damaged(at: bytes.end, "ends inside a picture behind the first")
        }
    }
}
