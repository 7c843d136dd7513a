/// How long a frame of an animation stays.
enum FrameDelay {
    /// Shorter ones are not meant: they say "as fast as it goes", from times when that was slow.
    private static let shortest = 0.011
    private static let usual = 0.1

    /// The seconds that viewers give to a frame for what the file asks: browsers and FFmpeg alike show a frame of 10 ms
    /// or less for 100 ms.
    static func seconds(asked: Double) -> Double {
        asked < shortest ? usual : asked
    }
}
