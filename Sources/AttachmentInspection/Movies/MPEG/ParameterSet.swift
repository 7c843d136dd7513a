/// The size of the pictures of an H.264 or H.265 stream by its sequence parameter set, cropped as it says.
enum ParameterSet {
    /// H.264 profiles whose sets tell of the sampling of colours (ITU-T H.264 7.3.2.1.1).
    private static let highProfiles: Set<UInt32> = [44, 83, 86, 100, 110, 118, 122, 128, 134, 135, 138, 139, 244]

    /// Of a unit of type 7 without its first byte; nil where it makes no sense.
    static func h264(_ unit: ArraySlice<UInt8>) -> PixelSize? {
        var bits = BitReader(unit: unit.prefix(1024))
        let profile = bits.bits(8)
        bits.skip(16)
        _ = bits.golomb()
        let chroma = highProfiles.contains(profile) ? highProfile(&bits) : 1
        _ = bits.golomb()
        skipOrder(&bits)
        _ = bits.golomb()
        bits.skip(1)
        let across = UInt64(bits.golomb()) + 1
        let down = UInt64(bits.golomb()) + 1
        let isFrame = UInt64(bits.bit())
        bits.skip(isFrame == 1 ? 1 : 2)
        let unitDown = (chroma == 1 ? 2 : 1) * (2 - isFrame)
        let crop = window(&bits, across: chroma == 1 || chroma == 2 ? 2 : 1, down: unitDown)
        return bits.isSpent
            ? nil : size(width: across * 16, height: down * 16 * (2 - isFrame), without: crop)
    }

    /// Of a unit of type 33 without its first two bytes (ITU-T H.265 7.3.2.2.1).
    static func h265(_ unit: ArraySlice<UInt8>) -> PixelSize? {
        var bits = BitReader(unit: unit.prefix(1024))
        bits.skip(4)
        let layers = Int(bits.bits(3))
        bits.skip(1)
        skipProfile(&bits, layers: layers)
        _ = bits.golomb()
        let chroma = bits.golomb()
        if chroma == 3 { bits.skip(1) }
        let width = UInt64(bits.golomb())
        let height = UInt64(bits.golomb())
        let crop = window(&bits, across: chroma == 1 || chroma == 2 ? 2 : 1, down: chroma == 1 ? 2 : 1)
        return bits.isSpent ? nil : size(width: width, height: height, without: crop)
    }

    private static func highProfile(_ bits: inout BitReader) -> UInt32 {
        let chroma = bits.golomb()
        if chroma == 3 { bits.skip(1) }
        _ = bits.golomb()
        _ = bits.golomb()
        bits.skip(1)
        if bits.bit() == 1 {
            for list in 0..<(chroma == 3 ? 12 : 8) where bits.bit() == 1 { skipScaling(&bits, list < 6 ? 16 : 64) }
        }
        return chroma
    }

    /// 7.3.2.1.1.1.
    private static func skipScaling(_ bits: inout BitReader, _ count: Int) {
        var last: Int64 = 8
        var next: Int64 = 8
        for _ in 0..<count {
            if next != 0 {
                let code = Int64(bits.golomb())
                next = (last + (code % 2 == 0 ? -code / 2 : (code + 1) / 2) + 256) & 0xFF
            }
            last = next == 0 ? last : next
        }
    }

    /// How the order of output is told.
    private static func skipOrder(_ bits: inout BitReader) {
        switch bits.golomb() {
        case 0: _ = bits.golomb()
        case 1:
            bits.skip(1)
            _ = bits.golomb()
            _ = bits.golomb()
            for _ in 0..<min(bits.golomb(), 255) { _ = bits.golomb() }
        default: break
        }
    }

    /// 7.3.3.
    private static func skipProfile(_ bits: inout BitReader, layers: Int) {
        bits.skip(96)
        guard layers > 0 else { return }
        let flags = (0..<8).map { _ in bits.bits(2) }
        for flag in flags.prefix(layers) {
            bits.skip((flag & 2 == 0 ? 0 : 88) + (flag & 1 == 0 ? 0 : 8))
        }
    }

    /// What is cut off at both sides, and above and below.
    private static func window(
        _ bits: inout BitReader, across: UInt64, down: UInt64
    ) -> (width: UInt64, height: UInt64) {
        guard bits.bit() == 1 else { return (0, 0) }
        let left = UInt64(bits.golomb())
        let right = UInt64(bits.golomb())
        let top = UInt64(bits.golomb())
        let bottom = UInt64(bits.golomb())
        return ((left + right) * across, (top + bottom) * down)
    }

    private static func size(
        width: UInt64, height: UInt64, without crop: (width: UInt64, height: UInt64)
    ) -> PixelSize? {
        guard width > crop.width, height > crop.height else { return nil }
        return PixelSize(width: width - crop.width, height: height - crop.height)
    }
}
