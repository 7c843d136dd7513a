/// What the structure of a file tells; nil for what it does not.
struct Measurement: Hashable {
    /// The size before orientation and rotation.
    var stored: PixelSize?
    /// The size as shown, where it is not ``stored``.
    var shown: PixelSize?
    /// Pictures of an image, or of the film's picture track.
    var frames: Int?
    /// Whether an image moves.
    var isAnimated: Bool?
    /// Playing time as the numbers of the file give it; of an animation one run.
    var seconds: Double?
    /// The codecs by FFmpeg's names, the picture's first.
    var codecs: [String] = []
    /// The pixels that a decoder would have to hold for one picture, where they are not those of ``stored``: a frame
    /// may be larger than its canvas.
    var declaredPixels: Int64?
    /// How much of the file is sound.
    var extent = Extent.unknown

    /// Playing time to the millisecond, where those numbers make one: a rate next to 0 gives none.
    var duration: Double? {
        guard let milliseconds = seconds.map({ ($0 * 1000).rounded() }), milliseconds.isFinite, milliseconds >= 0
        else { return nil }
        return milliseconds / 1000
    }

    /// How much of a file is what its format asks for.
    enum Extent: Hashable {
        /// All that the structure announces is there, and ends at that byte; what follows is none of it.
        case whole(end: Int64)
        /// Sound up to that byte; the text says what is wrong there and goes after "it": "ends inside the chunk IDAT".
        case damaged(at: Int64, String)
        /// The structure does not tell.
        case unknown
    }

    /// The same, and all there.
    func whole(end: Int64) -> Measurement {
        with(.whole(end: end))
    }

    /// The same, but sound only up to that byte.
    func damaged(at offset: Int64, _ what: String) -> Measurement {
        with(.damaged(at: offset, what))
    }

    /// The same, with that extent.
    func with(_ extent: Extent) -> Measurement {
        var result = self
        result.extent = extent
        return result
    }
}

/// A size in pixels.
struct PixelSize: Hashable {
    var width: Int
    var height: Int

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// From what a file claims; nil beyond 32 bits, which no decoder takes.
    init?(width: UInt64, height: UInt64) {
        guard width <= UInt64(UInt32.max), height <= UInt64(UInt32.max) else { return nil }
        self.init(width: Int(width), height: Int(height))
    }

    /// Turned by a quarter.
    var turned: PixelSize { PixelSize(width: height, height: width) }

    /// Turned where that orientation of Exif or TIFF (1 to 8) lies on its side.
    func oriented(_ orientation: UInt64?) -> PixelSize {
        guard let orientation, 5...8 ~= orientation else { return self }
        return turned
    }

    /// The number of its pixels.
    var pixels: Int64 {
        let (pixels, overflows) = Int64(width).multipliedReportingOverflow(by: Int64(height))
        return overflows ? .max : pixels
    }
}
