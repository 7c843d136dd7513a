/// Any number of different JPEG files of a given size, made without a cost per byte.
///
/// Each is a whole, valid picture of one grey pixel (ITU-T T.81); what fills it up are comment segments, and the first
/// one holds the number that makes it differ from all others.
public struct GeneratedJPEG: Sendable {
    /// The smallest size in bytes.
    public static let smallestSize = 256

    private let head: SharedBytes
    private let rest: OriginBody
    /// Digits of the number, with zeros in front.
    private static let digits = 20

    /// - Parameter size: bytes of every file, at least `smallestSize`.
    public init(size: Int) {
        precondition(size >= Self.smallestSize, "a JPEG file of \(size) bytes has no room")
        let start: [UInt8] =
            [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0]
        var room = size - start.count - Self.picture.count
        var segments: [[UInt8]] = []
        while room > 0 {
            // A segment has a marker, a length of 2 bytes that counts itself, and at most 65,533 bytes; what remains
            // must be able to hold another one.
            let whole = min(room, 65_537)
            let length = room - whole > 0 && room - whole < 4 ? whole - 4 : whole
            segments.append(Self.comment(length: length))
            room -= length
        }
        let marker = 4
        head = SharedBytes(start + segments[0].prefix(marker))
        let filler = segments[0].dropFirst(marker + Self.digits) + segments.dropFirst().joined()
        rest = OriginBody(Array(filler) + Self.picture)
    }

    /// The file of that number.
    public func body(number: Int) -> OriginBody {
        let text = String(number)
        let padded = String(repeating: "0", count: max(0, Self.digits - text.utf8.count)) + text
        return OriginBody(shared: head) + OriginBody(padded.utf8) + rest
    }

    private static func comment(length: Int) -> [UInt8] {
        let counted = length - 2
        var bytes: [UInt8] = [0xFF, 0xFE, UInt8(counted >> 8), UInt8(counted & 0xFF)]
        bytes.reserveCapacity(length)
        // A simple sequence (Knuth's multiplier), so that no file system or transport can shrink it.
        var state: UInt32 = 1
        for _ in 4..<length {
            state = state &* 1_664_525 &+ 1_013_904_223
            bytes.append(UInt8(state >> 24))
        }
        return bytes
    }

    /// Quantisation, frame of 1 × 1, two tables of one code each, the scan, and the end.
    private static let picture: [UInt8] =
        [0xFF, 0xDB, 0, 67, 0] + [UInt8](repeating: 1, count: 64)
        + [0xFF, 0xC0, 0, 11, 8, 0, 1, 0, 1, 1, 1, 0x11, 0]
        + [0xFF, 0xC4, 0, 20, 0x00, 1] + [UInt8](repeating: 0, count: 16)
        + [0xFF, 0xC4, 0, 20, 0x10, 1] + [UInt8](repeating: 0, count: 16)
        + [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0x3F, 0xFF, 0xD9]
}
