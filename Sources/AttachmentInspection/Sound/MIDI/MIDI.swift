/// Standard MIDI Files 1.0 (MMA RP-001), also in RIFF (RMID, RP-029).
enum MIDI: ContainerReader {
    static let types: Set<String> = ["audio/midi", "audio/mid", "audio/x-midi", "audio/sp-midi"]

    /// The length of the header and the high byte of the format.
    private static let opening: [UInt8] = [0, 0, 0, 6, 0]

    static func look(at bytes: ByteReader) throws(InspectionFault) -> Sighting? {
        let start = try start(in: bytes)
        guard try bytes.has("MThd", at: start) else { return nil }
        let head = try bytes.bytes(at: start + 4, count: 6)
        guard !head.isEmpty else { return nil }
        // The format: one track, tracks side by side, or one after the other.
        guard opening.starts(with: head.prefix(opening.count)), head.dropFirst(opening.count).allSatisfy({ $0 <= 2 })
        else { return .notMedia("application/octet-stream") }
        return head.count == 6 || bytes.isComplete ? .type("audio/midi") : .needsMore
    }

    static func measure(_ bytes: ByteReader) throws(InspectionFault) -> Measurement {
        let start = try start(in: bytes)
        guard let format = try bytes.bigEndian(at: start + 8, count: 2),
            let announced = try bytes.bigEndian(at: start + 10, count: 2),
            let division = try bytes.bigEndian(at: start + 12, count: 2)
        else { return Measurement().damaged(at: bytes.end, "ends inside its header") }
        guard let clock = MIDIClock(division: division) else {
            return Measurement().damaged(at: start + 12, "declares no length of a tick")
        }
        var walk = Walk(bytes: bytes, announced: announced, isSequence: format == 2, clock: clock)
        walk.found.extent = try walk.run(from: start + 14)
        walk.found.seconds = walk.seconds
        return walk.found
    }

    /// Where the MIDI file begins: within RIFF in the chunk `data`.
    private static func start(in bytes: ByteReader) throws(InspectionFault) -> Int64 {
        guard try bytes.has("RIFF", at: 0), try bytes.has("RMIDdata", at: 8) else { return 0 }
        return 20
    }

    /// A walk from chunk to chunk; unknown ones are passed over (RP-001).
    private struct Walk {
        let bytes: ByteReader
        let announced: UInt64
        var found = Measurement()
        /// Whether the tracks are played one after the other, each in its own time.
        let isSequence: Bool
        let clock: MIDIClock
        /// The clock as the tracks side by side have set it, and the longest of them.
        private var common: MIDIClock
        private var ticks: UInt64 = 0
        private var secondsInRow = 0.0
        private var tracks: UInt64 = 0

        init(bytes: ByteReader, announced: UInt64, isSequence: Bool, clock: MIDIClock) {
            self.bytes = bytes
            self.announced = announced
            self.isSequence = isSequence
            self.clock = clock
            common = clock
        }

        var seconds: Double { isSequence ? secondsInRow : common.seconds(at: ticks) }

        mutating func run(from start: Int64) throws(InspectionFault) -> Measurement.Extent {
            var offset = start
            while tracks < announced, bytes.takes() {
                guard let code = try bytes.code(at: offset), let length = try bytes.bigEndian(at: offset + 4) else {
                    let what =
                        tracks == 0 ? "ends before its first track" : "ends after \(tracks) of \(announced) tracks"
                    return .damaged(at: bytes.end, what)
                }
                guard code.isPrintable else { return .damaged(at: offset, "has no track where one must begin") }
                let end = offset + 8 + Int64(length)
                guard end <= bytes.end else { return .damaged(at: bytes.end, "ends inside the chunk \(code)") }
                if code == "MTrk" {
                    tracks += 1
                    if let flaw = try readTrack((offset + 8)..<end) { return flaw }
                }
                offset = end
            }
            return tracks == 0 ? .damaged(at: offset, "has no tracks") : .whole(end: offset)
        }

        private mutating func readTrack(_ body: Range<Int64>) throws(InspectionFault) -> Measurement.Extent? {
            var track = MIDITrack(bytes: bytes, body: body)
            if isSequence { common = clock }
            if let flaw = try track.run(setting: &common) {
                return .damaged(at: flaw, "has no event where one must begin")
            }
            if isSequence { secondsInRow += common.seconds(at: track.ticks) }
            ticks = max(ticks, track.ticks)
            return nil
        }
    }
}
