import AttachmentDomain
import AttachmentInspection
import Testing

@Suite("measuring FLAC", .timeLimit(.minutes(1)))
struct FLACTests {
    /// The check sum of that many bits over bytes, the highest bit first.
    private func sum(_ bytes: [UInt8], bits: Int, polynomial: Int) -> Int {
        bytes.reduce(0) { sum, byte in
            (0..<8).reduce(sum ^ Int(byte) << (bits - 8)) { value, _ in
                let shifted = value << 1
                return (shifted >> bits & 1 == 1 ? shifted ^ polynomial : shifted) & (1 << bits - 1)
            }
        }
    }

    /// A stream's head for mono of 16 bits at 8 kHz, in blocks of 4,096 samples.
    private func head(samples: Int, largestFrame: Int = 200, rate: Int = 8000, block: Int = 4096) -> [UInt8] {
        let sound = rate << 44 | 15 << 36 | samples
        let info = Bytes.big(block, 2) + Bytes.big(block, 2) + Bytes.zeroes(3) + Bytes.big(largestFrame, 3)
        let notes: [UInt8] = [0x84, 0, 0, 12] + Bytes.zeroes(12)
        return Array("fLaC".utf8) + [0, 0, 0, 34] + info + Bytes.big(sound, 8) + Bytes.zeroes(16) + notes
    }

    /// A frame of 4,096 samples, or of so many as the last one has.
    private func frame(_ number: Int, samples: Int = 4096, filling count: Int = 100) -> [UInt8] {
        let size: [UInt8] = samples == 4096 ? [] : Bytes.big(samples - 1, 2)
        var bytes: [UInt8] = [0xFF, 0xF8, (samples == 4096 ? 0xC0 : 0x70) | 4, 0x08, UInt8(number)] + size
        bytes.append(UInt8(sum(bytes, bits: 8, polynomial: 0x107)))
        bytes += (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7 + number) }
        return bytes + Bytes.big(sum(bytes, bits: 16, polynomial: 0x18005), 2)
    }

    /// Three frames: 4,096 + 4,096 + 808 samples.
    private var frames: [UInt8] { frame(0) + frame(1) + frame(2, samples: 808) }

    @Test func `given FLAC, when it is measured, then its head tells the time and its last frame that it is whole`()
        throws
    {
        let inspection = try inspect(head(samples: 9000) + frames)
        #expect(inspection.mediaType == "audio/flac")
        #expect(inspection.codec == "flac")
        #expect(inspection.durationSeconds == 1.125)
        #expect(inspection.whole == true)
        try expectCutsAreTold(of: head(samples: 9000) + frames)
    }

    @Test func `given no count of samples, when the last frame is found, then it tells the time`() throws {
        let file = head(samples: 0, largestFrame: 0) + frames
        let inspection = try inspect(file)
        // The number of a short block counts blocks of the usual size.
        #expect(inspection.durationSeconds == 1.125)
        #expect(inspection.whole == true)
        let start = head(samples: 0).count
        try expectCutsAreTold(of: file) { [start + 108, start + 216].contains($0) }
    }

    @Test func `given tags around the stream, when it is measured, then they are no part of it`() throws {
        let file = Bytes.tag(300) + head(samples: 9000) + frames + Bytes.oldTag
        let inspection = try inspect(file)
        #expect(inspection.mediaType == "audio/flac")
        #expect(inspection.durationSeconds == 1.125)
        #expect(inspection.whole == true)
        #expect(inspection.foreignBytes == nil)
        #expect(try inspect(head(samples: 9000) + frames + Bytes.zeroes(99)).whole == true)
    }

    @Test func `given foreign bytes behind, when the last frame is searched for, then they are told`() throws {
        let foreign = (0..<200_000).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 13) | 1 }
        let inspection = try inspect(head(samples: 9000) + frames + foreign)
        #expect(inspection.whole == true)
        #expect(inspection.foreignBytes == 200_000)
    }

    @Test func `given fewer samples than announced, when the frames are counted, then the file is cut`() throws {
        let file = head(samples: 9000) + frame(0) + frame(1)
        let inspection = try inspect(file)
        #expect(inspection.damage == "has 8192 of the 9000 samples that it announces")
        #expect(inspection.wholeUntil == Int64(file.count))
        #expect(inspection.durationSeconds == 1.125)
        let cut = try inspect(Array((head(samples: 9000) + frames).dropLast(1)))
        #expect(cut.damage == "ends inside its last frame")
    }

    @Test func `given more samples than announced, when the frames are found, then the file is whole`() throws {
        #expect(try inspect(head(samples: 100) + frames).whole == true)
    }

    @Test func `given a head that is cut or wrong, when it is measured, then that is told`() throws {
        let whole = head(samples: 9000)
        for (file, damage) in [
            (Array(whole.prefix(5)), "ends inside its first block"),
            (Array(whole.prefix(30)), "ends inside its first block"),
            (Array(whole.prefix(50)), "ends inside its metadata"), (whole, "ends behind its metadata, without sound"),
            (whole + frame(0).prefix(4), "ends inside its first frame"),
            (head(samples: 9000, rate: 0) + frames, "declares a sampling rate of 0"),
            (Array("fLaC".utf8) + [0, 0, 0, 18] + Bytes.zeroes(90), "has a first block of the wrong size"),
            (head(samples: 9000, block: 0) + frames, "declares blocks of 0 samples"),
        ] {
            let inspection = try inspect(file)
            #expect(inspection.damage == damage)
            let place = damage.hasPrefix("declares") ? 8 : damage.hasPrefix("has") ? 4 : file.count
            #expect(inspection.wholeUntil == Int64(place))
        }
    }

    @Test func `given letters alone, when they are looked at, then they are no FLAC`() throws {
        #expect(try look(at: Array("fLaC".utf8)) == .notMedia(mime: "application/octet-stream"))
        #expect(try look(at: Array("fLaC is how FLAC begins".utf8)) == .notMedia(mime: "application/octet-stream"))
        #expect(try look(at: Array("fLaC\u{0}".utf8), complete: false) == .undecided)
    }
}
