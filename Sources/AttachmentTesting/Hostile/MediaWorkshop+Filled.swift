/// Whole files with filler where their format has a place for it.
enum Filled {
    /// A `free` box at the end (ISO/IEC 14496-12 section 8.1.2).
    static func boxes(_ file: OriginBody, to size: Int, _ seed: String) -> OriginBody {
        let room = size - (file.count ?? 0)
        guard room >= 8 else { return file }
        return file + OriginBody(bigEndian(room, bytes: 4) + Array("free".utf8)) + Noise.body(seed, count: room - 8)
    }

    /// A chunk that readers pass over, and the length in the file's head set right.
    static func riff(_ file: OriginBody, to size: Int, _ seed: String) -> OriginBody {
        let count = file.count ?? 0
        let filler = (size - count - 8) & ~1
        guard filler > 0 else { return file }
        let length = Gzip.littleEndian(UInt32(count + filler))
        let chunk = OriginBody(Array("JUNK".utf8) + Gzip.littleEndian(UInt32(filler)))
        return file[0..<4] + OriginBody(length) + file[8..<count] + chunk + Noise.body(seed, count: filler)
    }

    /// An ID3v2.3 tag with a private frame before the sound (id3.org, ID3v2.3.0 sections 3.1 and 4.28).
    static func tagged(_ file: OriginBody, to size: Int, _ seed: String) -> OriginBody {
        let owner = Array("filler\0".utf8)
        let room = size - (file.count ?? 0)
        let filler = room - 20 - owner.count
        guard filler >= 0, room < 1 << 28 else { return file }
        let length = [21, 14, 7, 0].map { UInt8((room - 10) >> $0 & 0x7F) }
        let head = Array("ID3".utf8) + [3, 0, 0] + length
        let frame = Array("PRIV".utf8) + bigEndian(filler + owner.count, bytes: 4) + [0, 0] + owner
        return OriginBody(head + frame) + Noise.body(seed, count: filler) + file
    }

    /// Noise to hear: 8 bits, one channel, 8 kHz.
    static func wave(_ size: Int, _ seed: String) -> OriginBody {
        let count = max(0, size - 44)
        let format: [UInt8] = [16, 0, 0, 0, 1, 0, 1, 0, 0x40, 0x1F, 0, 0, 0x40, 0x1F, 0, 0, 1, 0, 8, 0]
        let head =
            Array("RIFF".utf8) + Gzip.littleEndian(UInt32(count + 36)) + Array("WAVEfmt ".utf8) + format
            + Array("data".utf8) + Gzip.littleEndian(UInt32(count))
        return OriginBody(head) + Noise.body(seed, count: count)
    }
}
