/// The program that a transport stream carries: its tables, and the packets at its head and its tail.
struct TransportProgram {
    /// What a packet has, whatever stands before it.
    private static let packetBytes: Int64 = 188
    /// Packets that are looked at, at each end.
    private static let reach: Int64 = 1400
    /// Packets that are read at once: with a time stamp before each they are just as many as a read may bring.
    private static let batch: Int64 = 340
    /// What of the pictures is searched for their size.
    private static let gathered = 16_384
    private static let longestPacket = 65_536

    private let bytes: ByteReader
    private let raster: TransportStream.Raster
    private var mapPIDs: [UInt16] = []
    private var streams: [TransportTables.Stream] = []
    private var stamps: [UInt16: StampRange] = [:]
    /// The first time stamp.
    private var reference: Int64?
    private var pictureBytes: [UInt8] = []
    private var sequence: VideoSequence?
    /// The payload of the last packet of the first sound.
    private var soundBytes: [UInt8] = []
    private var soundPID: UInt16?

    init(_ bytes: ByteReader, _ raster: TransportStream.Raster) {
        self.bytes = bytes
        self.raster = raster
    }

    mutating func measure() throws(InspectionFault) -> Measurement {
        let count = max(0, (bytes.end - raster.first + raster.packetBytes - Self.packetBytes) / raster.packetBytes)
        try walk(0..<min(count, Self.reach))
        readSequence()
        for pid in stamps.keys { stamps[pid]?.breakOff() }
        try walk(max(min(count, Self.reach), count - Self.reach)..<count)
        var found = Measurement()
        found.codecs = codecs
        found.stored = sequence?.size
        found.seconds = seconds
        found.extent = try extent(count)
        return found
    }

    private var picture: TransportTables.Stream? { streams.first(where: \.isPicture) }

    private var codecs: [String] {
        var codecs = [picture.flatMap { sequence?.codec ?? $0.codec }].compactMap(\.self)
        for codec in streams.filter(\.isSound).compactMap(\.codec) where !codecs.contains(codec) {
            codecs.append(codec)
        }
        return codecs
    }

    /// From the first stream's start to the last one's end.
    private var seconds: Double? {
        streams.compactMap { time(of: $0) }.seconds
    }

    private func time(of stream: TransportTables.Stream) -> ClosedRange<Double>? {
        guard stream.codec != nil, let stamps = stamps[stream.pid] else { return nil }
        if stream.isPicture { return stamps.pictures(tail: sequence?.frameSeconds) }
        return stamps.sound(tail: stream.pid == soundPID ? MPEGSound.seconds(of: soundBytes[...]) : nil)
    }

    private mutating func walk(_ packets: Range<Int64>) throws(InspectionFault) {
        var first = packets.lowerBound
        while first < packets.upperBound, bytes.takes(entries: Int(Self.batch)) {
            let count = min(Self.batch, packets.upperBound - first)
            let start = raster.first + first * raster.packetBytes
            let run = try bytes.bytes(at: start, count: Int(count * raster.packetBytes))
            for packet in 0..<Int(count) {
                let place = run.startIndex + packet * Int(raster.packetBytes)
                guard place + 188 <= run.endIndex else { return }
                take(run[place..<(place + 188)])
            }
            first += count
        }
    }

    /// 2.4.3.2: the sync byte, the number of the stream, an adaptation field, a payload.
    private mutating func take(_ packet: ArraySlice<UInt8>) {
        let base = packet.startIndex
        let flags = packet[base + 1]
        let control = packet[base + 3]
        guard packet[base] == 0x47, flags & 0x80 == 0, control & 0x10 != 0 else { return }
        let skipped = control & 0x20 == 0 ? 4 : 5 + Int(packet[base + 4])
        guard skipped < 188 else { return }
        let pid = UInt16(flags & 0x1F) << 8 | UInt16(packet[base + 2])
        take(packet.dropFirst(skipped), of: pid, begins: flags & 0x40 != 0, isClear: control & 0xC0 == 0)
    }

    private mutating func take(_ payload: ArraySlice<UInt8>, of pid: UInt16, begins: Bool, isClear: Bool) {
        if pid == 0 {
            if begins, mapPIDs.isEmpty { mapPIDs = TransportTables.maps(in: payload) }
        } else if mapPIDs.contains(pid) {
            if begins, streams.isEmpty { streams = TransportTables.streams(in: payload) }
        } else if isClear, let place = streams.firstIndex(where: { $0.pid == pid }) {
            if begins, let packet = PESPacket(payload) { take(packet, payload, ofStreamAt: place) }
            if sequence == nil, pid == picture?.pid { gather(payload, begins: begins) }
            if pid == soundPID, !begins, soundBytes.count < Self.longestPacket { soundBytes += payload }
        }
    }

    private mutating func take(_ packet: PESPacket, _ payload: ArraySlice<UInt8>, ofStreamAt place: Int) {
        stamps[streams[place].pid, default: StampRange()].take(
            packet.stamp, bytes: Int64(packet.length), from: &reference)
        if streams[place].isSound, streams[place].pid == soundPID ?? streams[place].pid {
            soundPID = streams[place].pid
            soundBytes = Array(payload.dropFirst(packet.payload))
        }
        if streams[place].isVague, 0xC0...0xDF ~= packet.stream {
            streams[place].codec = MPEGSound.codec(of: payload.dropFirst(packet.payload)) ?? streams[place].codec
        }
    }

    /// Gathers the first pictures until they tell their size.
    private mutating func gather(_ payload: ArraySlice<UInt8>, begins: Bool) {
        if begins { readSequence() }
        guard sequence == nil else { return }
        pictureBytes += payload
        if pictureBytes.count >= Self.gathered { readSequence() }
    }

    private mutating func readSequence() {
        guard sequence == nil, let codec = picture?.codec, !pictureBytes.isEmpty else { return }
        sequence = VideoSequence(in: pictureBytes[...], expecting: codec)
        pictureBytes.removeAll()
    }

    /// Whole packets up to the end; what follows the last of them is no packet, or one that was cut.
    private func extent(_ count: Int64) throws(InspectionFault) -> Measurement.Extent {
        var last = count - 1
        while last >= 0, bytes.takes(), try bytes.byte(at: start(of: last)) != 0x47 {
            last -= 1
            if count - last > Self.reach { return .unknown }
        }
        guard last >= 0 else { return .damaged(at: bytes.end, "ends inside a packet") }
        let end = start(of: last) + Self.packetBytes
        if end >= bytes.end { return .whole(end: bytes.end) }
        // Of a packet with a time stamp before it, that may be all that there is.
        let next = try bytes.byte(at: start(of: count)) ?? 0x47
        return last == count - 1 && next == 0x47
            ? .damaged(at: bytes.end, "ends inside a packet") : .whole(end: end)
    }

    private func start(of packet: Int64) -> Int64 {
        raster.first + packet * raster.packetBytes
    }
}
