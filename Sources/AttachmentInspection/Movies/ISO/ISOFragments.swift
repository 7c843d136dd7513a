/// Movie fragments (ISO/IEC 14496-12 8.8): samples and their durations, track by track.
struct ISOFragments {
    /// Tracks that are counted; a movie has two or three.
    private static let trackLimit = 64

    /// What the fragments hold of one track.
    struct Track {
        let id: UInt64
        /// The duration of a sample where a fragment does not tell.
        let sampleDuration: UInt64
        private(set) var samples: UInt64 = 0
        private var sum: UInt64 = 0
        /// By the times at which fragments begin.
        private var first: UInt64?
        private var end: UInt64 = 0

        init(id: UInt64, sampleDuration: UInt64) {
            self.id = id
            self.sampleDuration = sampleDuration
        }

        /// The sum of the samples' durations, or what the times of the fragments span: writers that do not know a
        /// duration yet leave it at 0.
        var duration: UInt64 { max(sum, first.map { end > $0 ? end - $0 : 0 } ?? 0) }

        /// Takes in a fragment that begins at that time, where it tells.
        mutating func add(samples count: UInt64, duration: UInt64, at time: UInt64?) {
            samples += count
            sum = sum.addingSaturated(duration)
            guard let time else { return }
            first = min(first ?? time, time)
            end = max(end, time.addingSaturated(duration))
        }
    }

    private(set) var tracks: [Track] = []
    /// Whether the fragment added last has samples.
    private(set) var addedSamples = false
    private let boxes: ISOBoxes

    /// Begins with the defaults of the movie (`trex`, 8.8.3).
    init(of movie: ISOBox?, _ boxes: ISOBoxes) throws(InspectionFault) {
        self.boxes = boxes
        guard let movie, let extends = try boxes.first("mvex", in: movie.body) else { return }
        for box in try boxes.list(in: extends.body, limit: Self.trackLimit) where box.kind == "trex" {
            guard let id = try boxes.number(in: box, at: 4) else { continue }
            tracks.append(Track(id: id, sampleDuration: try boxes.number(in: box, at: 12) ?? 0))
        }
    }

    /// What there is of that track.
    func track(_ id: UInt64) -> Track? {
        tracks.first { $0.id == id }
    }

    /// Takes in a fragment (`moof`); false where it declares more samples than it describes.
    mutating func add(_ fragment: ISOBox) throws(InspectionFault) -> Bool {
        addedSamples = false
        for box in try boxes.list(in: fragment.body, limit: Self.trackLimit) where box.kind == "traf" {
            if try !addTrack(box) { return false }
        }
        return true
    }

    private mutating func addTrack(_ box: ISOBox) throws(InspectionFault) -> Bool {
        let parts = try boxes.list(in: box.body)
        guard let header = parts.first(where: { $0.kind == "tfhd" }),
            let flags = try boxes.number(in: header, at: 0), let id = try boxes.number(in: header, at: 4),
            let place = place(of: id)
        else { return true }
        let usual = try usualDuration(header, flags) ?? tracks[place].sampleDuration
        var samples: UInt64 = 0
        var duration: UInt64 = 0
        for run in parts where run.kind == "trun" {
            guard let sum = try sum(of: run, usual: usual) else { return false }
            samples += sum.samples
            duration = duration.addingSaturated(sum.duration)
        }
        tracks[place].add(samples: samples, duration: duration, at: try time(parts))
        if samples > 0 { addedSamples = true }
        return true
    }

    /// When a fragment begins (`tfdt`, 8.8.12).
    private func time(_ parts: [ISOBox]) throws(InspectionFault) -> UInt64? {
        guard let box = parts.first(where: { $0.kind == "tfdt" }) else { return nil }
        let isLong = try boxes.number(in: box, at: 0, count: 1) == 1
        return try boxes.number(in: box, at: 4, count: isLong ? 8 : 4)
    }

    private mutating func place(of id: UInt64) -> Int? {
        if let place = tracks.firstIndex(where: { $0.id == id }) { return place }
        guard tracks.count < Self.trackLimit else { return nil }
        tracks.append(Track(id: id, sampleDuration: 0))
        return tracks.count - 1
    }

    /// The duration that `tfhd` gives to samples without their own (8.8.7).
    private func usualDuration(_ header: ISOBox, _ flags: UInt64) throws(InspectionFault) -> UInt64? {
        guard flags & 0x08 != 0 else { return nil }
        return try boxes.number(in: header, at: 8 + (flags & 0x01 == 0 ? 0 : 8) + (flags & 0x02 == 0 ? 0 : 4))
    }

    /// The samples of a `trun` (8.8.8); nil where its rows do not fit into it.
    private func sum(
        of run: ISOBox, usual: UInt64
    ) throws(InspectionFault) -> (samples: UInt64, duration: UInt64)? {
        guard let flags = try boxes.number(in: run, at: 0), let samples = try boxes.number(in: run, at: 4) else {
            return nil
        }
        let start = Int64(8 + (flags & 0x01 == 0 ? 0 : 4) + (flags & 0x04 == 0 ? 0 : 4))
        let rowBytes = 4 * Int64((flags >> 8 & 0xF).nonzeroBitCount)
        guard start + rowBytes * Int64(samples) <= Int64(run.body.count) else { return nil }
        guard flags & 0x100 != 0 else { return (samples, usual * samples) }
        guard boxes.bytes.takes(entries: Int(samples)) else { return (0, 0) }
        var duration: UInt64 = 0
        for row in 0..<Int64(samples) {
            duration += try boxes.number(in: run, at: start + row * rowBytes) ?? 0
        }
        return (samples, duration)
    }
}

extension UInt64 {
    /// The sum, or the greatest number where it would be greater.
    func addingSaturated(_ other: UInt64) -> UInt64 {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? .max : sum
    }
}
