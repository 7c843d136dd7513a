/// The pages of an Ogg file, of which those at its end tell how long it is and whether it is all there.
///
/// A file whose last page does not end a stream may have been cut just there, or never been closed, as when a
/// broadcast is recorded: which one is not known.
struct OggWalk {
    private let bytes: ByteReader
    private var streams: [OggStream]
    /// The latest position of each stream.
    private var granules: [UInt64: UInt64] = [:]
    /// The time of the streams that have ended before these began: files one after the other.
    private var secondsBefore = 0.0
    /// The time at which the streams begin: late where they were cut out of a broadcast.
    private var secondsAtStart = 0.0
    private var last: OggPage?
    /// Whether streams begin behind the first ones.
    private var isChained = false

    /// The last bytes that are looked at first: two pages of the largest size, and then more.
    private static let lastBytes: [Int64] = [131_072, 1 << 20]
    /// More than one page holds.
    private static let mostSecondsInPage = 30.0
    /// Pages of headers before the first sound.
    private static let headerPages = 64

    init(_ streams: [OggStream], in bytes: ByteReader) {
        self.streams = streams
        self.bytes = bytes
    }

    /// The time of the longest stream, with those before; nil where none has any.
    var seconds: Double? {
        latest.map { max($0 - secondsAtStart, 0) + secondsBefore }
    }

    /// The pictures of that stream; nil where it does not begin or end with the file.
    func frames(of picture: OggStream) -> Int? {
        guard !isChained, secondsAtStart == 0, let granule = granules[picture.serial] else { return nil }
        return picture.frames(at: granule).map { Int(clamping: $0) }
    }

    private var latest: Double? {
        streams.compactMap { stream in granules[stream.serial].flatMap { stream.seconds(at: $0) } }.max()
    }

    /// Goes over the pages at the end, and over all from `start` on, behind the first ones, where those do not tell.
    mutating func run(from start: Int64) throws(InspectionFault) -> Measurement.Extent {
        try findStart(from: start)
        let opening = streams
        for reach in Self.lastBytes where bytes.end - start > reach && !isChained {
            guard let first = try search(from: bytes.end - reach) else { continue }
            let end = try walk(from: first, follows: false)
            if !isChained, latest ?? 0 > 0 { return try extent(end) }
            granules = [:]
        }
        streams = opening
        secondsBefore = 0
        isChained = false
        let end = try walk(from: start, follows: true)
        return try extent(end)
    }

    private mutating func findStart(from start: Int64) throws(InspectionFault) {
        var offset = start
        for _ in 0..<Self.headerPages {
            guard bytes.takes(), let page = try OggPage(at: offset, in: bytes) else { return }
            offset = page.end
            guard let granule = page.granule, granule > 0 else { continue }
            let seconds = streams.first { $0.serial == page.serial }?.seconds(at: granule) ?? 0
            if seconds > Self.mostSecondsInPage { secondsAtStart = seconds }
            return
        }
    }

    /// The first page from there on, within as many bytes as one may have; nil without one.
    private func search(from place: Int64) throws(InspectionFault) -> Int64? {
        let piece = try bytes.bytes(at: place, count: OggPage.limit)
        for index in piece.indices.dropLast(3) where piece[index] == 0x4F && piece[index + 3] == 0x53 {
            guard bytes.takes() else { return nil }
            let offset = place + Int64(index - piece.startIndex)
            if try OggPage(at: offset, in: bytes) != nil { return offset }
        }
        return nil
    }

    /// Goes from page to page, also over bytes that are none; gives the place behind the last. With `follows`, streams
    /// that begin behind others are counted, too; else the walk ends there.
    private mutating func walk(from start: Int64, follows: Bool) throws(InspectionFault) -> Int64 {
        var offset = start
        var end = start
        while offset < bytes.end, bytes.takes() {
            guard let page = try OggPage(at: offset, in: bytes) else {
                guard let next = try search(from: offset) else { break }
                offset = next
                continue
            }
            try take(page)
            if isChained, !follows { break }
            offset = page.end
            end = page.end
        }
        return end
    }

    private mutating func take(_ page: OggPage) throws(InspectionFault) {
        last = page
        if page.isFirst { try begin(page) }
        guard streams.contains(where: { $0.serial == page.serial }) else {
            isChained = true
            return
        }
        if let granule = page.granule, page.end <= bytes.end { granules[page.serial] = granule }
    }

    private mutating func begin(_ page: OggPage) throws(InspectionFault) {
        isChained = true
        if let seconds {
            secondsBefore = seconds
            secondsAtStart = 0
            streams = []
            granules = [:]
        }
        if streams.count < Ogg.streamLimit { streams.append(try OggStream(page, in: bytes)) }
    }

    private func extent(_ end: Int64) throws(InspectionFault) -> Measurement.Extent {
        if end > bytes.end { return .damaged(at: bytes.end, "ends inside a page") }
        let rest = try bytes.bytes(at: end, count: 4)
        if !rest.isEmpty, bytes.end - end < OggPage.headLimit, "OggS".utf8.starts(with: rest) {
            return .damaged(at: bytes.end, "ends inside the head of a page")
        }
        guard let last else { return .damaged(at: bytes.end, "ends before its first sound") }
        if streams.contains(where: \.isTimed), latest ?? 0 <= 0, secondsBefore == 0 {
            return .damaged(at: bytes.end, last.isLast ? "has no samples" : "ends before its first sound")
        }
        return last.isLast ? .whole(end: end) : .unknown
    }
}
