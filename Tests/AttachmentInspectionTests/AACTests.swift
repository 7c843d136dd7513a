import AttachmentDomain
import AttachmentInspection
import Testing

@Suite("measuring AAC without a container", .timeLimit(.minutes(1)))
struct AACTests {
    /// A frame at 44.1 kHz of so many bytes, with more blocks than one.
    private func frame(_ count: Int, moreBlocks: Int = 0) -> [UInt8] {
        let length = UInt32(count) << 13 | 0x1FFC | UInt32(moreBlocks)
        let tail = (0..<4).map { UInt8(truncatingIfNeeded: length >> (24 - 8 * $0)) }
        return [0xFF, 0xF1, 0x50] + [0x80 | tail[0]] + tail[1...] + [UInt8](repeating: 0x21, count: count - 7)
    }

    private var frames: [UInt8] { [300, 200, 411, 190].flatMap { frame($0) } }

    @Test func `given ADTS, when it is measured, then its blocks tell the time`() throws {
        let inspection = try inspect(frames)
        #expect(inspection.mediaType == "audio/aac")
        #expect(inspection.codec == "aac")
        #expect(inspection.whole == true)
        #expect(abs((inspection.durationSeconds ?? 0) - 4096.0 / 44_100) < 0.001)
        let many = try inspect(frames + frame(900, moreBlocks: 3))
        #expect(abs((many.durationSeconds ?? 0) - 8192.0 / 44_100) < 0.001)
        try expectCutsAreTold(of: frames) { [300, 500, 911].contains($0) }
    }

    @Test func `given tags around ADTS, when it is measured, then they are no part of it`() throws {
        let tagged = Bytes.tag(50) + frames + Bytes.tag(20) + frames + Bytes.oldTag
        let inspection = try inspect(tagged)
        #expect(inspection.mediaType == "audio/aac")
        #expect(inspection.whole == true)
        #expect(abs((inspection.durationSeconds ?? 0) - 8192.0 / 44_100) < 0.001)
    }

    @Test func `given ADTS cut in a frame, when it is measured, then it is sound up to its end`() throws {
        let cut = Array(frames.dropLast(20))
        let inspection = try inspect(cut)
        #expect(inspection.whole == false)
        #expect(inspection.wholeUntil == Int64(cut.count))
        #expect(inspection.damage == "ends inside a frame")
    }

    @Test func `given one header that nothing follows, when it is looked at, then it is no sound`() throws {
        let bytes = Array(frames.prefix(7)) + [UInt8](repeating: 0x21, count: 900)
        #expect(try look(at: bytes) == .notMedia(mime: "application/octet-stream"))
    }

    @Test func `given ADIF, when it is looked at, then coded sound is told from the logs of radio amateurs`() throws {
        let sound = Array("ADIF".utf8) + [0x40, 0xDE, 0x02, 0x00] + [UInt8](repeating: 0xA5, count: 200)
        let inspection = try inspect(sound)
        #expect(inspection.mediaType == "audio/aac")
        #expect(inspection.whole == nil)
        let log = String(repeating: "ADIF export by a logbook\n<CALL:5>DL1AB<EOR>\n", count: 4)
        #expect(try look(at: Array(log.utf8)) == .notMedia(mime: "text/plain"))
        #expect(try look(at: Array(log.utf8.prefix(30)), complete: false) == .undecided)
    }
}
