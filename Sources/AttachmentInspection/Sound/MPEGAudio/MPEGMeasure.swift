extension MPEGAudio {
    static func measure(_ bytes: ByteReader) throws(InspectionFault) -> Measurement {
        guard let start = try start(in: bytes) else { return try soundless(bytes) }
        var found = Measurement()
        found.codecs = [start.frame.codec]
        let end = try SoundTags.start(in: bytes, after: start.offset)
        if let index = try MPEGIndex(of: start.frame, at: start.offset, in: bytes) {
            return try measure(found, from: start, to: end, by: index)
        }
        var walk = try MPEGWalk(from: start, to: end)
        let stop = try walk.run(leaps: true)
        found.seconds = walk.seconds
        return try judge(found, walk, stop, start)
    }

    /// A stream without any count of its frames. Nothing but its last frame can be seen to be missing.
    ///
    /// That frame may lack bytes in two cases without harm: where a tag follows, as the file's end is there then, and
    /// where the file begins in the middle of a frame, too: such are pieces cut out of a broadcast.
    static func judge(
        _ found: Measurement, _ walk: MPEGWalk, _ stop: MPEGWalk.Stop, _ start: MPEGStart
    ) throws(InspectionFault) -> Measurement {
        let bytes = start.frames.bytes
        let hasTag = walk.end < bytes.end
        switch stop {
        case .atEnd: return found.whole(end: bytes.end)
        case .beforeOther:
            // What an encoder leaves before the tag is less than a frame.
            if hasTag, walk.end - walk.offset < start.frame.bytes { return found.whole(end: bytes.end) }
            let isCut = try SoundTags.isCut(at: walk.offset, in: bytes)
            return isCut ? found.damaged(at: bytes.end, "ends inside a tag") : found.whole(end: walk.offset)
        case .insideFrame:
            let isBare = try ID3Tag.end(in: bytes) == nil
            let isPiece = isBare ? try bytes.endOfZeros(from: 0) < start.offset : false
            if hasTag || isPiece, walk.count > 0 { return found.whole(end: bytes.end) }
            return found.damaged(at: bytes.end, "ends inside a frame")
        }
    }

    /// What is left of a file whose sound has not begun.
    private static func soundless(_ bytes: ByteReader) throws(InspectionFault) -> Measurement {
        guard let tagEnd = try ID3Tag.end(in: bytes), try bytes.endOfZeros(from: tagEnd) >= bytes.end else {
            return Measurement().damaged(at: bytes.end, "ends inside its first frame")
        }
        let what = tagEnd > bytes.end ? "ends inside its ID3 tag" : "ends behind its ID3 tag, without sound"
        return Measurement().damaged(at: bytes.end, what)
    }

    /// A stream that counts its frames. Where its bytes are just those that it counts, that is taken as said; else all
    /// headers are counted.
    private static func measure(
        _ found: Measurement, from start: MPEGStart, to end: Int64, by index: MPEGIndex
    ) throws(InspectionFault) -> Measurement {
        var found = found
        let claimedEnd = index.bytes.map { start.offset + $0 }
        if let frames = index.frames, claimedEnd == end, end - start.offset > start.frame.bytes {
            found.seconds = seconds(of: frames, index, start.frame)
            return found.whole(end: start.frames.bytes.end)
        }
        var walk = try MPEGWalk(from: start, to: end)
        let stop = try walk.run(leaps: false)
        // The first frame is the index itself.
        let present = max(walk.count - 1, 0)
        let announced = index.frames ?? present
        found.seconds = seconds(of: present > announced + 1 ? present : announced, index, start.frame)
        // Some encoders count the index as well; the bytes would tell.
        let countsItself = present + 1 == announced && stop != .insideFrame && claimedEnd ?? 0 <= walk.offset
        if present < announced, !countsItself {
            let place = stop == .beforeOther ? walk.offset : start.frames.bytes.end
            return found.damaged(at: place, "has \(present) of the \(announced) frames that it announces")
        }
        if present == 0 { return found.damaged(at: start.frames.bytes.end, "has no frame behind its index") }
        let isComplete = stop == .insideFrame && index.frames != nil
        return isComplete ? found.whole(end: start.frames.bytes.end) : try judge(found, walk, stop, start)
    }

    private static func seconds(of frames: Int64, _ index: MPEGIndex, _ frame: MPEGFrame) -> Double {
        Double(max(frames * frame.samples - index.addedSamples, 0)) / Double(frame.rate)
    }
}
