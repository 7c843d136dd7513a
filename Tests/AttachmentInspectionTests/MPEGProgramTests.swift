import AttachmentDomain
import AttachmentInspection
import Testing

/// Elementary streams of MPEG and their packets.
enum MPEGBytes {
    /// A sequence header of 64 x 48 pixels at 25 frames a second.
    static let sequence: [UInt8] = [0, 0, 1, 0xB3, 0x04, 0x00, 0x30, 0x13, 0xFF, 0xFF, 0xE0, 0x18]
    /// The extension that makes it MPEG-2.
    static let sequenceExtension: [UInt8] = [0, 0, 1, 0xB5, 0x14, 0x8A, 0x00, 0x01, 0x00, 0x00]

    /// A picture with slices in that many rows.
    static func picture(rows: UInt8 = 3) -> [UInt8] {
        [0, 0, 1, 0x00, 0x00, 0x0F, 0xFF, 0xF8] + (1...rows).flatMap { [0, 0, 1, $0, 0x2B, 0x4C, 0x5D] }
    }

    /// A packet of MPEG-2 with a time stamp of that many hundredths of a second.
    static func packet(_ stream: UInt8, at hundredths: UInt64?, bounded: Bool = true, _ payload: [UInt8]) -> [UInt8] {
        let head: [UInt8] = hundredths.map { [0x80, 0x80, 5] + stamp($0 * 900) } ?? [0x80, 0, 0]
        let length = bounded ? UInt64(head.count + payload.count) : 0
        return [0, 0, 1, stream] + Bytes.big(length, 2) + head + payload
    }

    static func stamp(_ ticks: UInt64, mark: UInt64 = 2) -> [UInt8] {
        [UInt8(mark << 4 | (ticks >> 29 & 0xE) | 1)] + Bytes.big(ticks >> 14 & 0xFFFE | 1, 2)
            + Bytes.big(ticks << 1 & 0xFFFE | 1, 2)
    }

    /// A frame of MPEG-1 Layer II: 144 bytes, 48 kHz, 24 ms.
    static let soundFrame: [UInt8] = [0xFF, 0xFD, 0x24, 0xC0] + [UInt8](repeating: 0x11, count: 140)
}

@Suite("measuring MPEG program and picture streams", .timeLimit(.minutes(1)))
struct MPEGProgramTests {
    private let pack: [UInt8] = [0, 0, 1, 0xBA, 0x44, 0, 4, 0, 4, 1, 0, 0, 3, 0xF8]

    /// Ten pictures from the first second on, and sound with them.
    private var program: [UInt8] {
        let pictures = (0..<10).flatMap { number in
            pack
                + MPEGBytes.packet(
                    0xE0, at: 100 + 4 * UInt64(number),
                    (number == 0 ? MPEGBytes.sequence + MPEGBytes.sequenceExtension : []) + MPEGBytes.picture())
        }
        return pictures + pack + MPEGBytes.packet(0xC0, at: 100, MPEGBytes.soundFrame)
            + MPEGBytes.packet(0xC0, at: 102, MPEGBytes.soundFrame)
    }

    @Test func `given a program stream, when it is measured, then every fact is told`() throws {
        let found = try inspect(program)
        #expect(found.mediaType == "video/mpeg")
        #expect([found.width, found.height] == [64, 48])
        #expect(found.frames == 10)
        #expect(found.durationSeconds.map { abs($0 - 0.4) < 1e-9 } == true)
        #expect(found.codec == "mpeg2video+mp2")
        #expect(found.whole == true)
    }

    @Test func `given a system stream of MPEG-1, when it is measured, then its packets are read`() throws {
        let pack: [UInt8] = [0, 0, 1, 0xBA, 0x21, 0, 1, 0, 1, 0x80, 0, 1]
        let payload = MPEGBytes.sequence + MPEGBytes.picture() + MPEGBytes.picture()
        let head: [UInt8] = [0xFF, 0xFF, 0x60, 0x28] + MPEGBytes.stamp(90_000)
        let packet = [0, 0, 1, 0xE0] + Bytes.big(UInt64(head.count + payload.count), 2) + head + payload
        let found = try inspect(pack + packet + [0, 0, 1, 0xB9])
        #expect(found.codec == "mpeg1video")
        #expect(found.frames == 2)
        #expect(found.durationSeconds == 0.08)
        #expect(found.whole == true)
        #expect(found.wholeUntil == nil)
    }

    @Test(
        arguments: [([0x80, 1, 0, 1], "ac3"), ([0x88, 1], "dts"), ([0xA0, 1], "pcm_dvd"), ([0x0B, 0x77], "ac3")]
            as [([UInt8], String)])
    func `given a private stream, when its first byte is read, then the sound is named`(
        payload: [UInt8], codec: String
    ) throws {
        let found = try inspect(pack + MPEGBytes.packet(0xBD, at: 0, payload))
        #expect(found.codec == codec)
    }

    @Test func `given a program stream, when it is cut inside a packet or a pack, then that is seen`() throws {
        // Behind a packet a cut cannot be seen.
        var ends: Set<Int> = []
        var place = 0
        let file = program
        while place < file.count {
            place += file[place + 3] == 0xBA ? pack.count : 6 + Int(file[place + 4]) << 8 + Int(file[place + 5])
            if place < file.count, file[place + 3] == 0xBA || file[place + 3] == 0xC0 {
                if file[place - pack.count..<place].elementsEqual(pack) { continue }
                ends.insert(place)
            }
        }
        try expectCutsAreSeen(file, from: 4, except: ends)
    }

    @Test func `given four bytes of a pack, when they are all, then it is a cut stream`() throws {
        let found = try inspect([0, 0, 1, 0xBA])
        #expect(found.mediaType == "video/mpeg")
        #expect(found.wholeUntil == 4)
    }

    @Test func `given zeroes or a page behind the last packet, when it is measured, then it is whole`() throws {
        #expect(try inspect(program + Bytes.zeroes(2048)).whole == true)
        let found = try inspect(program + Array("<html></html>".utf8))
        #expect(found.whole == true)
        #expect(found.foreignBytes == 13)
    }

    @Test func `given a pack without packets at the end, when bytes follow, then the stream still ends in it`() throws {
        for tail in [0, 20] {
            let found = try inspect(program + pack + Bytes.zeroes(tail))
            #expect(found.wholeUntil == Int64(program.count + pack.count))
            #expect(found.damage == "ends inside a pack")
        }
    }

    @Test func `given a packet too short for its head, when bytes follow or not, then there are no pictures`() throws {
        for tail in [0, 20] {
            let found = try inspect(pack + [0, 0, 1, 0xE0, 0, 0] + [UInt8](repeating: 0x81, count: tail))
            #expect(found.damage == "ends without pictures or sound")
        }
    }

    @Test func `given what only looks like a pack behind the last packet, when it is read, then it is foreign`() throws
    {
        let found = try inspect(
            program + [7, 7, 7, 7, 0, 0, 1, 0xBA, 0xFF, 0xFF] + Array("<html></html>".utf8))
        #expect(found.whole == true)
        #expect(found.foreignBytes == 23)
    }

    @Test func `given a long stream, when it is measured, then its middle is not read`() throws {
        let filler = pack + [0, 0, 1, 0xBE] + Bytes.big(60_000, 2) + Bytes.zeroes(60_000)
        let head = program + (0..<8).flatMap { _ in filler }
        let tail = (0..<8).flatMap { _ in filler } + pack + MPEGBytes.packet(0xE0, at: 6100, MPEGBytes.picture())
        let window = HoledWindow(head: head, hole: 20_000_000, tail: tail)
        let found = try #require(try found(window))
        #expect(found.durationSeconds.map { abs($0 - 60.04) < 1e-9 } == true)
        #expect(found.whole == true)
        #expect(window.counts.bytes < 2_000_000)
    }

    @Test func `given pictures without a container, when they are counted, then their rate tells how long`() throws {
        let stream = MPEGBytes.sequence + (0..<5).flatMap { _ in MPEGBytes.picture() }
        let found = try inspect(stream + [0, 0, 1, 0xB7])
        #expect([found.width, found.height] == [64, 48])
        #expect(found.frames == 5)
        #expect(found.durationSeconds == 0.2)
        #expect(found.codec == "mpeg1video")
        #expect(found.whole == true)
        #expect(try inspect(stream).whole == nil)
        let cut = try inspect(stream.dropLast(10))
        #expect(cut.whole == false)
        #expect(cut.damage == "ends inside a picture")
    }

    @Test func `given fields, when they are counted, then two are a frame`() throws {
        let field: [UInt8] =
            [0, 0, 1, 0x00, 0, 0x0F, 0xFF, 0xF8, 0, 0, 1, 0xB5, 0x81, 0x11, 0x11, 0x00, 0x00]
            + [0, 0, 1, 1, 0x2B, 0x4C, 0x5D]
        let stream = MPEGBytes.sequence + MPEGBytes.sequenceExtension + (0..<6).flatMap { _ in field }
        #expect(try inspect(stream).frames == 3)
    }
}
