/// The boxes that a track is made of (ISO/IEC 14496-12 8.3 to 8.7), each in the one before: without one of them, or with
/// one that is larger than what holds it, players lose the track or the film.
struct ISOTrackStructure {
    private static let levels: [FourCC] = ["trak", "mdia", "minf", "stbl"]

    let boxes: ISOBoxes

    /// What is wrong with a track; nil where all is there.
    func flaw(of track: ISOTracks.Track) throws(InspectionFault) -> Measurement.Extent? {
        let start = track.box.body.lowerBound - 8
        var holder = track.box
        for (depth, name) in Self.levels.enumerated() {
            let parts = try boxes.list(in: holder.body)
            if let part = parts.first(where: \.overruns) {
                return .damaged(
                    at: part.body.lowerBound - 8, "has a box \(part.kind) that reaches beyond the box \(name)")
            }
            for wanted in needed(in: name, of: track) where !parts.contains(where: { $0.kind == wanted }) {
                return .damaged(at: start, "has a track without the box \(wanted)")
            }
            guard depth + 1 < Self.levels.count else { break }
            guard let next = parts.first(where: { $0.kind == Self.levels[depth + 1] }) else { return nil }
            holder = next
        }
        return nil
    }

    private func needed(in box: FourCC, of track: ISOTracks.Track) -> [FourCC] {
        switch box {
        case "trak": ["mdia"]
        case "mdia": isPlayed(track) ? ["hdlr", "minf"] : ["hdlr"]
        case "minf": isPlayed(track) ? ["stbl"] : []
        default: isPlayed(track) ? ["stsd"] : []
        }
    }

    private func isPlayed(_ track: ISOTracks.Track) -> Bool {
        track.handler == "vide" || track.handler == "soun"
    }
}
