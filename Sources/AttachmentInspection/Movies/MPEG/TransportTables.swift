/// The tables that tell what a transport stream carries (ISO/IEC 13818-1 2.4.4).
enum TransportTables {
    private static let limit = 16

    struct Stream {
        let pid: UInt16
        /// Nil where the tables do not tell.
        var codec: String?
        /// Whether its own frames tell better what it is: MPEG audio of any layer, and what is private.
        let isVague: Bool
        let isPicture: Bool
        let isSound: Bool
    }

    /// The streams with the maps of the programs, by the association table in the payload of a packet.
    static func maps(in payload: ArraySlice<UInt8>) -> [UInt16] {
        guard let table = section(0x00, in: payload) else { return [] }
        let rows = table.dropFirst(8)
        var maps: [UInt16] = []
        for row in stride(from: rows.startIndex, to: rows.endIndex - 3, by: 4) where maps.count < limit {
            // Program 0 is the network.
            if rows[row] != 0 || rows[row + 1] != 0 { maps.append(number(rows, at: row + 2) & 0x1FFF) }
        }
        return maps
    }

    /// The streams of a program, by its map.
    static func streams(in payload: ArraySlice<UInt8>) -> [Stream] {
        guard let table = section(0x02, in: payload), table.count >= 12 else { return [] }
        var place = table.startIndex + 12 + Int(number(table, at: table.startIndex + 10) & 0x0FFF)
        var streams: [Stream] = []
        while place + 5 <= table.endIndex, streams.count < limit {
            let end = min(place + 5 + Int(number(table, at: place + 3) & 0x0FFF), table.endIndex)
            let pid = number(table, at: place + 1) & 0x1FFF
            if let stream = stream(pid, type: table[place], table[(place + 5)..<end]) { streams.append(stream) }
            place = end
        }
        return streams
    }

    /// The section of that table, without its check sum, as far as this packet holds it.
    private static func section(_ id: UInt8, in payload: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let pointer = payload.first else { return nil }
        let table = payload.dropFirst(1 + Int(pointer))
        guard table.count >= 8, table.first == id else { return nil }
        let length = Int(number(table, at: table.startIndex + 1) & 0x0FFF)
        return length >= 4 ? table.prefix(3 + length - 4) : nil
    }

    private static func number(_ bytes: ArraySlice<UInt8>, at place: Int) -> UInt16 {
        UInt16(bytes[place]) << 8 | UInt16(bytes[place + 1])
    }

    /// Table 2-34, with what ATSC, DVB and Blu-ray have added.
    private static func stream(_ pid: UInt16, type: UInt8, _ descriptors: ArraySlice<UInt8>) -> Stream? {
        if let codec = pictures[type] {
            return Stream(pid: pid, codec: codec, isVague: false, isPicture: true, isSound: false)
        }
        let codec = sounds[type] ?? (type == 0x06 ? privateSound(descriptors) : nil)
        guard codec != nil || type == 0x06 else { return nil }
        let isVague = codec == nil || type == 0x03 || type == 0x04
        return Stream(pid: pid, codec: codec, isVague: isVague, isPicture: false, isSound: true)
    }

    /// Sound in private packets, by the descriptors of DVB (ETSI EN 300 468) or a registered name.
    private static func privateSound(_ descriptors: ArraySlice<UInt8>) -> String? {
        var place = descriptors.startIndex
        while place + 2 <= descriptors.endIndex {
            let body = descriptors[(place + 2)...].prefix(Int(descriptors[place + 1]))
            switch descriptors[place] {
            case 0x6A: return "ac3"
            case 0x7A: return "eac3"
            case 0x7B: return "dts"
            case 0x7C: return "aac"
            case 0x05 where body.starts(with: "Opus".utf8): return "opus"
            case 0x05 where body.starts(with: "AC-3".utf8): return "ac3"
            case 0x05 where body.starts(with: "EAC3".utf8): return "eac3"
            default: place = body.endIndex
            }
        }
        return nil
    }

    private static let pictures: [UInt8: String] = [
        0x01: "mpeg1video", 0x02: "mpeg2video", 0x10: "mpeg4", 0x1B: "h264", 0x20: "h264", 0x21: "jpeg2000",
        0x24: "hevc", 0x33: "vvc", 0x42: "cavs", 0xD1: "dirac", 0xEA: "vc1",
    ]

    private static let sounds: [UInt8: String] = [
        0x03: "mp2", 0x04: "mp2", 0x0F: "aac", 0x11: "aac_latm", 0x1C: "aac", 0x80: "pcm_bluray", 0x81: "ac3",
        0x82: "dts", 0x83: "truehd", 0x84: "eac3", 0x85: "dts", 0x86: "dts", 0x87: "eac3", 0x8A: "dts",
    ]
}
