/// Frames of MPEG audio or ADTS in a row, each beginning where the one before ends.
struct MPEGFrames {
    let bytes: ByteReader
    /// The length of a free-format frame without padding; nil in streams whose headers tell it.
    var freeBytes: Int64?

    func frame(at offset: Int64) throws(InspectionFault) -> MPEGFrame? {
        MPEGFrame(try bytes.bytes(at: offset, count: 7), freeBytes: freeBytes)
    }

    struct Chain {
        /// Headers of one stream, each where it must be; counting stops when they suffice.
        var headers = 0
        /// Where the last of those frames ends.
        var end: Int64
        /// Whether they end where the file does, or where a tag closes it.
        var isClosed = false
    }

    /// The frames from there on, as many as `limit`.
    func chain(from start: Int64, limit: Int) throws(InspectionFault) -> Chain {
        var chain = Chain(end: start)
        var stream: MPEGFrame.Stream?
        while chain.headers < limit, let frame = try frame(at: chain.end) {
            guard stream == nil || stream == frame.stream else { break }
            stream = frame.stream
            chain.headers += 1
            chain.end += frame.bytes
        }
        guard chain.headers > 0 else { return chain }
        let hasNewTag = try bytes.has("APETAGEX", at: chain.end)
        let hasOldTag = try bytes.has("TAG", at: chain.end)
        chain.isClosed = chain.end == bytes.size || hasNewTag || hasOldTag
        return chain
    }
}

/// Where the sound of an MPEG audio or ADTS file begins.
///
/// The sync word alone proves nothing: any text in Latin-1 may begin with it. A chain of frames does.
struct MPEGStart {
    let offset: Int64
    let frame: MPEGFrame
    let frames: MPEGFrames

    /// Headers that prove a stream where it should begin; one more where it was searched for.
    private static let provingHeaders = 3
    private static let searchBytes = 4096
    /// The longest free-format frame that is looked for: 640 kbit/s at 16 kHz.
    private static let longestFreeFrame = 5760
    /// Shorter ones have no room for more than their header and side information.
    private static let shortestFreeFrame = 48

    /// The stream that begins at that place.
    static func at(_ offset: Int64, in bytes: ByteReader) throws(InspectionFault) -> MPEGStart? {
        let frames = MPEGFrames(bytes: bytes)
        guard let frame = try frames.frame(at: offset) else { return try freeFormat(at: offset, in: bytes) }
        let chain = try frames.chain(from: offset, limit: provingHeaders + 1)
        let isCut = try endsInside(chain, bytes)
        let isChain = chain.headers >= provingHeaders || chain.isClosed || isCut && chain.headers > 1
        // What counts the frames proves that there are some, whatever has become of them.
        let isCounted = isChain ? false : try MPEGIndex(of: frame, at: offset, in: bytes) != nil
        guard isChain || isCounted else { return nil }
        return MPEGStart(offset: offset, frame: frame, frames: frames)
    }

    /// Whether the file ends within the last frame of the chain, or within what may be the next header.
    private static func endsInside(_ chain: MPEGFrames.Chain, _ bytes: ByteReader) throws(InspectionFault) -> Bool {
        guard bytes.isComplete, bytes.end - chain.end < 4 else { return false }
        if chain.end > bytes.end { return true }
        return try bytes.byte(at: chain.end) == 0xFF
    }

    /// The first stream within four kilobytes.
    static func search(from start: Int64, in bytes: ByteReader) throws(InspectionFault) -> MPEGStart? {
        let piece = try bytes.bytes(at: start, count: searchBytes)
        let frames = MPEGFrames(bytes: bytes)
        for (distance, byte) in piece.enumerated() where byte == 0xFF {
            let offset = start + Int64(distance)
            guard let frame = try frames.frame(at: offset) else { continue }
            let chain = try frames.chain(from: offset, limit: provingHeaders + 1)
            let isChain = chain.headers > provingHeaders || chain.headers == provingHeaders && chain.isClosed
            let isCounted = isChain ? false : try MPEGIndex(of: frame, at: offset, in: bytes) != nil
            if isChain || isCounted { return MPEGStart(offset: offset, frame: frame, frames: frames) }
        }
        return nil
    }

    /// A free-format stream of Layer III (ISO/IEC 11172-3 2.4.2.3), as encoders write no other: all frames but for
    /// padding have the same length, which the place of the second one tells.
    private static func freeFormat(at offset: Int64, in bytes: ByteReader) throws(InspectionFault) -> MPEGStart? {
        let header = try bytes.bytes(at: offset, count: 4)
        guard header.count == 4, let bare = MPEGFrame(header, freeBytes: 0), bare.bitRate == 0,
            case .mpeg(_, 1, _) = bare.stream
        else { return nil }
        let piece = try bytes.bytes(at: offset, count: longestFreeFrame + 4)
        for place in piece.indices.dropFirst(header.count) where piece[place] == 0xFF {
            let next = piece[place...].prefix(4)
            guard next.count == 4, isAlike(header, next) else { continue }
            // A pattern, not sound: it repeats sooner than any frame.
            guard place - piece.startIndex >= shortestFreeFrame, bytes.takes() else { return nil }
            let length = Int64(place - piece.startIndex) - bare.bytes
            let frames = MPEGFrames(bytes: bytes, freeBytes: length)
            let chain = try frames.chain(from: offset, limit: provingHeaders + 2)
            let isProven = chain.headers > provingHeaders + 1 || chain.isClosed && chain.headers > 1
            if isProven, let frame = try frames.frame(at: offset) {
                return MPEGStart(offset: offset, frame: frame, frames: frames)
            }
        }
        return nil
    }

    /// Whether both headers are of the same free-format stream: all but padding, private bit and stereo mode agree.
    private static func isAlike(_ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Bool {
        zip(zip(one, other), [0xFF, 0xFF, 0xFC] as [UInt8]).allSatisfy { ($0.0 ^ $0.1) & $1 == 0 }
    }
}

extension ByteReader {
    private static let zeroLimit: Int64 = 1 << 20

    /// Where a run of zeroes from there on ends, or where it is too long to be padding.
    func endOfZeros(from start: Int64) throws(InspectionFault) -> Int64 {
        var offset = start
        while offset - start < Self.zeroLimit {
            let run = try run(at: offset)
            if run.isEmpty { break }
            if let place = run.firstIndex(where: { $0 != 0 }) { return offset + Int64(place - run.startIndex) }
            offset += Int64(run.count)
        }
        return offset
    }
}
