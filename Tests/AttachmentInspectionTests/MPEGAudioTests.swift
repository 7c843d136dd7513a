import AttachmentDomain
import AttachmentInspection
import Testing

@Suite("measuring MPEG audio", .timeLimit(.minutes(1)))
struct MPEGAudioTests {
    /// A frame of 128 kbit/s at 44.1 kHz, without padding: 417 bytes, 1,152 samples.
    private static let frame = frame([0xFF, 0xFB, 0x90, 0x44], 417)
    private static let frameSeconds = 1152.0 / 44_100

    private static func frame(_ header: [UInt8], _ count: Int) -> [UInt8] {
        header + [UInt8](repeating: 0x55, count: count - header.count)
    }

    private static func frames(_ count: Int) -> [UInt8] {
        (0..<count).flatMap { _ in frame }
    }

    /// A first frame that counts those behind it, `delay` and `padding` samples of which are the encoder's.
    private static func index(
        _ name: String = "Xing", frames: Int?, bytes: Int?, delay: Int? = nil, padding: Int = 0
    ) -> [UInt8] {
        let flags = (frames == nil ? 0 : 1) + (bytes == nil ? 0 : 2)
        var fields = Array(name.utf8) + Bytes.big(flags)
        fields += frames.map { Bytes.big($0) } ?? []
        fields += bytes.map { Bytes.big($0) } ?? []
        if let delay {
            fields += Array("LAME3.100".utf8) + Bytes.zeroes(12) + Bytes.big(delay << 12 | padding, 3)
        }
        let head: [UInt8] = [0xFF, 0xFB, 0x90, 0x44] + Bytes.zeroes(32) + fields
        return head + Bytes.zeroes(417 - head.count)
    }

    private func expect(
        _ bytes: [UInt8], seconds: Double, codec: String = "mp3", sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let inspection = try inspect(bytes, sourceLocation: sourceLocation)
        #expect(inspection.mediaType == "audio/mpeg", sourceLocation: sourceLocation)
        #expect(inspection.whole == true, sourceLocation: sourceLocation)
        #expect(inspection.foreignBytes == nil, sourceLocation: sourceLocation)
        #expect(inspection.codec == codec, sourceLocation: sourceLocation)
        #expect(abs((inspection.durationSeconds ?? -1) - seconds) < 0.001, sourceLocation: sourceLocation)
    }

    private func expectDamage(
        _ bytes: [UInt8], _ damage: String, at place: Int? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let inspection = try inspect(bytes, sourceLocation: sourceLocation)
        #expect(inspection.whole == false, sourceLocation: sourceLocation)
        #expect(inspection.damage == damage, sourceLocation: sourceLocation)
        #expect(inspection.wholeUntil == Int64(place ?? bytes.count), sourceLocation: sourceLocation)
    }

    @Test func `given frames alone, when they are measured, then their number tells the time`() throws {
        for count in [1, 2, 3, 10] {
            try expect(Self.frames(count), seconds: Double(count) * Self.frameSeconds)
        }
        try expectCutsAreTold(of: Self.frames(4)) { $0 % 417 == 0 }
    }

    @Test(
        arguments: [
            ([0xFF, 0xFB, 0x90, 0x44], 417, 1152.0 / 44_100, "mp3"),
            ([0xFF, 0xFA, 0x92, 0x44], 418, 1152.0 / 44_100, "mp3"),
            ([0xFF, 0xFB, 0x94, 0xC4], 384, 1152.0 / 48_000, "mp3"),
            ([0xFF, 0xF3, 0x40, 0xC4], 104, 576.0 / 22_050, "mp3"),
            ([0xFF, 0xE3, 0x28, 0xC4], 144, 576.0 / 8000, "mp3"),
            ([0xFF, 0xFD, 0x84, 0x04], 384, 1152.0 / 48_000, "mp2"),
            ([0xFF, 0xF5, 0x40, 0xC4], 208, 1152.0 / 22_050, "mp2"),
            ([0xFF, 0xFF, 0x42, 0x44], 140, 384.0 / 44_100, "mp1"),
        ] as [([UInt8], Int, Double, String)])
    func `given versions, layers and rates, when they are measured, then each frame has its own length and time`(
        header: [UInt8], count: Int, seconds: Double, codec: String
    ) throws {
        let sound = (0..<5).flatMap { _ in Self.frame(header, count) }
        try expect(sound, seconds: 5 * seconds, codec: codec)
    }

    @Test func `given frames of many bit rates, when they are measured, then all are counted`() throws {
        let wide = Self.frame([0xFF, 0xFB, 0xB0, 0x44], 626)
        let sound = Self.frames(300) + (0..<300).flatMap { _ in wide } + Self.frames(150)
        try expect(Self.frames(300) + (0..<40).flatMap { _ in wide }, seconds: 340 * Self.frameSeconds)
        try expect(sound, seconds: 750 * Self.frameSeconds)
    }

    @Test func `given a long stream of one bit rate, when it is measured, then its bytes tell, and its end is seen`()
        throws
    {
        let sound = Self.frames(2000)
        try expect(sound, seconds: 2000 * Self.frameSeconds)
        try expectDamage(Array(sound.dropLast(5)), "ends inside a frame")
        try expectDamage(sound + [0xFF, 0xFB], "ends inside a frame")
    }

    @Test func `given an index, when it is read, then its count without the encoder's samples is the time`() throws {
        let sound = Self.frames(9)
        let time = 9 * Self.frameSeconds
        try expect(Self.index(frames: 9, bytes: 4170) + sound, seconds: time)
        try expect(Self.index("Info", frames: 9, bytes: nil) + sound, seconds: time)
        try expect(
            Self.index(frames: 9, bytes: 4170, delay: 576, padding: 1000) + sound, seconds: time - 1576 / 44_100)
        // One that says nothing, and one that counts itself.
        try expect(Self.index(frames: nil, bytes: nil) + sound, seconds: time)
        try expect(Self.index(frames: nil, bytes: 834) + Self.frame, seconds: Self.frameSeconds)
        try expect(Self.index(frames: 10, bytes: 4170) + sound, seconds: 10 * Self.frameSeconds)
        try expectCutsAreTold(of: Self.index(frames: 3, bytes: 1668) + Self.frames(3))
        try expectCutsAreTold(of: Self.index(frames: 3, bytes: 1668) + Self.frames(3) + Bytes.oldTag) {
            // Two letters of a tag are no tag yet.
            1668...1670 ~= $0
        }
    }

    @Test func `given a VBRI header, when it is read, then its count is the time`() throws {
        let head: [UInt8] = [0xFF, 0xFB, 0x90, 0x44] + Bytes.zeroes(32) + Array("VBRI".utf8) + Bytes.zeroes(6)
        func index(_ frames: Int, _ bytes: Int) -> [UInt8] {
            let fields = head + Bytes.big(bytes) + Bytes.big(frames)
            return fields + Bytes.zeroes(417 - fields.count)
        }
        try expect(index(9, 4170) + Self.frames(9), seconds: 9 * Self.frameSeconds)
        try expectDamage(index(20, 8757) + Self.frames(9), "has 9 of the 20 frames that it announces")
    }

    @Test func `given fewer frames than an index counts, when they are counted, then the file is cut`() throws {
        let damage = "has 9 of the 20 frames that it announces"
        try expectDamage(Self.index(frames: 20, bytes: 8757) + Self.frames(9), damage)
        try expectDamage(Self.index(frames: 20, bytes: nil) + Self.frames(9), damage)
        try expectDamage(Self.index(frames: 20, bytes: 8757), "has 0 of the 20 frames that it announces")
        try expectDamage(Self.index(frames: nil, bytes: nil), "has no frame behind its index")
        let page = Array("<html><body>an error</body></html>".utf8)
        let foreign = Self.index(frames: 10, bytes: 4190) + Self.frames(9) + page
        try expectDamage(foreign, "has 9 of the 10 frames that it announces", at: 4170)
        let half = Array(Self.index(frames: 20, bytes: 8757).prefix(300))
        try expectDamage(half, "has 0 of the 20 frames that it announces")
    }

    @Test func `given an index and then other bytes, when the frames are counted, then it proves them all the same`()
        throws
    {
        let lost = Self.index(frames: 20, bytes: 8757) + Bytes.zeroes(900) + [1, 2, 3] + Self.frames(9)
        try expectDamage(lost, "has 9 of the 20 frames that it announces")
    }

    @Test func `given more frames than an index counts, when they are counted, then they are the time`() throws {
        let joined = Self.index(frames: 9, bytes: 4170) + Self.frames(30)
        try expect(joined, seconds: 30 * Self.frameSeconds)
    }

    @Test func `given tags before and behind, when the sound is measured, then they are no part of it`() throws {
        let ape = Array("APETAGEX".utf8) + Bytes.little(2000) + Bytes.little(82) + Bytes.little(1)
        let footer = ape + Bytes.little(1 << 31) + Bytes.zeroes(8)
        let apeTag = footer + Bytes.zeroes(50) + footer
        let lyrics = Array("LYRICSBEGININD0000200".utf8) + Array("000021LYRICS200".utf8)
        for tail in [Bytes.oldTag, apeTag, apeTag + Bytes.oldTag, lyrics + Bytes.oldTag] {
            try expect(Self.frames(5) + tail, seconds: 5 * Self.frameSeconds)
            try expect(Self.index(frames: 5, bytes: 2502) + Self.frames(5) + tail, seconds: 5 * Self.frameSeconds)
        }
        for head in [Bytes.tag(10), Bytes.tag(90_000), Bytes.tag(10) + Bytes.tag(20), Bytes.tag(10, claims: 8)] {
            try expect(head + Self.frames(5), seconds: 5 * Self.frameSeconds)
        }
        let short = Bytes.tag(10, claims: 2) + Self.index(frames: 1, bytes: 834) + Self.frame
        try expect(short, seconds: Self.frameSeconds)
        // A size that reaches a little into the first frame loses that one.
        try expect(Bytes.tag(10, claims: 20) + Self.frames(5), seconds: 4 * Self.frameSeconds)
    }

    @Test func `given the head of a tagged file, when more may come, then nothing is said before its frames`() throws {
        let file = Bytes.tag(300) + Bytes.zeroes(6000) + Self.frames(5)
        for count in stride(from: 1, to: file.count, by: 97) {
            let early = try look(at: Array(file.prefix(count)), complete: false)
            let isMedia = if case .media = early { true } else { false }
            #expect(isMedia || early == .undecided, "\(count)")
        }
    }

    @Test func `given tags without sound, when they are measured, then the file is cut`() throws {
        try expectDamage(Bytes.tag(300), "ends behind its ID3 tag, without sound")
        try expectDamage(Bytes.tag(300, claims: 40_000), "ends inside its ID3 tag")
        try expectDamage(Bytes.tag(300) + Bytes.zeroes(70), "ends behind its ID3 tag, without sound")
        try expectDamage(Bytes.tag(300) + Self.frame.prefix(70), "ends inside its first frame")
        try expect(Bytes.tag(300) + Bytes.zeroes(70) + Self.frame, seconds: Self.frameSeconds)
    }

    @Test func `given a tag that is cut, when it is read, then the file is cut`() throws {
        try expectDamage(Self.frames(5) + Bytes.oldTag.prefix(100), "ends inside a tag")
        let ape = Array("APETAGEX".utf8) + Bytes.little(2000) + Bytes.little(500) + Bytes.zeroes(40)
        try expectDamage(Self.frames(5) + ape, "ends inside a tag")
    }

    @Test func `given a last frame that is cut, when a tag follows or the start is cut too, then it is whole`() throws {
        let cut = Array(Self.frames(6).dropLast(100))
        try expectDamage(cut, "ends inside a frame")
        try expect(cut + Bytes.oldTag, seconds: 5 * Self.frameSeconds)
        try expect([UInt8](repeating: 0x55, count: 200) + cut, seconds: 5 * Self.frameSeconds)
        // Zeroes before the first frame are padding, not the end of another one.
        try expectDamage(Bytes.zeroes(200) + cut, "ends inside a frame")
    }

    @Test func `given zeroes or a tag between frames, when they are counted, then the count goes on`() throws {
        let joined = Self.frames(5) + Bytes.oldTag + Bytes.tag(100) + Self.frames(5)
        try expect(joined, seconds: 10 * Self.frameSeconds)
        try expect(Self.frames(5) + Bytes.tag(100), seconds: 5 * Self.frameSeconds)
        try expect(Self.frames(5) + Bytes.zeroes(700) + Self.frames(5), seconds: 10 * Self.frameSeconds)
        try expect(Bytes.zeroes(9000) + Self.frames(5), seconds: 5 * Self.frameSeconds)
        try expect(Bytes.tag(10) + Bytes.zeroes(90_000) + Self.frames(5), seconds: 5 * Self.frameSeconds)
        try expect(Self.frames(5) + Bytes.zeroes(9000) + Bytes.oldTag, seconds: 5 * Self.frameSeconds)
        try expect(Self.frames(5) + [1, 2, 3] + Bytes.oldTag, seconds: 5 * Self.frameSeconds)
        try expect(
            Self.index(frames: 5, bytes: nil) + Self.frames(5) + Bytes.zeroes(99), seconds: 5 * Self.frameSeconds)
    }

    @Test func `given bytes behind the sound, when it is measured, then they are foreign`() throws {
        let page = Array("<html><body>an error</body></html>".utf8)
        let inspection = try inspect(Self.frames(5) + page)
        #expect(inspection.whole == true)
        #expect(inspection.foreignBytes == Int64(page.count))
        #expect(inspection.foreignType == "text/html")
    }

    @Test func `given a free format, when its frames agree, then the distance of two is their length`() throws {
        let plain = Self.frame([0xFF, 0xFB, 0x00, 0x44], 1000)
        let padded = Self.frame([0xFF, 0xFB, 0x02, 0x44], 1001)
        try expect(plain + padded + plain + plain + plain, seconds: 5 * Self.frameSeconds)
        try expect(padded + plain, seconds: 2 * Self.frameSeconds)
        try expectDamage(plain + plain + plain + plain + Array(plain.prefix(900)), "ends inside a frame")
    }

    @Test func `given what only looks like frames, when it is looked at, then it is no sound`() throws {
        let random = (0..<5000).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 13) }
        let header: [UInt8] = [0xFF, 0xFB, 0x00, 0x44]
        let pattern = (0..<900).flatMap { _ in header }
        let freeOnce = Self.frame(header, 1000) + Self.frame(header, 700)
        for bytes in [
            [UInt8](repeating: 0xFF, count: 5000), Bytes.zeroes(5000), random, freeOnce + Bytes.zeroes(3000),
            header + Bytes.zeroes(3000), pattern,
            [0xFF, 0xFE], [0xFF, 0xFF], [0xFF],
        ] as [[UInt8]] {
            guard case .notMedia = try look(at: bytes) else {
                Issue.record("taken for media: \(bytes.prefix(8))")
                continue
            }
        }
    }

    @Test(
        arguments: [
            ([0xFF, 0xFB], "audio/mpeg"), ([0xFF, 0xE3, 0x18], "audio/mpeg"), ([0xFF, 0xF1], "audio/aac"),
            ([0xFF, 0xF9, 0x50], "audio/aac"),
        ] as [([UInt8], String)])
    func `given a file cut in its first header, when it is looked at, then it is named and cut`(
        bytes: [UInt8], mime: String
    ) throws {
        #expect(try inspect(bytes).mediaType == mime)
        try expectDamage(bytes, "ends inside its first frame")
        #expect(try look(at: bytes, complete: false) == .undecided)
    }
}
