import AttachmentDomain
import AttachmentInspection
import Testing

@Suite("measuring transport streams", .timeLimit(.minutes(1)))
struct TransportProgramTests {
    /// Parameter sets as x264 and x265 wrote them for pictures of 160 x 120 and 96 x 64.
    private static let h264: [UInt8] = [
        0, 0, 0, 1, 0x67, 0x64, 0x00, 0x0A, 0xAC, 0xD9, 0x42, 0x84, 0x7E, 0x5C, 0x04, 0xA5, 0x00, 0x00, 0x03, 0x00,
        0x01, 0x00, 0x00, 0x03, 0x00, 0x14, 0x0F, 0x12, 0x25, 0x96, 0, 0, 0, 1, 0x68,
    ]

    private func packet(_ pid: UInt64, begins: Bool = true, _ payload: [UInt8]) -> [UInt8] {
        let room = 184 - payload.count
        let head = [0x47] + Bytes.big(begins ? pid | 0x4000 : pid, 2)
        if room == 0 { return head + [0x10] + payload }
        let filler = [UInt8](repeating: 0xFF, count: max(0, room - 2))
        return head + [0x30, UInt8(room - 1)] + (room > 1 ? [0x00] + filler : []) + payload
    }

    private func table(_ id: UInt8, _ rows: [UInt8]) -> [UInt8] {
        let body: [UInt8] = [0, 1, 0xC1, 0, 0] + rows + [1, 2, 3, 4]
        let section = [0, id] + Bytes.big(0xB000 | UInt64(body.count), 2) + body
        return section + [UInt8](repeating: 0xFF, count: 184 - section.count)
    }

    private func opening(_ streams: [(type: UInt8, pid: UInt64)]) -> [UInt8] {
        let rows = streams.flatMap { [$0.type] + Bytes.big(0xE000 | $0.pid, 2) + [0xF0, 0] }
        return packet(0, table(0, [0, 1, 0xF0, 0x00])) + packet(0x1000, table(2, [0xE1, 0, 0xF0, 0] + rows))
    }

    private func pictures(_ payload: [UInt8], from hundredths: UInt64 = 100) -> [UInt8] {
        (0..<10).flatMap { number in
            packet(
                0x100,
                MPEGBytes.packet(0xE0, at: hundredths + 4 * number, bounded: false, number == 0 ? payload : [1, 2]))
        }
    }

    private var sound: [UInt8] {
        packet(0x101, MPEGBytes.packet(0xC0, at: 100, MPEGBytes.soundFrame))
            + packet(0x101, MPEGBytes.packet(0xC0, at: 140, MPEGBytes.soundFrame))
    }

    private var film: [UInt8] { opening([(0x1B, 0x100), (0x03, 0x101)]) + pictures(Self.h264) + sound }

    @Test func `given H.264 and sound, when they are measured, then every fact is told`() throws {
        let found = try inspect(film)
        #expect(found.mediaType == "video/mp2t")
        #expect([found.width, found.height] == [160, 120])
        #expect(found.codec == "h264+mp2")
        // The last frame of sound begins after 0.4 s and lasts 24 ms.
        #expect(found.durationSeconds.map { abs($0 - 0.424) < 1e-9 } == true)
        #expect(found.whole == true)
    }

    @Test func `given MPEG-2 pictures, when they are measured, then the sequence header tells`() throws {
        let file = opening([(0x02, 0x100)]) + pictures(MPEGBytes.sequence + MPEGBytes.sequenceExtension)
        let found = try inspect(file)
        #expect([found.width, found.height] == [64, 48])
        #expect(found.codec == "mpeg2video")
        #expect(found.durationSeconds.map { abs($0 - 0.4) < 1e-9 } == true)
    }

    @Test(
        arguments: [(0x0F, "h264+aac"), (0x81, "h264+ac3"), (0x87, "h264+eac3"), (0x06, "h264+mp2"), (0x15, "h264")]
            as [(UInt8, String)])
    func `given a type of stream, when it is read, then the sound is named`(type: UInt8, codec: String) throws {
        let file = opening([(0x1B, 0x100), (type, 0x101)]) + pictures(Self.h264) + sound
        #expect(try inspect(file).codec == codec)
    }

    @Test func `given time stamps that begin anew, when they are read, then the length goes on`() throws {
        let cycle: UInt64 = 1 << 33
        let file =
            opening([(0x1B, 0x100)])
            + [cycle - 9000, 0, 9000, 18000].flatMap { ticks in
                packet(0x100, [0, 0, 1, 0xE0, 0, 0, 0x80, 0x80, 5] + MPEGBytes.stamp(ticks) + [1, 2])
            }
        #expect(try inspect(file).durationSeconds == 0.4)
    }

    @Test(arguments: [0, 88] as [Int])
    func `given a stream that was joined, when it is cut inside a packet, then only that is seen`(first: Int) throws {
        let file = Array(film.dropFirst(first))
        #expect(try inspect(file).whole == true)
        let least = 6 * 188
        let ends = Set((0..<20).map { (188 - first) % 188 + 188 * $0 })
        try expectCutsAreSeen(file, from: least, except: ends)
    }

    @Test func `given packets with a time before them, when they are measured, then they are read`() throws {
        let packets = stride(from: 0, to: film.count, by: 188).flatMap { [0, 0, 0, 0] + film[$0..<($0 + 188)] }
        let found = try inspect(packets)
        #expect([found.width, found.height] == [160, 120])
        #expect(found.whole == true)
        #expect(try inspect(packets.dropLast(50)).wholeUntil == Int64(packets.count - 50))
    }

    @Test(arguments: [0, 4])
    func `given packets between head and tail, when a stream is measured, then the tail tells its end`(before: Int)
        throws
    {
        let filler = (0..<3000).flatMap { _ in packet(0x1FFF, begins: false, [0xFF]) }
        let opening = opening([(0x1B, 0x100), (0x03, 0x101)])
        let stream = opening + pictures(Self.h264) + filler + pictures([1], from: 3000) + filler.prefix(188 * 500)
        let packets = stride(from: 0, to: stream.count, by: 188).flatMap {
            Bytes.zeroes(before) + stream[$0..<($0 + 188)]
        }
        let found = try inspect(packets)
        #expect(found.durationSeconds.map { abs($0 - 29.4) < 0.001 } == true)
        #expect(found.whole == true)
    }

    @Test func `given a page behind the last packet, when it is measured, then it is foreign`() throws {
        let found = try inspect(film + Array("<html></html>".utf8))
        #expect(found.whole == true)
        #expect(found.foreignBytes == 13)
    }

    @Test func `given a file shorter than a proof, when it begins with a table, then it is a cut stream`() throws {
        let found = try inspect(Array(film.prefix(100)))
        #expect(found.mediaType == "video/mp2t")
        #expect(found.wholeUntil == 100)
    }
}
