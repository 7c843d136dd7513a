/// The time stamps of one elementary stream: from the first to the last, whatever the order of decoding.
struct StampRange {
    private static let cycle: Int64 = 1 << 33
    /// Ticks a second.
    private static let rate = 90_000.0

    private var reference: Int64?
    private var previous: Int64 = 0
    private var lowest: Int64 = 0
    private var highest: Int64 = 0
    /// The shortest distance between two stamps.
    private var step: Int64 = 0
    /// Payload since the last stamp, and what time a byte of it takes.
    private var bytes: Int64 = 0
    private var ticksPerByte: Double?

    /// Takes in a packet with so many bytes of payload, 0 where that is not told.
    mutating func take(_ stamp: Int64?, bytes count: Int64) {
        if let stamp { take(stamp) }
        bytes += count
    }

    /// Goes on at another place of the stream.
    mutating func breakOff() {
        bytes = 0
    }

    /// A stamp counts by its distance from the first, which may have passed the end of the cycle of 33 bits.
    private mutating func take(_ stamp: Int64) {
        guard let reference else {
            reference = stamp
            return
        }
        var distance = (stamp - reference) & (Self.cycle - 1)
        if distance >= Self.cycle / 2 { distance -= Self.cycle }
        let gap = abs(distance - previous)
        if gap > 0, step == 0 || gap < step { step = gap }
        if gap > 0, bytes > 0 { ticksPerByte = Double(gap) / Double(bytes) }
        bytes = 0
        previous = distance
        lowest = min(lowest, distance)
        highest = max(highest, distance)
    }

    /// The length of pictures: the last one lasts `frameSeconds`, else as long as the shortest before; nil where there
    /// were no stamps.
    func pictureSeconds(_ frameSeconds: Double?) -> Double? {
        guard reference != nil else { return nil }
        return Double(highest - lowest) / Self.rate + (frameSeconds ?? Double(step) / Self.rate)
    }

    /// The length of sound: what follows the last stamp lasts by its bytes.
    var soundSeconds: Double? {
        guard reference != nil else { return nil }
        let tail = ticksPerByte.map { $0 * Double(bytes) } ?? Double(step)
        return (Double(highest - lowest) + tail) / Self.rate
    }
}
