/// The header of a FLAC frame (RFC 9639, 9.1).
struct FLACFrameHeader {
    /// More bytes than the longest has.
    static let limit = 16

    let offset: Int64
    /// Where the header ends.
    let end: Int64
    /// The samples of each channel from the stream's beginning to the end of this frame.
    let samplesBehind: UInt64

    /// Reads one; nil where the bytes are none, or contradict what the stream says of itself.
    init?(_ bytes: ArraySlice<UInt8>, at offset: Int64, _ info: FLACInfo) {
        let head = Array(bytes.prefix(Self.limit))
        guard head.count >= 6, head[0] == 0xFF, head[1] & 0xFE == 0xF8, head[3] & 1 == 0,
            Self.fits(head, info), let number = Self.codedNumber(head[4...])
        else { return nil }
        var place = 4 + number.bytes
        guard let block = Self.blockSize(head, &place) else { return nil }
        place += Self.rateBytes(head[2] & 15)
        guard place < head.count, block <= info.largestBlock, CRC8.sum(of: head[..<place]) == head[place] else {
            return nil
        }
        self.offset = offset
        end = offset + Int64(place) + 1
        // With one size of blocks frames are counted, else samples.
        let before = head[1] & 1 == 0 ? number.value * info.largestBlock : number.value
        samplesBehind = before + block
    }

    /// Whether rate, channels and depth are allowed. They may change within a stream; where it does not say how many
    /// samples it has, they must be its own, as nothing else tells a header from data that look like one.
    private static func fits(_ head: [UInt8], _ info: FLACInfo) -> Bool {
        let channels = head[3] >> 4
        let depth = [info.bits, 8, 12, 0, 16, 20, 24, 32][Int(head[3] >> 1 & 7)]
        guard channels < 11, depth > 0, head[2] & 15 != 15, head[2] >> 4 != 0 else { return false }
        let counted: UInt64 = channels < 8 ? UInt64(channels) + 1 : 2
        return info.samples > 0 || counted == info.channels && depth == info.bits
    }

    /// A number in the way of UTF-8, of up to 36 bits.
    private static func codedNumber(_ bytes: ArraySlice<UInt8>) -> (value: UInt64, bytes: Int)? {
        guard let first = bytes.first else { return nil }
        let ones = (~first).leadingZeroBitCount
        guard ones != 1, ones < 8 else { return nil }
        guard ones > 1 else { return (UInt64(first), 1) }
        let rest = bytes.dropFirst().prefix(ones - 1)
        guard rest.count == ones - 1, rest.allSatisfy({ $0 >> 6 == 2 }) else { return nil }
        let start = UInt64(first) & (0x7F >> UInt64(ones))
        return (rest.reduce(start) { $0 << 6 | UInt64($1 & 0x3F) }, ones)
    }

    /// The size of the block, which may stand behind the number; `place` then moves behind it.
    private static func blockSize(_ head: [UInt8], _ place: inout Int) -> UInt64? {
        switch head[2] >> 4 {
        case 1: return 192
        case let code where 2...5 ~= code: return 144 << UInt64(code)
        case 6:
            place += 1
            return place <= head.count ? UInt64(head[place - 1]) + 1 : nil
        case 7:
            place += 2
            return place <= head.count ? UInt64(head[place - 2]) << 8 + UInt64(head[place - 1]) + 1 : nil
        case let code: return code == 0 ? nil : 1 << UInt64(code)
        }
    }

    private static func rateBytes(_ code: UInt8) -> Int {
        switch code {
        case 12: 1
        case 13, 14: 2
        default: 0
        }
    }
}
