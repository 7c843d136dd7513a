import AttachmentDomain
import AttachmentInspection
import Testing

@Suite("measuring AMR", .timeLimit(.minutes(1)))
struct AMRTests {
    private static let narrow = Array("#!AMR\n".utf8)
    private static let wide = Array("#!AMR-WB\n".utf8)

    private static func frame(_ kind: UInt8, _ count: Int) -> [UInt8] {
        [kind << 3 | 4] + [UInt8](repeating: 0x55, count: count - 1)
    }

    @Test(
        arguments: [
            (narrow, [13, 14, 16, 18, 20, 21, 27, 32, 6], "amr_nb"),
            (wide, [18, 24, 33, 37, 41, 47, 51, 59, 61, 6], "amr_wb"),
        ] as [([UInt8], [Int], String)])
    func `given frames of every kind, when they are measured, then each is 20 ms`(
        signature: [UInt8], sizes: [Int], codec: String
    ) throws {
        let frames = sizes.enumerated().map { Self.frame(UInt8($0.offset), $0.element) } + [Self.frame(15, 1)]
        let file = signature + frames.flatMap(\.self)
        let inspection = try inspect(file)
        #expect(inspection.mediaType == "audio/amr")
        #expect(inspection.codec == codec)
        #expect(abs((inspection.durationSeconds ?? 0) - Double(frames.count) * 0.02) < 0.001)
        #expect(inspection.whole == true)
        let ends = frames.indices.map { signature.count + frames[...$0].map(\.count).reduce(0, +) }
        try expectCutsAreTold(of: file) { ends.contains($0) }
    }

    @Test func `given AMR that is cut or goes on with other bytes, when it is measured, then that is told`() throws {
        let file = Self.narrow + Self.frame(7, 32) + Self.frame(7, 32)
        for (cut, damage) in [(5, "ends inside its signature"), (6, "has no frames"), (50, "ends inside a frame")] {
            let inspection = try inspect(Array(file.prefix(cut)))
            #expect(inspection.damage == damage)
            #expect(inspection.wholeUntil == Int64(cut))
        }
        #expect(try inspect(file + [0xFF, 1, 2]).foreignBytes == 3)
    }

    @Test func `given a text that begins like AMR, when it is looked at, then it is none`() throws {
        for text in ["#!AMR\nis the signature of speech", "#!AMRX and so on and on", "#!/bin/sh\necho"] {
            guard case .notMedia = try look(at: Array(text.utf8)) else {
                Issue.record("taken for media: \(text)")
                continue
            }
        }
        #expect(try look(at: Self.narrow, complete: false) == .undecided)
        #expect(try look(at: Array(Self.wide.prefix(7)), complete: false) == .undecided)
    }
}

@Suite("measuring MIDI", .timeLimit(.minutes(1)))
struct MIDITests {
    private static let end: [UInt8] = [0, 0xFF, 0x2F, 0]

    private static func head(format: Int, tracks: Int, division: Int = 96) -> [UInt8] {
        Array("MThd".utf8) + Bytes.big(6) + Bytes.big(format, 2) + Bytes.big(tracks, 2) + Bytes.big(division, 2)
    }

    private static func track(_ events: [UInt8]) -> [UInt8] {
        Array("MTrk".utf8) + Bytes.big(events.count) + events
    }

    /// A note of two quarters (192 ticks of 96), whose end leaves out its status.
    private static let note: [UInt8] = [0, 0x90, 60, 64, 0x81, 0x40, 60, 0]

    private static func tempo(_ microseconds: Int, after ticks: UInt8 = 0) -> [UInt8] {
        [ticks, 0xFF, 0x51, 3] + Bytes.big(microseconds, 3)
    }

    private func seconds(_ file: [UInt8]) throws -> Double? {
        let inspection = try inspect(file)
        #expect(inspection.mediaType == "audio/midi")
        #expect(inspection.whole == true)
        return inspection.durationSeconds
    }

    @Test func `given one track, when it is measured, then tempo and ticks tell the time`() throws {
        #expect(try seconds(Self.head(format: 0, tracks: 1) + Self.track(Self.note + Self.end)) == 1)
        let slow = Self.head(format: 0, tracks: 1) + Self.track(Self.tempo(1_000_000) + Self.note + Self.end)
        #expect(try seconds(slow) == 2)
        let change = Self.track([0, 0xC0, 5] + Self.tempo(1_000_000, after: 96) + Self.note + Self.end)
        #expect(try seconds(Self.head(format: 0, tracks: 1) + change) == 2.5)
        try expectCutsAreTold(of: slow)
    }

    @Test func `given tracks side by side or in a row, when they are measured, then the longest or all count`() throws {
        let both = Self.track(Self.tempo(1_000_000) + Self.end) + Self.track(Self.note + Self.end)
        #expect(try seconds(Self.head(format: 1, tracks: 2) + both) == 2)
        let row = Self.track(Self.tempo(1_000_000) + Self.note + Self.end) + Self.track(Self.note + Self.end)
        #expect(try seconds(Self.head(format: 2, tracks: 2) + row) == 3)
    }

    @Test func `given time code, when it is measured, then a tick has always the same length`() throws {
        let file = Self.head(format: 0, tracks: 1, division: 0xE728) + Self.track(Self.tempo(9) + Self.note + Self.end)
        #expect(try seconds(file) == 0.192)
    }

    @Test func `given system messages and other chunks, when they are read, then they are passed over`() throws {
        let system: [UInt8] = [0, 0xF0, 3, 0x7E, 0x7F, 0xF7]
        let other = Array("XFIH".utf8) + Bytes.big(4) + [9, 9, 9, 9]
        let file = Self.head(format: 0, tracks: 1) + other + Self.track(system + Self.note + Self.end)
        #expect(try seconds(file) == 1)
        #expect(try seconds(Bytes.form("RIFF", "RMID", Bytes.chunk("data", file))) == 1)
    }

    @Test func `given files that are cut or wrong, when they are measured, then that is told`() throws {
        let head = Self.head(format: 1, tracks: 2)
        let track = Self.track(Self.note + Self.end)
        for (file, damage, place) in [
            (Array(head.prefix(9)), "ends inside its header", 9), (head, "ends before its first track", 14),
            (head + track, "ends after 1 of 2 tracks", 34), (head + track.dropLast(), "ends inside the chunk MTrk", 33),
            (head + [0, 0, 0, 0, 0, 0, 0, 0], "has no track where one must begin", 14),
            (head + Self.track([0, 60, 60]), "has no event where one must begin", 22),
            (head + Self.track([0xFF, 0xFF, 0xFF, 0xFF, 0xFF]), "has no event where one must begin", 22),
            (Self.head(format: 0, tracks: 1, division: 0) + track, "declares no length of a tick", 12),
            (Self.head(format: 0, tracks: 0), "has no tracks", 14),
        ] {
            let inspection = try inspect(file)
            #expect(inspection.damage == damage)
            #expect(inspection.wholeUntil == Int64(place))
        }
        #expect(try look(at: Array("MThd begins MIDI".utf8)) == .notMedia(mime: "application/octet-stream"))
        #expect(try look(at: Array("MThd".utf8)) == .notMedia(mime: "application/octet-stream"))
    }
}
