/// A movie file as a whole (ISO/IEC 14496-12 8.2): its tracks and fragments put together.
struct ISOMovie {
    private let boxes: ISOBoxes
    private let layout: ISOLayout
    private var found = Measurement()
    /// Where the media data of all tracks end, which may lie behind the last box.
    private var mediaEnd: Int64 = 0

    static func measure(_ bytes: ByteReader) throws(InspectionFault) -> Measurement {
        var movie = ISOMovie(boxes: ISOBoxes(bytes: bytes), layout: try ISOLayout(of: bytes))
        var flaw: Measurement.Extent?
        if let box = movie.layout.movie { flaw = try movie.read(box) }
        movie.found.extent = movie.layout.flaw ?? flaw ?? .whole(end: max(movie.layout.end, movie.mediaEnd))
        return movie.found
    }

    private init(boxes: ISOBoxes, layout: ISOLayout) {
        self.boxes = boxes
        self.layout = layout
    }

    /// `mvhd` (8.2.2).
    private struct Header {
        var timescale: UInt64
        var seconds: Double
        var turns: Bool
    }

    /// Takes in the movie; what comes back is wrong with it.
    private mutating func read(_ movie: ISOBox) throws(InspectionFault) -> Measurement.Extent? {
        let start = movie.body.lowerBound - 8
        let parts = try boxes.list(in: movie.body)
        if parts.contains(where: { $0.kind == "moov" }) {
            return .damaged(at: start, "has a box moov inside the box moov")
        }
        // A movie of old QuickTime that is deflated as a whole.
        if parts.contains(where: { $0.kind == "cmov" }) { return .unknown }
        let tracks = try ISOTracks(of: movie, in: boxes.bytes)
        if tracks.isEmpty { found.frames = 0 }
        guard let header = try header(parts) else { return .damaged(at: start, "has no movie header") }
        let flaw = try read(tracks, header)
        if header.timescale == 0 { return .damaged(at: start, "declares 0 ticks a second") }
        if tracks.isEmpty { return .damaged(at: start, "has no tracks") }
        if let flaw { return flaw }
        if let flaw = try flawOfDuration(header, parts, start) { return flaw }
        return flawOfParts(parts, in: movie)
    }

    private func header(_ parts: [ISOBox]) throws(InspectionFault) -> Header? {
        guard let box = parts.first(where: { $0.kind == "mvhd" }) else { return nil }
        let isLong = try boxes.number(in: box, at: 0, count: 1) == 1
        guard let timescale = try boxes.number(in: box, at: isLong ? 20 : 12),
            let duration = try boxes.number(in: box, at: isLong ? 24 : 16, count: isLong ? 8 : 4)
        else { return nil }
        let isKnown = duration != (isLong ? .max : UInt64(UInt32.max)) && timescale > 0
        return Header(
            timescale: timescale, seconds: isKnown ? Double(duration) / Double(timescale) : 0,
            turns: try ISOMatrix.turns(box, at: isLong ? 48 : 36, boxes))
    }

    private mutating func read(_ tracks: ISOTracks, _ header: Header) throws(InspectionFault) -> Measurement.Extent? {
        let isQuickTime = layout.brands.map { $0.family == .quickTime } ?? true
        var flaw = try flawOfStructure(tracks)
        var samples: UInt64 = 0
        var hasPicture = false
        for track in tracks.pictures(inQuickTime: isQuickTime) + tracks.sounds {
            let facts = try ISOTrackFacts(track, movieTimescale: header.timescale, in: boxes)
            flaw = flaw ?? facts.flaw
            mediaEnd = max(mediaEnd, facts.mediaEnd)
            let count = take(facts, track)
            samples = samples.addingSaturated(count)
            guard let codec = facts.codec, !found.codecs.contains(codec) else { continue }
            found.codecs.append(codec)
            if track.handler == "vide", !hasPicture, let stored = facts.stored {
                hasPicture = true
                found.stored = stored
                found.shown = header.turns ? facts.shown?.turned : facts.shown
                found.frames = Int(exactly: count)
            }
        }
        if let flaw { return flaw }
        if samples == 0, !tracks.isEmpty { return .damaged(at: boxes.bytes.end, "ends without any samples") }
        return found.frames == 0 ? .damaged(at: boxes.bytes.end, "has a picture track without a picture") : nil
    }

    private func flawOfStructure(_ tracks: ISOTracks) throws(InspectionFault) -> Measurement.Extent? {
        let structure = ISOTrackStructure(boxes: boxes)
        for track in tracks.tracks {
            if let flaw = try structure.flaw(of: track) { return flaw }
        }
        return nil
    }

    /// Takes in the length of a track; what comes back is the number of its samples.
    private mutating func take(_ facts: ISOTrackFacts, _ track: ISOTracks.Track) -> UInt64 {
        let fragments = layout.fragments?.track(track.id)
        var seconds = facts.samples > 0 || fragments == nil ? facts.seconds ?? 0 : 0
        if let fragments, facts.timescale > 0 { seconds += Double(fragments.duration) / Double(facts.timescale) }
        let count = facts.samples.addingSaturated(fragments?.samples ?? 0)
        if count > 0, seconds > 0 { found.seconds = max(found.seconds ?? 0, seconds) }
        return count
    }

    /// The movie lasts as long as its longest track. A duration of 0 is no lie that a player minds.
    private func flawOfDuration(
        _ header: Header, _ parts: [ISOBox], _ start: Int64
    ) throws(InspectionFault) -> Measurement.Extent? {
        guard layout.fragments == nil, !parts.contains(where: { $0.kind == "mvex" }), let seconds = found.seconds,
            header.seconds > 2 * seconds + 60
        else { return nil }
        for track in parts where track.kind == "trak" {
            if try declaredSeconds(of: track, header) * 2 + 60 >= header.seconds { return nil }
        }
        return .damaged(at: start, "declares \(Int(min(header.seconds, 1e15))) s, which none of its tracks lasts")
    }

    /// What `tkhd` says of a track, which may be none that is measured.
    private func declaredSeconds(of track: ISOBox, _ header: Header) throws(InspectionFault) -> Double {
        guard let box = try boxes.first("tkhd", in: track.body) else { return 0 }
        let isLong = try boxes.number(in: box, at: 0, count: 1) == 1
        let duration = try boxes.number(in: box, at: isLong ? 28 : 20, count: isLong ? 8 : 4) ?? 0
        return Double(duration) / Double(header.timescale)
    }

    /// The last track ends inside the movie, and the samples lie in media data.
    private func flawOfParts(_ parts: [ISOBox], in movie: ISOBox) -> Measurement.Extent? {
        for part in parts where part.kind == "trak" {
            let size = part.claimedBytes ?? UInt64(movie.body.count)
            if size > UInt64(movie.body.upperBound - part.body.lowerBound + 8) {
                return .damaged(at: part.body.lowerBound - 8, "has a track that reaches beyond the box moov")
            }
        }
        return layout.hasMediaData ? nil : .damaged(at: layout.end, "has no media data")
    }
}
