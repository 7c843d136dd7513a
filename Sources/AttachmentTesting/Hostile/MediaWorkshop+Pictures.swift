/// Pictures written by hand.
enum Picture {
    /// 8 × 8 pixels in colour; private chunks of noise between head and pixels.
    static func png(_ size: Int, _ seed: String) -> OriginBody {
        let head: [UInt8] =
            [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10] + chunk("IHDR", [0, 0, 0, 8, 0, 0, 0, 8, 8, 2, 0, 0, 0])
        let tail = chunk("IDAT", pixels(seed)) + chunk("IEND", [])
        return OriginBody(head) + padding(size - head.count - tail.count, seed) + OriginBody(tail)
    }

    /// Chunks of 64 KiB that are all the same, so that one checksum does for all of them, and one with the rest.
    private static func padding(_ count: Int, _ seed: String) -> OriginBody {
        guard count >= 12 else { return .empty }
        let large = 65_536
        let rest = count % large < 12 ? count % large + large : count % large
        let last = OriginBody(chunk("paDd", Noise.body(seed, count: rest - 12).array))
        guard count > rest else { return last }
        let whole = SharedBytes(chunk("paDd", Noise.body(seed, count: large - 12).array))
        return .repeating(whole, count: count - rest) + last
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let named = Array(name.utf8) + content
        return bigEndian(content.count, bytes: 4) + named + bigEndian(Int(CRC32.of(named)), bytes: 4)
    }

    /// The rows of pixels, each after its filter byte, in a zlib stream (RFC 1950).
    private static func pixels(_ seed: String) -> [UInt8] {
        var noise = Noise("pixels/\(seed)")
        var rows: [UInt8] = []
        for _ in 0..<8 { rows += [0] + noise.next(24) }
        let sums = rows.reduce((1, 0)) { sums, byte in
            let low = (sums.0 + Int(byte)) % 65_521
            return (low, (sums.1 + low) % 65_521)
        }
        return [0x78, 0x01] + Deflate.stored(rows, isLast: true) + bigEndian(sums.1 << 16 | sums.0, bytes: 4)
    }

    /// A generated picture with comments of 64 KiB behind its first segment, which cost nothing for each byte.
    static func jpeg(_ size: Int, _ seed: String) -> OriginBody {
        let segment = 65_537
        let count = max(0, size - 2048) / segment
        let small = GeneratedJPEG(size: max(size - count * segment, GeneratedJPEG.smallestSize))
            .body(number: Noise(seed).number)
        guard count > 0 else { return small }
        let comment = SharedBytes([0xFF, 0xFE, 0xFF, 0xFF] + Noise.body(seed, count: segment - 4).array)
        let first = 20
        return small[0..<first] + .repeating(comment, count: count * segment) + small[first..<(small.count ?? first)]
    }

    /// One pixel behind a comment.
    static func gif(_ size: Int, _ seed: String) -> OriginBody {
        let head: [UInt8] = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF]
        let tail: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]
        let count = size - head.count - tail.count - 3
        guard count >= 2 else { return OriginBody(head + tail) }
        return OriginBody(head + [0x21, 0xFE]) + subBlocks(count, seed) + OriginBody([0] + tail)
    }

    /// Blocks of a length byte and up to 255 bytes.
    private static func subBlocks(_ count: Int, _ seed: String) -> OriginBody {
        let rest = count % 256 == 1 ? 257 : count % 256
        let whole = SharedBytes([255] + Noise.body(seed, count: 255).array)
        var body = OriginBody.repeating(whole, count: count - rest)
        for length in rest == 257 ? [128, 129] : [rest] where length > 0 {
            body = body + OriginBody([UInt8(length - 1)]) + Noise.body("\(seed)/rest", count: length - 1)
        }
        return body
    }

    /// A square of the seed's colour behind a comment.
    static func svg(_ size: Int, _ seed: String) -> OriginBody {
        let colour = String(Noise(seed).number & 0xFFFFFF | 0x100_0000, radix: 16).dropFirst()
        let head = "<?xml version=\"1.0\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"8\" height=\"8\"><!--"
        let tail = "--><rect width=\"8\" height=\"8\" fill=\"#\(colour)\"/></svg>\n"
        let filler = Noise.text(seed, count: size - head.utf8.count - tail.utf8.count)
        return OriginBody(head.utf8) + filler + OriginBody(tail.utf8)
    }
}

/// The lowest bytes of a number, the highest of them first.
func bigEndian(_ value: Int, bytes: Int) -> [UInt8] {
    (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}
