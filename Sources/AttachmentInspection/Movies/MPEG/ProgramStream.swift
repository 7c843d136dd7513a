/// A program stream: packs of packets. The head and the tail of a long one are walked from packet to packet.
struct ProgramStream {
    /// What is walked at each end.
    private static let reach: Int64 = 262_144

    private let bytes: ByteReader
    private var offset: Int64 = 0
    private var picture = Part()
    private var sound = Part()
    /// The first time stamp.
    private var reference: Int64?
    /// Whether all is walked.
    private var isWalkedWhole = true
    /// Where the last packet ends; nil where none was read since a part was passed over.
    private var end: Int64? = 0
    /// Whether the head of a pack was the last thing that was read.
    private var isInHead = false

    /// The pictures or the sound.
    private struct Part {
        var stream: UInt8?
        var codec: String?
        var sequence: VideoSequence?
        var stamps = StampRange()
        var pictures = PictureCounter()
    }

    private enum Step {
        case next(Int64)
        case cut
        case none
    }

    init(_ bytes: ByteReader) {
        self.bytes = bytes
    }

    mutating func measure() throws(InspectionFault) -> Measurement {
        var extent = try walk(until: Self.reach)
        if extent == nil, offset < bytes.end - Self.reach {
            offset = bytes.end - Self.reach
            isWalkedWhole = false
            end = nil
            sound.stamps.breakOff()
            extent = try findPack() ? try walk(until: .max) : .unknown
        }
        if extent == nil { extent = try walk(until: .max) }
        picture.pictures.finish()
        return measurement(extent ?? .unknown)
    }

    private func measurement(_ extent: Measurement.Extent) -> Measurement {
        var found = Measurement()
        found.codecs = [picture.codec, sound.codec].compactMap(\.self)
        found.stored = picture.sequence?.size
        if isWalkedWhole, picture.sequence?.frameSeconds != nil, picture.pictures.frames > 0 {
            found.frames = picture.pictures.frames
        }
        found.seconds = [pictureTime, sound.stamps.sound()].compactMap(\.self).seconds
        let hasNothing = picture.stream == nil && sound.stream == nil
        if case .whole = extent, hasNothing { return found.damaged(at: bytes.end, "ends without pictures or sound") }
        found.extent = extent
        return found
    }

    /// By the number of pictures, where all were seen: the last packet with a time stamp may hold several.
    private var pictureTime: ClosedRange<Double>? {
        let frame = picture.sequence?.frameSeconds
        guard let time = picture.stamps.pictures(tail: frame) else { return nil }
        guard isWalkedWhole, let frame else { return time }
        return time.lowerBound...max(time.upperBound, time.lowerBound + Double(picture.pictures.fields) / 2 * frame)
    }

    /// Walks to that byte or behind it. What comes back is how the stream ends, where it ended before.
    private mutating func walk(until limit: Int64) throws(InspectionFault) -> Measurement.Extent? {
        while offset < min(limit, bytes.end), bytes.takes() {
            let head = try bytes.byte(at: offset + 3)
            switch try step() {
            case .next(let next):
                isInHead = head == 0xBA || head == 0xBB
                offset = next
                end = next
            case .cut: return .damaged(at: bytes.end, "ends inside a packet")
            case .none:
                offset += 1
                guard try findPack() else { return extentAtEnd }
            }
        }
        return offset < bytes.end ? nil : extentAtEnd
    }

    private var extentAtEnd: Measurement.Extent {
        guard let end else { return .unknown }
        return isInHead ? .damaged(at: end, "ends inside a pack") : .whole(end: end)
    }

    /// Goes to the next start code of a pack; false where there is none.
    private mutating func findPack() throws(InspectionFault) -> Bool {
        while offset < bytes.end, bytes.takes() {
            let run = try bytes.run(at: offset)
            for start in StartCodes(run) where start + 3 < run.endIndex && run[start + 3] == 0xBA {
                offset += Int64(start - run.startIndex)
                return true
            }
            // A start code may lie across.
            guard run.count > 3 else { return false }
            offset += Int64(run.count - 3)
            if offset + 3 >= bytes.end { return false }
        }
        return false
    }

    /// Takes in what begins at the present place.
    private mutating func step() throws(InspectionFault) -> Step {
        let head = Array(try bytes.bytes(at: offset, count: 64))
        guard head.count >= 4 else { return [0, 0, 1].starts(with: head) ? .cut : .none }
        guard head[0] == 0, head[1] == 0, head[2] == 1 else { return .none }
        switch head[3] {
        case 0xB9: return .next(offset + 4)
        case 0xBA: return pack(head)
        case 0xBB...0xFF:
            guard head.count >= 6 else { return .cut }
            let end = offset + 6 + Int64(head[4]) << 8 + Int64(head[5])
            try take(head, end: min(end, bytes.end))
            return end > bytes.end ? .cut : .next(end)
        default: return .none
        }
    }

    private func pack(_ head: [UInt8]) -> Step {
        guard head.count >= 12 else { return .cut }
        if head[4] >> 4 == 2 { return .next(offset + 12) }
        guard head[4] >> 6 == 1 else { return .none }
        guard head.count >= 14 else { return .cut }
        let next = offset + 14 + Int64(head[13] & 7)
        return next > bytes.end ? .cut : .next(next)
    }

    private mutating func take(_ head: [UInt8], end: Int64) throws(InspectionFault) {
        guard let packet = PESPacket(head.prefix(Int(end - offset))) else { return }
        switch packet.stream {
        case 0xE0...0xEF where picture.stream ?? packet.stream == packet.stream:
            picture.stream = packet.stream
            try takePicture(packet, end)
        case 0xC0...0xDF where sound.stream ?? packet.stream == packet.stream, 0xBD where sound.stream ?? 0xBD == 0xBD:
            if sound.codec == nil { sound.codec = try soundCodec(packet, end) }
            guard sound.codec != nil else { return }
            sound.stream = packet.stream
            sound.stamps.take(packet.stamp, bytes: end - offset - Int64(packet.payload), from: &reference)
        default: break
        }
    }

    private mutating func takePicture(_ packet: PESPacket, _ end: Int64) throws(InspectionFault) {
        let start = offset + Int64(packet.payload)
        guard start < end else { return }
        picture.stamps.take(packet.stamp, bytes: end - start, from: &reference)
        let payload = try bytes.bytes(at: start, count: Int(end - start))
        if isWalkedWhole, picture.sequence?.frameSeconds != nil || picture.sequence == nil {
            picture.pictures.take(payload)
        }
        guard picture.sequence == nil else { return }
        let isNAL = payload.starts(with: [0, 0, 0, 1]) || payload.starts(with: [0, 0, 1, 0x09])
        picture.sequence = VideoSequence(in: payload, expecting: isNAL ? "h264" : "mpeg2video")
        picture.codec = picture.sequence?.codec
    }

    /// MPEG audio by its layer; private streams as on a DVD, by their first byte.
    private func soundCodec(_ packet: PESPacket, _ end: Int64) throws(InspectionFault) -> String? {
        let start = offset + Int64(packet.payload)
        guard start < end else { return nil }
        let payload = try bytes.bytes(at: start, count: Int(min(end - start, 4096)))
        guard packet.stream == 0xBD else { return MPEGSound.codec(of: payload) }
        switch payload.first ?? 0 {
        case 0x80...0x87: return "ac3"
        case 0x88...0x8F: return "dts"
        case 0xA0...0xA7: return "pcm_dvd"
        default: return payload.starts(with: [0x0B, 0x77]) ? "ac3" : nil
        }
    }
}
