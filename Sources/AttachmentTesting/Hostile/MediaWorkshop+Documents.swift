/// Files that are no media.
enum Document {
    static let zeros = SharedBytes([UInt8](repeating: 0, count: 1 << 20))

    static func html(_ size: Int, _ seed: String) -> OriginBody {
        let head = "<!DOCTYPE html><html><head><title>not an image</title></head><body><p>"
        let tail = "</p></body></html>\n"
        let filler = Noise.text(seed, count: size - head.utf8.count - tail.utf8.count)
        return OriginBody(head.utf8) + filler + OriginBody(tail.utf8)
    }

    /// What the file begins with, then noise.
    static func headed(_ head: OriginBody, _ size: Int, _ seed: String) -> OriginBody {
        head + Noise.body(seed, count: size - (head.count ?? 0))
    }

    /// A 64-bit program for x86.
    static func elf(_ size: Int, _ seed: String) -> OriginBody {
        headed(
            [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 62, 0, 1, 0, 0, 0], size, seed)
    }

    /// An archive of one stored file `a.txt` (APPNOTE sections 4.3.7, 4.3.12 and 4.3.16).
    static func zip(_ size: Int, _ seed: String) -> OriginBody {
        let content = Noise.body(seed, count: size - 108)
        let count = UInt32(content.count ?? 0)
        let lengths = Gzip.littleEndian(count) + Gzip.littleEndian(count)
        // Needs version 1.0, no flags, stored, midnight of 1 January 1980.
        let facts: [UInt8] =
            [10, 0, 0, 0, 0, 0, 0, 0, 33, 0] + Gzip.littleEndian(CRC32.of(content.array)) + lengths + [5, 0, 0, 0]
        let name = Array("a.txt".utf8)
        let local = [0x50, 0x4B, 3, 4] + facts + name
        let entry = [0x50, 0x4B, 1, 2, 10, 0] + facts + [UInt8](repeating: 0, count: 14) + name
        let end =
            [0x50, 0x4B, 5, 6, 0, 0, 0, 0, 1, 0, 1, 0] + Gzip.littleEndian(UInt32(entry.count))
            + Gzip.littleEndian(UInt32(local.count) + count) + [0, 0]
        return OriginBody(local) + content + OriginBody(entry + end)
    }
}
