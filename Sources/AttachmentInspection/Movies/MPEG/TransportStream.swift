/// MPEG-2 transport streams (ISO/IEC 13818-1 2.4.3.2): packets of 188 bytes, or of 192 with a time stamp before each.
enum TransportStream: ContainerReader {
    static let types: Set<String> = ["video/mp2t", "video/m2ts", "video/vnd.dlna.mpeg-tts"]

    /// Headers in a row that prove it.
    private static let provingPackets = 5
    private static let packetSizes = [188, 192]

    /// Streams that begin with a whole packet.
    static func look(at bytes: ByteReader) throws(InspectionFault) -> Sighting? {
        let head = try bytes.head(4096)
        let isStream = isChain(head, from: 0, every: 188) || isChain(head, from: 4, every: 192)
        if isStream { return .type("video/mp2t") }
        return try isCut(bytes) ? .type("video/mp2t") : nil
    }

    /// Whether a complete file is too short for a proof, but begins with a packet that has one of the tables at which a
    /// stream begins: of programs (0x00) or of services (0x42).
    private static func isCut(_ bytes: ByteReader) throws(InspectionFault) -> Bool {
        guard bytes.isComplete, bytes.end < Int64(188 * provingPackets) else { return false }
        let head = Array(try bytes.bytes(at: 0, count: 7))
        guard head.count == 7, head[0] == 0x47, head[1] & 0xE0 == 0x40, head[3] & 0xF0 == 0x10, head[4] == 0 else {
            return false
        }
        return head[5] == 0x00 && head[6] & 0xF0 == 0xB0 || head[5] == 0x42 && head[6] & 0xF0 == 0xF0
    }

    static func measure(_ bytes: ByteReader) throws(InspectionFault) -> Measurement {
        let raster = raster(of: try bytes.head(4096))
        guard let raster = raster ?? (bytes.end < 188 * 5 ? Raster(first: 0, packetBytes: 188) : nil) else {
            return Measurement()
        }
        var program = TransportProgram(bytes, raster)
        return try program.measure()
    }

    /// Streams that begin in the middle of a packet, as when one joins a broadcast.
    enum Midway: StructuralReader {
        static func look(at bytes: ByteReader) throws(InspectionFault) -> Sighting? {
            raster(of: try bytes.head(4096)) == nil ? nil : .type("video/mp2t")
        }
    }

    /// Where the packets lie.
    struct Raster {
        /// The first sync byte.
        let first: Int64
        let packetBytes: Int64
    }

    private static func raster(of head: ArraySlice<UInt8>) -> Raster? {
        for size in packetSizes {
            // The usual places first.
            for first in [0, 4] + Array(1..<size) where isChain(head, from: first, every: size) {
                return Raster(first: Int64(first), packetBytes: Int64(size))
            }
        }
        return nil
    }

    private static func isChain(_ head: ArraySlice<UInt8>, from first: Int, every size: Int) -> Bool {
        guard head.count >= first + size * (provingPackets - 1) + 4 else { return false }
        return (0..<provingPackets).allSatisfy { packet in
            let start = head.startIndex + first + packet * size
            // The sync byte, no transmission error, and an adaptation field or a payload.
            return head[start] == 0x47 && head[start + 1] & 0x80 == 0 && head[start + 3] & 0x30 != 0
        }
    }
}
