/// How long an animation plays once: the sum of its frames' delays.
struct PlayingTime {
    /// Shorter delays are not meant: they say "as fast as it goes", from times when that was slow.
    private static let shortest = 0.011
    private static let usual = 0.1

    private var sum = 0.0

    /// To the microsecond, since sums of fractions are off by less.
    var seconds: Double { (sum * 1_000_000).rounded() / 1_000_000 }

    /// Adds a frame with the delay that the file asks for. Browsers and FFmpeg alike show a frame of 10 ms or less for
    /// 100 ms.
    mutating func add(asked: Double) {
        sum += asked < Self.shortest ? Self.usual : asked
    }
}
