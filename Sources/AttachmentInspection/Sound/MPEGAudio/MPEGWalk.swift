/// A walk from frame to frame that counts them.
struct MPEGWalk {
    /// Where a walk ended.
    enum Stop: Hashable {
        /// Behind a whole frame, where the sound must end.
        case atEnd
        /// Within a frame, or within its header.
        case insideFrame
        /// Before bytes that are no frame, nor are there any soon.
        case beforeOther
    }

    private let frames: MPEGFrames
    private let stream: MPEGFrame.Stream
    /// The first two bytes of every header.
    private let sync: [UInt8]
    private let start: Int64
    /// Where the sound must end.
    let end: Int64
    private(set) var offset: Int64
    /// Whole frames, and the samples in them.
    private(set) var count: Int64 = 0
    private(set) var samples: Int64 = 0
    /// The bit rate of all frames so far; nil where it varies.
    private var constantBitRate: UInt64?

    /// Frames that must be equal before the rest of a long stream is taken for equal.
    private static let equalFrames: Int64 = 128
    /// The last bytes, which are counted all the same.
    private static let lastBytes: Int64 = 16_384
    /// Places at which frames are looked at on the way.
    private static let probes: Int64 = 32

    init(from start: MPEGStart, to end: Int64) throws(InspectionFault) {
        frames = start.frames
        stream = start.frame.stream
        sync = Array(try start.frames.bytes.bytes(at: start.offset, count: 2))
        self.start = start.offset
        self.end = end
        offset = start.offset
        constantBitRate = start.frame.bitRate == 0 ? nil : start.frame.bitRate
    }

    var seconds: Double {
        switch stream {
        case .mpeg(_, _, let rate), .adts(let rate): Double(samples) / Double(rate)
        }
    }

    /// Counts to the end. With `leaps`, a long stream of equal frames is measured by its bytes; its last frames prove
    /// that it is one.
    mutating func run(leaps: Bool) throws(InspectionFault) -> Stop {
        var leaps = leaps
        while offset < end, frames.bytes.takes() {
            guard let frame = try frames.frame(at: offset), frame.stream == stream else {
                if try isCutHeader() { return .insideFrame }
                guard let next = try nextStart() else { return .beforeOther }
                offset = next
                continue
            }
            if offset + frame.bytes > end { return .insideFrame }
            take(frame)
            if leaps, count == Self.equalFrames {
                leaps = false
                try leap()
            }
        }
        return .atEnd
    }

    private mutating func take(_ frame: MPEGFrame) {
        offset += frame.bytes
        count += 1
        samples += frame.samples
        if frame.bitRate != constantBitRate { constantBitRate = nil }
    }

    /// Goes on with the last frames where those, and some on the way, are equal to the first ones. Silence before and
    /// behind is no proof: it has few bits in any stream.
    private mutating func leap() throws(InspectionFault) {
        let rest = end - Self.lastBytes - offset
        guard let bitRate = constantBitRate, rest > Self.lastBytes else { return }
        var last = offset
        for probe in 1...Self.probes {
            let place = offset + rest / Self.probes * probe
            guard let found = try search(from: place), found.frame.bitRate == bitRate else { return }
            last = found.offset
        }
        let bytesPerFrame = Double(offset - start) / Double(count)
        let skipped = Int64((Double(last - offset) / bytesPerFrame).rounded())
        samples += skipped * (samples / count)
        count += skipped
        offset = last
    }

    /// Whether the sound ends within the header of a frame.
    private func isCutHeader() throws(InspectionFault) -> Bool {
        guard end - offset < 7 else { return false }
        let rest = try frames.bytes.bytes(at: offset, count: Int(min(end - offset, 2)))
        return !rest.isEmpty && sync.starts(with: rest)
    }

    /// Where the stream goes on, or ends, behind a tag, as joined files have it, or behind a few damaged bytes.
    private func nextStart() throws(InspectionFault) -> Int64? {
        if let length = try ID3Tag.length(at: offset, in: frames.bytes), length <= end - offset {
            return offset + length
        }
        let padded = try frames.bytes.endOfZeros(from: offset)
        return padded >= end ? end : try search(from: max(padded, offset + 1))?.offset
    }

    private func search(from place: Int64) throws(InspectionFault) -> MPEGStart? {
        guard frames.freeBytes == nil, let found = try MPEGStart.search(from: place, in: frames.bytes),
            found.offset < end, found.frame.stream == stream
        else { return nil }
        return found
    }
}
