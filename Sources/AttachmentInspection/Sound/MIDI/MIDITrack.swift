/// The events of a track: a time each, then a message, a system message or a meta event (RP-001).
struct MIDITrack {
    let bytes: ByteReader
    let body: Range<Int64>
    /// The time of the last event.
    private(set) var ticks: UInt64 = 0
    private var offset: Int64
    /// The status of the last message, which the next one may leave out.
    private var running: UInt8 = 0

    init(bytes: ByteReader, body: Range<Int64>) {
        self.bytes = bytes
        self.body = body
        offset = body.lowerBound
    }

    /// Reads to the end of the track, and what it sets the clock to; gives the place where an event must be and is none.
    mutating func run(setting clock: inout MIDIClock) throws(InspectionFault) -> Int64? {
        while offset < body.upperBound, bytes.takes() {
            let start = offset
            guard let delta = try number(), let first = try bytes.byte(at: offset) else { return start }
            ticks += delta
            if first >= 0x80 { offset += 1 }
            let status = first >= 0x80 ? first : running
            if status == 0xFF {
                guard let isLast = try readMeta(&clock) else { return start }
                if isLast { return nil }
            } else {
                guard let length = try length(of: status) else { return start }
                offset += length
            }
            guard offset <= body.upperBound else { return start }
        }
        return nil
    }

    /// The bytes behind that status, whose own length may stand before them; nil where it is none. Messages that are
    /// for a wire and not for a file are passed over as players do.
    private mutating func length(of status: UInt8) throws(InspectionFault) -> Int64? {
        if 0x80..<0xF0 ~= status { running = status }
        switch status {
        case 0xF0, 0xF7: return try number().map { Int64($0) }
        case 0xC0..<0xE0, 0xF1, 0xF3: return 1
        case 0x80..<0xF0, 0xF2: return 2
        case 0xF4...: return 0
        default: return nil
        }
    }

    /// A type, a length, the content; tells whether it is the end of the track.
    private mutating func readMeta(_ clock: inout MIDIClock) throws(InspectionFault) -> Bool? {
        guard let type = try bytes.byte(at: offset) else { return nil }
        offset += 1
        guard let length = try number() else { return nil }
        if type == 0x51, length == 3, let tempo = try bytes.bigEndian(at: offset, count: 3) {
            clock.setTempo(tempo, at: ticks)
        }
        offset += Int64(length)
        return type == 0x2F
    }

    /// A number of seven bits a byte, four bytes at most.
    private mutating func number() throws(InspectionFault) -> UInt64? {
        var value: UInt64 = 0
        for _ in 0..<4 {
            guard offset < body.upperBound, let byte = try bytes.byte(at: offset) else { return nil }
            offset += 1
            value = value << 7 | UInt64(byte & 0x7F)
            if byte < 0x80 { return value }
        }
        return nil
    }
}

/// How long ticks take: by tempo, or in time code.
struct MIDIClock {
    /// Ticks of a quarter note, where the tempo counts.
    private let ticksPerQuarter: Double?
    private let ticksPerSecond: Double
    /// Microseconds for a quarter note from a tick on, in the order in which they were read.
    private var tempos: [(tick: UInt64, microseconds: UInt64)] = [(0, 500_000)]

    /// More changes than any piece of music has.
    private static let tempoLimit = 65_536

    /// Nil where a tick has no length.
    init?(division: UInt64) {
        guard division >> 15 == 0 else {
            // Frames a second, negative, and ticks a frame; 29 stands for 30 frames with some left out.
            let frames = 256 - Double(division >> 8)
            ticksPerQuarter = nil
            ticksPerSecond = (frames == 29 ? 30 / 1.001 : frames) * Double(division & 0xFF)
            if ticksPerSecond == 0 { return nil }
            return
        }
        guard division > 0 else { return nil }
        ticksPerQuarter = Double(division)
        ticksPerSecond = 0
    }

    mutating func setTempo(_ microseconds: UInt64, at tick: UInt64) {
        if tempos.count < Self.tempoLimit { tempos.append((tick, microseconds)) }
    }

    /// The time of that tick.
    func seconds(at tick: UInt64) -> Double {
        guard let ticksPerQuarter else { return Double(tick) / ticksPerSecond }
        var microseconds = 0.0
        var last = tempos[0]
        // Tracks set the tempo for each other; of two at one tick the later one counts.
        for next in tempos.enumerated().sorted(by: { ($0.element.tick, $0.offset) < ($1.element.tick, $1.offset) }) {
            guard next.element.tick < tick else { break }
            microseconds += Double(next.element.tick - last.tick) * Double(last.microseconds)
            last = next.element
        }
        return (microseconds + Double(tick - last.tick) * Double(last.microseconds)) / ticksPerQuarter / 1e6
    }
}
