/// The head of a packet of an elementary stream (ISO/IEC 13818-1 2.4.3.6, ISO/IEC 11172-1 2.4.3.3).
struct PESPacket {
    let stream: UInt8
    /// What follows these first six bytes, 0 for pictures that have no bound.
    let length: Int
    /// The presentation time stamp: ticks of 90 kHz, 33 bits.
    private(set) var stamp: Int64?
    /// Where the payload begins, counted from the start code.
    private(set) var payload = 6

    /// Reads a head that begins with its start code; nil where it is none or not all there.
    init?(_ head: ArraySlice<UInt8>) {
        let bytes = Array(head.prefix(64))
        guard bytes.count >= 9, bytes[0] == 0, bytes[1] == 0, bytes[2] == 1, bytes[3] >= 0xBC else { return nil }
        stream = bytes[3]
        length = Int(bytes[4]) << 8 | Int(bytes[5])
        // Maps, padding and private data of the second kind have no further head.
        if [0xBC, 0xBE, 0xBF, 0xF0, 0xF1, 0xF2, 0xF8, 0xFF].contains(stream) { return }
        if bytes[6] >> 6 == 2 {
            payload = 9 + Int(bytes[8])
            if bytes[7] & 0x80 != 0 { stamp = Self.stamp(bytes, at: 9) }
        } else {
            readFirstEdition(bytes)
        }
    }

    /// MPEG-1: stuffing, the size of a buffer, time stamps.
    private mutating func readFirstEdition(_ bytes: [UInt8]) {
        var place = 6
        while place < bytes.count - 1, bytes[place] == 0xFF { place += 1 }
        if bytes[place] >> 6 == 1, place + 2 < bytes.count { place += 2 }
        switch bytes[place] >> 4 {
        case 2:
            stamp = Self.stamp(bytes, at: place)
            payload = place + 5
        case 3:
            stamp = Self.stamp(bytes, at: place)
            payload = place + 10
        default: payload = place + 1
        }
    }

    private static func stamp(_ bytes: [UInt8], at place: Int) -> Int64? {
        guard place + 5 <= bytes.count else { return nil }
        let high = Int64(bytes[place] >> 1 & 7) << 30
        let middle = Int64(bytes[place + 1]) << 22 | Int64(bytes[place + 2] >> 1) << 15
        return high | middle | Int64(bytes[place + 3]) << 7 | Int64(bytes[place + 4] >> 1)
    }
}
