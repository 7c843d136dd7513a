/// A Matroska segment (RFC 9559 4 and 5): its length, its tracks, and whether it is all there.
///
/// The clusters are hopped over, and only where something is not known before them: the size of the segment, or its
/// duration.
struct MatroskaSegment {
    private let elements: EBMLElements
    private var tracks: [MatroskaTrack] = []
    private var found = Measurement()
    /// Nanoseconds a tick.
    private var scale: UInt64 = 1_000_000
    private var hasTracks = false
    private var hasClusters = false
    private var clock = MatroskaClock()
    private var lastCluster: EBMLElement?

    private var bytes: ByteReader { elements.bytes }

    init(_ elements: EBMLElements) {
        self.elements = elements
    }

    mutating func measure() throws(InspectionFault) -> Measurement {
        guard let header = try elements.element(at: 0, before: bytes.end), header.id == Matroska.ID.header,
            !header.overruns
        else { return found.damaged(at: bytes.end, "ends inside its header") }
        var start = header.body.upperBound
        var segment = try elements.element(at: start, before: bytes.end)
        if let filler = segment, filler.id == 0xEC {
            start = filler.body.upperBound
            segment = try elements.element(at: start, before: bytes.end)
        }
        guard let segment else { return found.damaged(at: bytes.end, "ends before its segment") }
        guard segment.id == Matroska.ID.segment else {
            return found.damaged(at: start, "has no segment where it must begin")
        }
        let extent = try walk(segment)
        try readLastCluster()
        describe()
        found.extent = extent
        return found
    }

    /// Goes over the elements of the segment, and into clusters of unknown size.
    private mutating func walk(_ segment: EBMLElement) throws(InspectionFault) -> Measurement.Extent {
        var offset = segment.body.lowerBound
        while offset < segment.body.upperBound, !isEnough(segment), bytes.takes() {
            guard let element = try elements.element(at: offset, before: segment.body.upperBound) else {
                return try extent(withoutElementAt: offset, segment)
            }
            // Another file behind this one.
            if segment.isOpen, element.id == Matroska.ID.header { return extentAtEnd(of: offset) }
            try take(element)
            if element.overruns { return extent(overrunFrom: offset, segment) }
            offset = entersCluster(element) ? element.body.lowerBound : element.body.upperBound
        }
        if segment.overruns { return .damaged(at: bytes.end, "ends inside its segment") }
        return extentAtEnd(of: segment.isOpen ? min(offset, bytes.end) : segment.body.upperBound)
    }

    /// Whether what follows has nothing to tell.
    private func isEnough(_ segment: EBMLElement) -> Bool {
        !segment.isOpen && hasTracks && hasClusters && found.seconds != nil
    }

    /// A cluster whose end is not known is read through; of the others only the last, for the time of its blocks.
    private func entersCluster(_ element: EBMLElement) -> Bool {
        element.id == Matroska.ID.cluster && element.isOpen
    }

    private mutating func takeCluster(_ cluster: EBMLElement) throws(InspectionFault) {
        hasClusters = true
        guard !cluster.isOpen, found.seconds == nil else { return }
        lastCluster = cluster
        if let time = try elements.first(0xE7, in: cluster.body) { try clock.begin(time, elements) }
    }

    private mutating func readLastCluster() throws(InspectionFault) {
        guard found.seconds == nil, let lastCluster else { return }
        var offset = lastCluster.body.lowerBound
        while bytes.takes(), let element = try elements.element(at: offset, before: lastCluster.body.upperBound) {
            try clock.take(element, elements)
            offset = element.body.upperBound
        }
    }

    /// The element that begins there goes on where the segment ends: it was cut, or one of the two sizes is wrong.
    private func extent(overrunFrom offset: Int64, _ segment: EBMLElement) -> Measurement.Extent {
        let part = hasClusters ? "a cluster" : "the head of its segment"
        return segment.body.upperBound == bytes.end
            ? .damaged(at: bytes.end, "ends inside \(part)")
            : .damaged(at: offset, "has a part larger than its segment")
    }

    private func extentAtEnd(of end: Int64) -> Measurement.Extent {
        guard hasTracks else { return .damaged(at: bytes.end, "ends without tracks") }
        return hasClusters ? .whole(end: end) : .damaged(at: bytes.end, "ends without media data")
    }

    /// What stands there is the head of an element that was cut, or none: in a live stream the end.
    private func extent(
        withoutElementAt offset: Int64, _ segment: EBMLElement
    ) throws(InspectionFault) -> Measurement.Extent {
        if segment.overruns { return .damaged(at: bytes.end, "ends inside its segment") }
        if !segment.isOpen { return .damaged(at: offset, "has no element where one must begin") }
        let rest = try bytes.bytes(at: offset, count: 12)
        return rest.count < 12 && rest.first != 0
            ? .damaged(at: bytes.end, "ends inside the head of an element") : extentAtEnd(of: offset)
    }

    private mutating func take(_ element: EBMLElement) throws(InspectionFault) {
        switch element.id {
        case Matroska.ID.info: try readInfo(element)
        case Matroska.ID.tracks: try readTracks(element)
        case Matroska.ID.cluster: try takeCluster(element)
        default: try clock.take(element, elements)
        }
    }

    /// 5.1.2.
    private mutating func readInfo(_ info: EBMLElement) throws(InspectionFault) {
        var ticks = 0.0
        for element in try elements.list(info.body) {
            if element.id == 0x2AD7B1 { scale = max(1, try elements.number(element)) }
            if element.id == 0x4489 { ticks = try elements.float(element) }
        }
        let seconds = ticks * Double(scale) / 1e9
        if seconds > 0, seconds.isFinite { found.seconds = seconds }
    }

    private mutating func readTracks(_ list: EBMLElement) throws(InspectionFault) {
        guard !hasTracks else { return }
        for element in try elements.list(list.body) where element.id == Matroska.ID.track {
            tracks.append(try MatroskaTrack(element, in: elements))
        }
        hasTracks = !tracks.isEmpty
    }

    private mutating func describe() {
        let picture = tracks.first { $0.kind == 1 }
        found.stored = picture?.stored
        found.shown = picture?.shown
        let codecs = ([picture?.codec] + tracks.filter { $0.kind == 2 }.map(\.codec)).compactMap(\.self)
        for codec in codecs where !found.codecs.contains(codec) { found.codecs.append(codec) }
        if found.seconds == nil, hasClusters {
            found.seconds = clock.seconds(scale: scale, frameNanoseconds: picture?.frameNanoseconds ?? 0)
        }
    }
}
