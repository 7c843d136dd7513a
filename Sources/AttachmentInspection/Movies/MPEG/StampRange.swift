/// The time stamps of one elementary stream: from the first to the last, whatever the order of decoding.
///
/// They count by their distance from a reference that all streams of a program share.
struct StampRange {
    private static let cycle: Int64 = 1 << 33
    /// Ticks a second.
    private static let rate = 90_000.0

    private var previous: Int64 = 0
    private var lowest: Int64 = .max
    private var highest: Int64 = .min
    /// The shortest distance between two stamps.
    private var step: Int64 = 0
    /// Payload since the last stamp, and what time a byte of it takes.
    private var bytes: Int64 = 0
    private var ticksPerByte: Double?

    /// Takes in a packet with so many bytes of payload, 0 where that is not told. The first stamp of all becomes the
    /// reference.
    mutating func take(_ stamp: Int64?, bytes count: Int64, from reference: inout Int64?) {
        if let stamp {
            let start = reference ?? stamp
            reference = start
            take(stamp, from: start)
        }
        bytes += count
    }

    /// Goes on at another place of the stream.
    mutating func breakOff() {
        bytes = 0
    }

    private mutating func take(_ stamp: Int64, from reference: Int64) {
        var distance = (stamp - reference) & (Self.cycle - 1)
        // The cycle of 33 bits may have come to its end in between.
        if distance >= Self.cycle / 2 { distance -= Self.cycle }
        let gap = lowest == .max ? 0 : abs(distance - previous)
        if gap > 0, step == 0 || gap < step { step = gap }
        if gap > 0, bytes > 0 { ticksPerByte = Double(gap) / Double(bytes) }
        bytes = 0
        previous = distance
        lowest = min(lowest, distance)
        highest = max(highest, distance)
    }

    /// When it begins and ends, in seconds from the reference; nil where there were no stamps. What follows the last
    /// stamp lasts `tail` seconds, else as long as the shortest piece before.
    func pictures(tail: Double?) -> ClosedRange<Double>? {
        range(tail: tail ?? Double(step) / Self.rate)
    }

    /// The same of sound: what follows the last stamp lasts as its bytes let expect where `tail` is not known.
    func sound(tail: Double? = nil) -> ClosedRange<Double>? {
        range(tail: tail ?? (ticksPerByte.map { $0 * Double(bytes) } ?? Double(step)) / Self.rate)
    }

    private func range(tail: Double) -> ClosedRange<Double>? {
        guard lowest <= highest else { return nil }
        let start = Double(lowest) / Self.rate
        return start...max(start, Double(highest) / Self.rate + tail)
    }
}

extension Collection where Element == ClosedRange<Double> {
    /// From the first start to the last end; nil where that is nothing.
    var seconds: Double? {
        guard let start = map(\.lowerBound).min(), let end = map(\.upperBound).max(), end > start else { return nil }
        return end - start
    }
}
